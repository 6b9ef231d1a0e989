import type { EditorState } from '@codemirror/state';
import type { Block } from './find-blocks.ts';
import { tableAt } from './table/edited-cell.ts';

/** Where a click on a drawn block puts the cursor. */
export function sourcePosition(state: EditorState, block: Block, event: MouseEvent): number {
  const { target } = event;
  const cell = target instanceof Element ? target.closest('td, th') : null;
  if (block.kind === 'table' && cell instanceof HTMLTableCellElement) {
    const position = cellPosition(state, block.from, cell, event);
    if (position !== undefined) return position;
  }
  if (block.kind === 'code' && target instanceof Element) {
    const offset = textOffset(target.closest('.prose')?.querySelector('pre') ?? null, event);
    if (offset !== undefined) return codePosition(state, block, offset);
  }
  return entryPosition(state, block, 1);
}

/** Where the cursor enters a block that arrow keys reach from above (1) or below (-1). */
export function entryPosition(state: EditorState, { from, to, kind }: Block, side: 1 | -1): number {
  const first = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  const isFenced = (kind === 'code' || kind === 'diagram') && last.number - first.number > 1;
  if (side < 0 && kind === 'table') return last.from;
  if (side < 0) return isFenced ? state.doc.line(last.number - 1).to : last.to;
  return isFenced ? state.doc.line(first.number + 1).from : first.from;
}

/** The clicked character of a cell without marks, otherwise the end of the text of the cell. */
function cellPosition(
  state: EditorState,
  from: number,
  element: HTMLTableCellElement,
  event: MouseEvent,
): number | undefined {
  const row = element.parentElement instanceof HTMLTableRowElement ? element.parentElement : null;
  const cell = tableAt(state, from)?.rows[row?.rowIndex ?? 0]?.cells[element.cellIndex];
  if (!cell) return undefined;
  const offset = element.textContent === cell.text ? textOffset(element, event) : undefined;
  return offset === undefined ? cell.textTo : cell.textFrom + offset;
}

/** The offset of the clicked character in the text of an element. */
function textOffset(element: Element | null, { clientX, clientY }: MouseEvent): number | undefined {
  if (!element) return undefined;
  const position = document.caretPositionFromPoint?.(clientX, clientY);
  if (!position || !element.contains(position.offsetNode)) return undefined;
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(position.offsetNode, position.offset);
  return range.toString().length;
}

function codePosition(state: EditorState, { from, to, text, indent }: Block, offset: number) {
  const isFenced = /^\s*[`~]{3}/.test(text);
  const first = state.doc.lineAt(from).number + (isFenced ? 1 : 0);
  let rest = offset;
  for (let number = first; number <= state.doc.lines; number += 1) {
    const line = state.doc.line(number);
    // Indented code has four spaces more.
    const spaces = isFenced ? indent : Math.min(4, line.length);
    const length = Math.max(line.length - spaces, 0);
    if (rest <= length || line.to >= to) return Math.min(line.from + spaces + rest, line.to, to);
    rest -= length + 1;
  }
  return to;
}
