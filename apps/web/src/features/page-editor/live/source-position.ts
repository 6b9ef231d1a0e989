import type { EditorState } from '@codemirror/state';
import type { Block } from './find-blocks.ts';

/** Where a click on a drawn block puts the cursor. */
export function sourcePosition(state: EditorState, block: Block, event: MouseEvent): number {
  const { target } = event;
  const cell = target instanceof Element ? target.closest('td, th') : null;
  if (block.kind === 'table' && cell instanceof HTMLTableCellElement) {
    const row = cell.parentElement instanceof HTMLTableRowElement ? cell.parentElement.rowIndex : 0;
    return cellPosition(state, block.from, row, cell.cellIndex);
  }
  if (block.kind === 'code' && target instanceof Element) {
    const offset = codeOffset(target.closest('.prose')?.querySelector('pre') ?? null, event);
    if (offset !== undefined) return codePosition(state, block, offset);
  }
  return entryPosition(state, block, 1);
}

/** Where the cursor enters a block that arrow keys reach from above (1) or below (-1). */
export function entryPosition(state: EditorState, { from, to, kind }: Block, side: 1 | -1): number {
  const first = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  const isFenced = (kind === 'code' || kind === 'diagram') && last.number - first.number > 1;
  if (side < 0) return isFenced ? state.doc.line(last.number - 1).to : last.to;
  return isFenced ? state.doc.line(first.number + 1).from : first.from;
}

/** The end of the text of a cell. Row 0 is the header; the delimiter row below it is not drawn. */
export function cellPosition(
  state: EditorState,
  from: number,
  row: number,
  column: number,
): number {
  const header = state.doc.lineAt(from);
  const number = header.number + (row === 0 ? 0 : row + 1);
  const line = state.doc.line(Math.min(number, state.doc.lines));
  const pipes = [...line.text.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const hasFirstPipe = /^\s*\|/.test(line.text);
  const start = hasFirstPipe ? pipes[column] : column === 0 ? -1 : pipes[column - 1];
  const end = (hasFirstPipe ? pipes[column + 1] : pipes[column]) ?? line.text.length;
  if (start === undefined) return line.to;
  const cell = line.text.slice(start + 1, end);
  const text = cell.trimEnd();
  // An empty cell has its cursor between the spaces.
  return line.from + start + 1 + (text === '' ? Math.min(cell.length, 1) : text.length);
}

/** The offset of the clicked character in the code. */
function codeOffset(code: Element | null, { clientX, clientY }: MouseEvent): number | undefined {
  if (!code) return undefined;
  const position = document.caretPositionFromPoint?.(clientX, clientY);
  if (!position || !code.contains(position.offsetNode)) return undefined;
  const range = document.createRange();
  range.setStart(code, 0);
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
