import { WidgetType, type EditorView } from '@codemirror/view';
import { loadKatexStyle } from '../../../shared/markdown/katex-style.ts';
import { loadDiagrams } from '../../../shared/markdown/load-diagrams.ts';
import type { BlockRenderer, Drawing } from './block-renderer.ts';
import { markSelectedImage, selectedImage } from './image-selection.ts';
import { sourcePosition } from './source-position.ts';
import type { Block, DrawnKind } from './find-blocks.ts';
import type { LiveLabels } from './live-labels.ts';

export interface DrawnBlock extends Block {
  readonly kind: DrawnKind;
}

export interface DrawContext {
  readonly labels: LiveLabels;
  readonly renderer: BlockRenderer;
}

const LINE_HEIGHT = 21;
const ROW_HEIGHT = 43;
const HEADER_HEIGHT = 36;
/** The space above and below a drawn block. */
const PADDING = 2;

/** The height of a block that was not drawn yet. */
function estimateHeight({ kind, text }: DrawnBlock): number {
  const lines = text.split('\n').length;
  switch (kind) {
    case 'table':
      return HEADER_HEIGHT + Math.max(lines - 2, 0) * ROW_HEIGHT;
    case 'code':
      return HEADER_HEIGHT + 30 + Math.max(lines - 2, 1) * LINE_HEIGHT;
    case 'callout':
      return 26 + lines * 24;
    case 'image':
    case 'diagram':
      return 240;
    case 'endpoint':
      return 46;
    default:
      return lines * 27;
  }
}

function labelOf({ kind, text }: DrawnBlock, labels: LiveLabels): string {
  if (kind === 'code') {
    const language = /^\s*[`~]{3,}\s*(\S+)/.exec(text)?.[1];
    return language === undefined ? labels.code : labels.codeOf(language);
  }
  if (kind === 'image') {
    const words = /!\[([^\]]+)\]/.exec(text)?.[1];
    return words === undefined ? labels.image : labels.imageOf(words);
  }
  return kind === 'html' ? 'HTML' : labels[kind];
}

/** Shows HTML of the renderer with its formulas and diagrams. */
export function fill(
  element: HTMLElement,
  html: string,
  { labels }: DrawContext,
  onSize: () => void,
): void {
  element.innerHTML = html;
  loadKatexStyle(element);
  void loadDiagrams(element, { failed: labels.diagramFailed, label: labels.diagram }).then(onSize);
  for (const image of element.querySelectorAll('img')) {
    // Otherwise a lazy image has no size when the block is measured.
    image.loading = 'eager';
    image.draggable = false;
    image.addEventListener('load', onSize);
    image.addEventListener('error', () => showFailure(image, labels, onSize), { once: true });
  }
}

/** An image without a name that is not loaded would have no size, so that it could not be clicked. */
function showFailure(image: HTMLImageElement, labels: LiveLabels, onSize: () => void): void {
  image.classList.add('live-failed');
  if (image.alt === '') image.alt = labels.image;
  onSize();
}

/** Whether the toolbar of an image is open; its changes must not replace the drawing until the next one is ready. */
export function isImageEdited(view: EditorView): boolean {
  return view.state.field(selectedImage, false)?.isOpen === true;
}

/** A block drawn in place of its source. A click puts the cursor into the source. */
export class BlockWidget extends WidgetType {
  readonly block: DrawnBlock;
  readonly #context: DrawContext;
  constructor(block: DrawnBlock, context: DrawContext) {
    super();
    this.block = block;
    this.#context = context;
  }

  override eq({ block }: BlockWidget): boolean {
    const { kind, text, indent } = this.block;
    return block.kind === kind && block.text === text && block.indent === indent;
  }

  override get estimatedHeight(): number {
    const { heights } = this.#context.renderer;
    return heights.get(this.block.text) ?? estimateHeight(this.block) + 2 * PADDING;
  }

  override get lineBreaks(): number {
    return 0;
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('div');
    frame.className = `live-block live-block-${this.block.kind}`;
    frame.setAttribute('role', 'group');
    const content = document.createElement('div');
    content.className = 'prose';
    content.dataset['draws'] = '';
    content.style.minHeight = `${this.estimatedHeight - 2 * PADDING}px`;
    frame.append(content);
    this.#draw(frame, content, view);
    frame.addEventListener('mousedown', (event) => onPress(event, view, frame));
    frame.addEventListener('click', onClick);
    return frame;
  }

  override updateDOM(frame: HTMLElement, view: EditorView, { block }: this): boolean {
    const content = frame.querySelector<HTMLElement>(':scope > .prose');
    const isImage = this.block.kind === 'image' && block.kind === 'image';
    if (!isImage || !content || !isImageEdited(view)) return false;
    pending.get(frame)?.();
    this.#draw(frame, content, view);
    return true;
  }

  #draw(frame: HTMLElement, content: HTMLElement, view: EditorView): void {
    const { block } = this;
    const { renderer, labels } = this.#context;
    blocks.set(frame, block);
    frame.setAttribute('aria-label', labelOf(block, labels));
    frame.style.paddingLeft =
      block.indent > 0 ? `calc(var(--live-left) + ${block.indent / 2}em)` : '';
    const measure = () => {
      view.requestMeasure({
        key: frame,
        read: () => {
          if (!frame.isConnected) return;
          renderer.heights.set(block.text, frame.offsetHeight);
          markSelectedImage(view);
        },
      });
    };
    const show = (drawing: Drawing) => {
      if (drawing === null) return;
      content.style.minHeight = '';
      fill(content, drawing, this.#context, measure);
      measure();
    };
    const drawing = renderer.get(block.text);
    if (drawing === undefined) pending.set(frame, renderer.request(block.text, show));
    else show(drawing);
  }

  override destroy(frame: HTMLElement): void {
    pending.get(frame)?.();
  }
}

const pending = new WeakMap<HTMLElement, () => void>();
/** The blocks of the frames, which change when a frame is drawn again. */
const blocks = new WeakMap<HTMLElement, DrawnBlock>();

const linkOf = ({ target }: Event) => (target instanceof Element ? target.closest('a') : null);

/** Links open with Ctrl or Cmd only; otherwise a click edits the block. */
function onClick(event: MouseEvent): void {
  const link = linkOf(event);
  if (!link) return;
  event.preventDefault();
  if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
}

function onPress(event: MouseEvent, view: EditorView, frame: HTMLElement): void {
  const { target } = event;
  const block = blocks.get(frame);
  if (event.button !== 0 || !block || !(target instanceof Element)) return;
  if ((event.ctrlKey || event.metaKey) && linkOf(event)) return;
  // A press on the scroll bar of a wide block only scrolls.
  if (event.offsetY > target.clientHeight && target.scrollWidth > target.clientWidth) return;
  event.preventDefault();
  // The element stays when only the text before it changes, so the positions of its block may be old.
  const from = view.posAtDOM(frame);
  const current = { ...block, from, to: from + block.to - block.from };
  view.dispatch({
    selection: { anchor: sourcePosition(view.state, current, event) },
    userEvent: 'select.pointer',
    scrollIntoView: true,
  });
  view.focus();
}

const REDRAW_DELAY_MS = 250;

/** The drawing below the source of a diagram or formula that is being edited. */
export class DrawingWidget extends WidgetType {
  readonly #block: DrawnBlock;
  readonly #context: DrawContext;
  constructor(block: DrawnBlock, context: DrawContext) {
    super();
    this.#block = block;
    this.#context = context;
  }

  override eq(other: DrawingWidget): boolean {
    return other.#block.text === this.#block.text && other.#block.kind === this.#block.kind;
  }

  override get estimatedHeight(): number {
    return this.#context.renderer.heights.get(this.#block.text) ?? estimateHeight(this.#block);
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('div');
    frame.className = 'live-block live-drawing prose';
    frame.dataset['draws'] = '';
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', labelOf(this.#block, this.#context.labels));
    this.#draw(frame, view);
    return frame;
  }

  /** Keeps the previous drawing until the user pauses. */
  override updateDOM(frame: HTMLElement, view: EditorView): boolean {
    pending.get(frame)?.();
    const timer = setTimeout(() => this.#draw(frame, view), REDRAW_DELAY_MS);
    pending.set(frame, () => clearTimeout(timer));
    return true;
  }

  override destroy(frame: HTMLElement): void {
    pending.get(frame)?.();
  }

  #draw(frame: HTMLElement, view: EditorView): void {
    const { renderer } = this.#context;
    const measure = () => view.requestMeasure();
    const show = (drawing: Drawing) => {
      if (drawing !== null) fill(frame, drawing, this.#context, measure);
      measure();
    };
    const drawing = renderer.get(this.#block.text);
    if (drawing === undefined) pending.set(frame, renderer.request(this.#block.text, show));
    else show(drawing);
  }
}

/** Why a block is shown as source. */
export class ReasonWidget extends WidgetType {
  readonly #reason: string;
  constructor(reason: string) {
    super();
    this.#reason = reason;
  }

  override eq(other: ReasonWidget): boolean {
    return other.#reason === this.#reason;
  }

  override get estimatedHeight(): number {
    return 24;
  }

  override toDOM(): HTMLElement {
    const reason = document.createElement('div');
    reason.className = 'live-reason';
    reason.textContent = this.#reason;
    return reason;
  }
}
