import { syntaxTree } from '@codemirror/language';
import { RangeSet, type EditorState, type Range } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';
import type { BlockField } from './block-decorations.ts';
import { inlineDrawings } from './inline-drawings.ts';
import type { BlockRenderer } from './block-renderer.ts';
import { listLine } from './list-lines.ts';
import type { LiveLabels } from './live-labels.ts';
import { activeBlocks, isActive, isFrozen, type LineRange } from './live-state.ts';
import type { SyntaxNode, SyntaxNodeRef } from '../source/syntax-types.ts';
import { RuleWidget } from './text-widgets.ts';

/** The style of the text of each node, by its name in the Markdown grammar. */
const textStyles: Readonly<Record<string, Decoration>> = {
  StrongEmphasis: Decoration.mark({ class: 'live-strong' }),
  Emphasis: Decoration.mark({ class: 'live-emphasis' }),
  Strikethrough: Decoration.mark({ class: 'live-strike' }),
  InlineCode: Decoration.mark({ class: 'live-code' }),
  Autolink: Decoration.mark({ class: 'live-link' }),
  HTMLTag: Decoration.mark({ class: 'live-mark' }),
  Comment: Decoration.mark({ class: 'live-mark' }),
};
const MARKS = new Set(['EmphasisMark', 'StrikethroughMark', 'CodeMark', 'LinkMark']);
/** Their marks and targets are decorated with them. */
const LINKS = new Set(['Link', 'Image', 'LinkReference']);
const LINK_PART = /^(?:LinkMark|URL|LinkTitle)$/;
const SOURCE_BLOCK =
  /^(?:FencedCode|CodeBlock|Table|HTMLBlock|CommentBlock|ProcessingInstructionBlock)$/;
/** `###Heading` is a heading of the renderer, but not of the grammar. */
const TIGHT_HEADING = /^(#{1,6})(?![#\s!{/\\])(?!(?<=^#)\d)/;

const hidden = Decoration.replace({});
const shownMark = Decoration.mark({ class: 'live-mark' });
const link = Decoration.mark({ class: 'live-link' });
const headings = Array.from({ length: 6 }, (_, at) =>
  Decoration.line({
    class: `live-heading live-h${at + 1}`,
    attributes: { role: 'heading', 'aria-level': String(at + 1) },
  }),
);
const blankLine = Decoration.line({ class: 'live-blank' });
const sourceLine = Decoration.line({ class: 'live-source' });
const quietLine = Decoration.line({ class: 'live-quiet' });
const ruleLine = Decoration.line({ class: 'live-rule' });
const activeLines = ['', 'live-first', 'live-last', 'live-first live-last'].map((edges) =>
  Decoration.line({ class: `live-active ${edges}`.trim() }),
);

interface TextContext {
  readonly state: EditorState;
  readonly active: readonly LineRange[];
  /** The grammar finds marks in formulas, which have none. */
  readonly formulas: readonly LineRange[];
  readonly labels: LiveLabels;
  readonly renderer: BlockRenderer;
  readonly found: Range<Decoration>[];
  /** The nodes that are decorated already; a drawn block in a list divides the visible text. */
  readonly seen: Set<string>;
  readonly numbers: Map<number, { item: number; number: number }>;
}

/** The decorations of the text in the given ranges; the lines of `active` show their marks. */
export function decorateText(
  state: EditorState,
  ranges: readonly LineRange[],
  labels: LiveLabels,
  renderer: BlockRenderer,
  field: BlockField,
): DecorationSet {
  const active = state.field(activeBlocks).ranges;
  const formulas = state.field(field).blocks.filter(({ kind }) => kind === 'formula');
  const context: TextContext = {
    state,
    active,
    formulas,
    labels,
    renderer,
    found: [],
    seen: new Set(),
    numbers: new Map(),
  };
  for (const { from, to } of ranges) {
    decorateLines(context, from, to);
    syntaxTree(state).iterate({ from, to, enter: (node) => decorateNode(context, node) });
    context.found.push(...inlineDrawings(context, from, to));
  }
  return RangeSet.of(context.found, true);
}

/** Blank lines, the ground of the active block and headings without a space. */
function decorateLines({ state, active, found }: TextContext, from: number, to: number): void {
  for (let at = from; at <= to;) {
    const line = state.doc.lineAt(at);
    if (line.text.trim() === '') found.push(blankLine.range(line.from));
    const range = active.find((one) => one.from <= line.from && one.to >= line.from);
    if (range) {
      const edges = (line.from === range.from ? 1 : 0) + (line.to === range.to ? 2 : 0);
      const decoration = activeLines[edges];
      if (decoration) found.push(decoration.range(line.from));
    }
    at = line.to + 1;
  }
}

/** Returns false if the children of the node have no decorations. */
function decorateNode(context: TextContext, node: SyntaxNodeRef): boolean {
  const { state, active, formulas, found, seen } = context;
  const { name, from, to } = node;
  if (formulas.some((formula) => formula.from <= from && formula.to >= to)) return false;
  const key = `${name}:${from}:${to}`;
  if (seen.has(key)) return true;
  seen.add(key);
  if (LINK_PART.test(name) && LINKS.has(node.node.parent?.name ?? '')) return false;
  const style = textStyles[name];
  if (style && to > from) found.push(style.range(from, to));
  if (MARKS.has(name)) {
    mark(context, from, to);
    return false;
  }
  if (SOURCE_BLOCK.test(name)) {
    eachLine(state, from, to, (line) => found.push(sourceLine.range(line)));
    return false;
  }
  const level = Number(/^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1] ?? 0);
  if (level > 0) decorateHeading(context, node.node, level);
  switch (name) {
    case 'Paragraph':
      decorateTightHeadings(context, from, to);
      return true;
    case 'Link':
      decorateLink(context, node.node);
      return true;
    case 'URL':
      found.push(link.range(from, to));
      return false;
    case 'Image':
      // Drawn by `inlineDrawings`; on an active line its source is a mark.
      if (isActive(active, from)) found.push(shownMark.range(from, to));
      return false;
    case 'Escape':
      if (!isActive(active, from)) found.push(hidden.range(from, from + 1));
      return false;
    case 'QuoteMark':
      mark(context, from, to + (state.sliceDoc(to, to + 1) === ' ' ? 1 : 0));
      return false;
    case 'Blockquote':
      decorateQuote(context, node.node);
      return true;
    case 'ListItem':
      found.push(...listLine(context, node.node));
      return true;
    case 'HorizontalRule':
      found.push(ruleLine.range(state.doc.lineAt(from).from));
      if (isActive(active, from)) found.push(shownMark.range(from, to));
      else
        found.push(
          Decoration.replace({ widget: new RuleWidget(context.labels.rule) }).range(from, to),
        );
      return false;
    case 'LinkReference':
      eachLine(state, from, to, (line) => found.push(quietLine.range(line)));
      return false;
    default:
      return true;
  }
}

/** Hides a mark, or shows it in the block with the cursor. */
function mark({ active, found }: TextContext, from: number, to: number): void {
  if (to > from) found.push((isActive(active, from) ? shownMark : hidden).range(from, to));
}

function eachLine(state: EditorState, from: number, to: number, run: (from: number) => void): void {
  for (let at = from; at <= to;) {
    const line = state.doc.lineAt(at);
    run(line.from);
    at = line.to + 1;
  }
}

function decorateHeading(context: TextContext, node: SyntaxNode, level: number): void {
  const { state, found } = context;
  const heading = headings[level - 1];
  const lastMark = node.lastChild;
  const isSetext = node.name.startsWith('Setext');
  const end = isSetext && lastMark ? state.doc.lineAt(lastMark.from).from - 1 : node.to;
  if (heading) eachLine(state, node.from, end, (line) => found.push(heading.range(line)));
  for (const child of node.getChildren('HeaderMark')) {
    if (isSetext || child.from !== node.from) {
      const before = isSetext ? '' : (/ +$/.exec(state.sliceDoc(node.from, child.from))?.[0] ?? '');
      mark(context, child.from - before.length, child.to);
    } else {
      const after = /^[ \t]*/.exec(state.sliceDoc(child.to, node.to))?.[0] ?? '';
      mark(context, child.from, child.to + after.length);
    }
  }
}

function decorateTightHeadings(context: TextContext, from: number, to: number): void {
  const { state, found } = context;
  eachLine(state, from, to, (start) => {
    const marks = TIGHT_HEADING.exec(state.doc.lineAt(start).text)?.[1];
    const heading = headings[(marks?.length ?? 0) - 1];
    if (!marks || !heading) return;
    found.push(heading.range(start));
    mark(context, start, start + marks.length);
  });
}

/** A link without a target is text, such as `[optional]`. */
function decorateLink(context: TextContext, node: SyntaxNode): void {
  const [open, close] = node.getChildren('LinkMark');
  if (!node.getChild('URL') || !open || !close) return;
  if (close.from > open.to) context.found.push(link.range(open.to, close.from));
  mark(context, open.from, open.to);
  mark(context, close.from, node.to);
}

/** One bar for each level of quotation. */
function decorateQuote({ state, found }: TextContext, node: SyntaxNode): void {
  let depth = 1;
  for (let parent = node.parent; parent; parent = parent.parent)
    if (parent.name === 'Blockquote') depth += 1;
  const quote = Decoration.line({ class: `live-quote live-quote-${Math.min(depth, 3)}` });
  eachLine(state, node.from, node.to, (line) => found.push(quote.range(line)));
}

/** Decorates the visible text only. */
export function textDecorations(labels: LiveLabels, renderer: BlockRenderer, field: BlockField) {
  const decorate = (view: EditorView) =>
    decorateText(view.state, view.visibleRanges, labels, renderer, field);
  return ViewPlugin.define(
    (view) => ({
      decorations: decorate(view),
      tree: syntaxTree(view.state),
      update(update: ViewUpdate) {
        const tree = syntaxTree(update.state);
        const isComposing = update.view.composing || update.transactions.some(isFrozen);
        if (isComposing && !update.viewportChanged) {
          if (update.docChanged) this.decorations = this.decorations.map(update.changes);
          return;
        }
        const isUnchanged =
          !update.docChanged &&
          !update.viewportChanged &&
          tree === this.tree &&
          update.state.field(activeBlocks) === update.startState.field(activeBlocks, false) &&
          !update.transactions.some(({ effects }) => effects.length > 0);
        if (isUnchanged) return;
        this.tree = tree;
        this.decorations = decorate(update.view);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  );
}
