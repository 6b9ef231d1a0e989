import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView } from '@codemirror/view';

/** The decoration of each syntax node, by its name in the Markdown grammar. */
const nodeDecorations: Readonly<Record<string, Decoration>> = {
  ...decorateAs(
    'md-heading',
    [1, 2, 3, 4, 5, 6].map((level) => `ATXHeading${level}`),
  ),
  ...decorateAs('md-heading', ['SetextHeading1', 'SetextHeading2']),
  ...decorateAs('md-strong', ['StrongEmphasis', 'TableHeader']),
  ...decorateAs('md-emphasis', ['Emphasis']),
  ...decorateAs('md-strike', ['Strikethrough']),
  ...decorateAs('md-code', ['InlineCode', 'CodeText']),
  ...decorateAs('md-link', ['Link', 'Image', 'Autolink']),
  ...decorateAs('md-quiet', [
    'URL',
    'QuoteMark',
    'ListMark',
    'TableDelimiter',
    'CodeMark',
    'CodeInfo',
  ]),
  ...decorateAs('md-quiet', ['HorizontalRule', 'HTMLTag', 'HTMLBlock', 'Comment', 'CommentBlock']),
};

function decorateAs(className: string, names: readonly string[]): Record<string, Decoration> {
  const mark = Decoration.mark({ class: className });
  return Object.fromEntries(names.map((name) => [name, mark]));
}

function highlightVisible(view: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter({ name, from: start, to: end }) {
        const decoration = nodeDecorations[name];
        if (decoration && end > start) marks.add(start, end, decoration);
      },
    });
  return marks.finish();
}

/** Highlights the Markdown syntax of the visible ranges only. */
export const markdownHighlighter = ViewPlugin.define(
  (view) => ({
    marks: highlightVisible(view),
    tree: syntaxTree(view.state),
    update(update) {
      const tree = syntaxTree(update.state);
      if (!update.docChanged && !update.viewportChanged && tree === this.tree) return;
      this.tree = tree;
      this.marks = highlightVisible(update.view);
    },
  }),
  { decorations: ({ marks }) => marks },
);
