import type { Rect } from '@codemirror/view';

export const FIELD_CLASS = 'live-cell';
const SIZE_CLASS = 'live-cell-size';
/** Gives the last line a height and the end of the text a place. */
const END = '\u200B';

interface Offsets {
  readonly anchor: number;
  readonly head: number;
}

/** The text field of a cell with its Markdown. A hidden copy of the text gives the cell its size. */
export class CellField {
  readonly element = document.createElement('div');
  readonly input = document.createElement('textarea');
  readonly #size = document.createElement('span');
  #cell: HTMLElement | undefined;
  #drawn: ChildNode[] = [];
  #drawnText = '';

  constructor() {
    this.element.className = FIELD_CLASS;
    this.#size.className = SIZE_CLASS;
    this.#size.setAttribute('aria-hidden', 'true');
    this.input.rows = 1;
    this.input.setAttribute('enterkeyhint', 'next');
    this.element.append(this.#size, this.input);
  }

  /** Replaces what a cell with this text shows. */
  mount(cell: HTMLElement, text: string): void {
    this.#cell = cell;
    this.#drawn = [...cell.childNodes];
    this.#drawnText = text;
    cell.replaceChildren(this.element);
  }

  /** Shows the cell again, as source if its text has changed; returns whether it has to be drawn. */
  unmount(text: string): boolean {
    if (this.element.parentElement !== this.#cell) return false;
    const isSame = text === this.#drawnText;
    if (isSame) this.#cell?.replaceChildren(...this.#drawn);
    else this.#cell?.replaceChildren(text);
    return !isSame;
  }

  isIn(cell: HTMLElement): boolean {
    return this.element.parentElement === cell;
  }

  get isFocused(): boolean {
    return document.activeElement === this.input;
  }

  /** The ends of the selection in the text without the spaces around it. */
  offsets(): Offsets {
    const { value, selectionStart, selectionEnd, selectionDirection } = this.input;
    const { length } = value.trim();
    const before = value.length - value.trimStart().length;
    const [start = 0, end = 0] = [selectionStart, selectionEnd].map((at) =>
      Math.min(Math.max(at - before, 0), length),
    );
    return selectionDirection === 'backward'
      ? { anchor: end, head: start }
      : { anchor: start, head: end };
  }

  /** Shows the text and the selection of the document. Spaces that the user types at the ends are not in it. */
  show(text: string, { anchor, head }: Offsets): void {
    const { input } = this;
    if (input.value.trim() !== text) input.value = text;
    this.resize();
    const shown = this.offsets();
    if (shown.anchor === anchor && shown.head === head) return;
    const before = input.value.length - input.value.trimStart().length;
    input.setSelectionRange(
      before + Math.min(anchor, head),
      before + Math.max(anchor, head),
      head < anchor ? 'backward' : 'forward',
    );
  }

  resize(): void {
    const text = this.input.value + END;
    if (this.#size.textContent !== text) this.#size.textContent = text;
  }

  /** Whether the cursor is on the first (-1) or last (1) line of the text as it is wrapped. */
  isOnEdgeLine(side: 1 | -1): boolean {
    const { value, selectionEnd } = this.input;
    const cursor = this.#rectAt(selectionEnd);
    const edge = this.#rectAt(side < 0 ? 0 : value.length);
    return !cursor || !edge || Math.abs(cursor.top - edge.top) < 4;
  }

  #rectAt(offset: number): Rect | null {
    return rectInText(this.#size, offset);
  }
}

function rectInText(size: Element, offset: number): Rect | null {
  const text = size.firstChild;
  if (!(text instanceof Text) || offset >= text.length) return null;
  const range = document.createRange();
  range.setStart(text, offset);
  range.setEnd(text, offset + 1);
  const box = range.getClientRects()[0];
  return box ? { left: box.left, right: box.left, top: box.top, bottom: box.bottom } : null;
}

/** The place of a character in the cell that is being edited; null in another cell. */
export function caretRect(cell: Element, offset: number): Rect | null {
  const size = cell.querySelector(`.${SIZE_CLASS}`);
  return size && rectInText(size, offset);
}
