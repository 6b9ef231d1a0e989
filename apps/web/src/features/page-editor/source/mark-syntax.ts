import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView } from '@codemirror/view';

/** The decoration of each syntax node, by its name in the Markdown grammar. */
const looks: Readonly<Record<string, Decoration>> = {
  ...looksAs(
    'md-heading',
    [1, 2, 3, 4, 5, 6].map((level) => `ATXHeading${level}`),
  ),
  ...looksAs('md-heading', ['SetextHeading1', 'SetextHeading2']),
  ...looksAs('md-strong', ['StrongEmphasis', 'TableHeader']),
  ...looksAs('md-emphasis', ['Emphasis']),
  ...looksAs('md-strike', ['Strikethrough']),
  ...looksAs('md-code', ['InlineCode', 'CodeText']),
  ...looksAs('md-link', ['Link', 'Image', 'Autolink']),
  ...looksAs('md-quiet', [
    'URL',
    'QuoteMark',
    'ListMark',
    'TableDelimiter',
    'CodeMark',
    'CodeInfo',
  ]),
  ...looksAs('md-quiet', ['HorizontalRule', 'HTMLTag', 'HTMLBlock', 'Comment', 'CommentBlock']),
};

function looksAs(className: string, names: readonly string[]): Record<string, Decoration> {
  const mark = Decoration.mark({ class: className });
  return Object.fromEntries(names.map((name) => [name, mark]));
}

function markVisible(view: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter({ name, from: start, to: end }) {
        const look = looks[name];
        if (look && end > start) marks.add(start, end, look);
      },
    });
  return marks.finish();
}

/** Highlights the Markdown syntax of the visible ranges only. */
export const markSyntax = ViewPlugin.define(
  (view) => ({
    marks: markVisible(view),
    tree: syntaxTree(view.state),
    update(update) {
      const tree = syntaxTree(update.state);
      if (!update.docChanged && !update.viewportChanged && tree === this.tree) return;
      this.tree = tree;
      this.marks = markVisible(update.view);
    },
  }),
  { decorations: ({ marks }) => marks },
);
