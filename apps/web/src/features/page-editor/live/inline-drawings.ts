import { syntaxTree } from '@codemirror/language';
import type { EditorState, Range } from '@codemirror/state';
import { Decoration, WidgetType, type EditorView } from '@codemirror/view';
import { hasPlaceholder } from '../attachments/placeholders.ts';
import type { BlockRenderer, Drawing } from './block-renderer.ts';
import { fill, isImageEdited, type DrawContext } from './block-widget.ts';
import type { LiveLabels } from './live-labels.ts';
import { isActive, type LineRange } from './live-state.ts';
import type { SyntaxNode } from '../source/syntax-types.ts';

interface InlineContext extends DrawContext {
  readonly state: EditorState;
  readonly active: readonly LineRange[];
  readonly labels: LiveLabels;
  readonly renderer: BlockRenderer;
}

/** The renderer's rule for `$…$` inside of text, which prices and shell variables do not match. */
const FORMULA = /(?<![\w\\$])\$(?=[^\s$])[^$\n]*(?<![\s\\])\$(?![\w({$])/g;
const VERBATIM = /Code|URL|HTML|Comment|Table|Image/;
/** Attributes behind an image, such as its width. */
const ATTRIBUTES = /^\{[^{}\n]*\}/;

/** Draws images and formulas inside of text, except in the block with the cursor. */
export function inlineDrawings(
  context: InlineContext,
  from: number,
  to: number,
): Range<Decoration>[] {
  return [...imageRanges(context, from, to), ...formulaRanges(context, from, to)].map((range) => {
    const text = context.state.sliceDoc(range.from, range.to);
    const widget = new InlineWidget(text, context);
    return Decoration.replace({ widget }).range(range.from, range.to);
  });
}

function imageRanges({ state, active }: InlineContext, from: number, to: number): LineRange[] {
  const found: LineRange[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter(node) {
      if (node.name !== 'Image') return !/^(?:Table|FencedCode|HTMLBlock)$/.test(node.name);
      const after = state.sliceDoc(node.to, state.doc.lineAt(node.to).to);
      const end = node.to + (ATTRIBUTES.exec(after)?.[0].length ?? 0);
      // A drawing cannot replace a line break.
      const isOneLine = state.doc.lineAt(node.from).to >= end;
      const isPlaceholder = hasPlaceholder(state.sliceDoc(node.from, node.to));
      if (isOneLine && !isPlaceholder && !isActive(active, node.from))
        found.push({ from: node.from, to: end });
      return false;
    },
  });
  return found;
}

function formulaRanges({ state, active }: InlineContext, from: number, to: number): LineRange[] {
  const found: LineRange[] = [];
  for (let at = from; at <= to;) {
    const line = state.doc.lineAt(at);
    at = line.to + 1;
    if (!line.text.includes('$') || isActive(active, line.from)) continue;
    for (const match of line.text.matchAll(FORMULA)) {
      const start = line.from + match.index;
      if (!isVerbatim(state, start + 1)) found.push({ from: start, to: start + match[0].length });
    }
  }
  return found;
}

function isVerbatim(state: EditorState, at: number): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 1);
  for (; node; node = node.parent) if (VERBATIM.test(node.name)) return true;
  return false;
}

const drawnTexts = new WeakMap<HTMLElement, string>();

/** An image or a formula inside of a line. */
class InlineWidget extends WidgetType {
  readonly #text: string;
  readonly #context: DrawContext;
  constructor(text: string, { labels, renderer }: DrawContext) {
    super();
    this.#text = text;
    this.#context = { labels, renderer };
  }

  override eq(other: InlineWidget): boolean {
    return other.#text === this.#text;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement('span');
    element.className = 'live-inline prose';
    element.textContent = this.#text;
    this.#draw(element, view);
    return element;
  }

  override updateDOM(element: HTMLElement, view: EditorView, { isImage }: this): boolean {
    if (!this.isImage || !isImage || !isImageEdited(view)) return false;
    this.#draw(element, view);
    return true;
  }

  get isImage(): boolean {
    return this.#text.startsWith('![');
  }

  #draw(element: HTMLElement, view: EditorView): void {
    const { renderer } = this.#context;
    drawnTexts.set(element, this.#text);
    const measure = () => view.requestMeasure();
    const show = (drawing: Drawing) => {
      // Another text may have been drawn in the element since the request.
      if (drawnTexts.get(element) !== this.#text) return;
      if (drawing === null) element.textContent = this.#text;
      else fill(element, withoutParagraph(drawing), this.#context, measure);
      measure();
    };
    const drawing = renderer.get(this.#text);
    if (drawing === undefined) renderer.request(this.#text, show);
    else show(drawing);
  }

  // A click puts the cursor into its source.
  override ignoreEvent(): boolean {
    return false;
  }
}

/** The renderer makes a paragraph or a block formula of every text. */
function withoutParagraph(html: string): string {
  return /^<p[^>]*>([\s\S]*)<\/p>\s*$/.exec(html)?.[1] ?? html;
}
