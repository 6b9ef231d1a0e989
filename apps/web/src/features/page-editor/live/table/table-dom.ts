import type { CellPlace, Table } from '../../source/table/read-table.ts';

/** The elements of a drawn table. The header is row 0, as in the table that is read from the source. */

export const tableIn = (frame: HTMLElement) => frame.querySelector('table');

export function cellIn(
  frame: HTMLElement,
  { row, column }: CellPlace,
): HTMLTableCellElement | undefined {
  return tableIn(frame)?.rows[row]?.cells[column];
}

/** Adds and removes rows and cells at the ends, so that each cell of the source has an element before it is drawn. */
export function fitTable(frame: HTMLElement, { rows, columns }: Table): void {
  const drawn = tableIn(frame);
  if (!drawn) return;
  while (drawn.rows.length > rows.length) drawn.deleteRow(-1);
  while (drawn.rows.length < rows.length) (drawn.tBodies[0] ?? drawn.createTBody()).insertRow();
  for (const [index, row] of [...drawn.rows].entries()) {
    while (row.cells.length > columns) row.deleteCell(-1);
    while (row.cells.length < columns)
      row.append(document.createElement(index === 0 ? 'th' : 'td'));
  }
}

function copyAttributes(from: Element, to: Element): void {
  for (const name of to.getAttributeNames()) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const name of from.getAttributeNames()) {
    const value = from.getAttribute(name) ?? '';
    if (to.getAttribute(name) !== value) to.setAttribute(name, value);
  }
}

/** Takes over what differs in a new drawing of a table with as many rows and columns; `kept` keeps its content. */
export function takeOver(frame: HTMLElement, drawing: HTMLElement, kept: Element | null): void {
  const before = tableIn(frame);
  const after = tableIn(drawing);
  if (!before || !after) return;
  copyAttributes(after, before);
  for (const [index, row] of [...before.rows].entries()) {
    const newRow = after.rows[index];
    if (!newRow) continue;
    copyAttributes(newRow, row);
    for (const [column, cell] of [...row.cells].entries()) {
      const newCell = newRow.cells[column];
      if (!newCell) continue;
      copyAttributes(newCell, cell);
      if (cell !== kept && cell.innerHTML !== newCell.innerHTML)
        cell.replaceChildren(...newCell.childNodes);
    }
  }
}
