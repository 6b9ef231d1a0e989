import { isolateHistory } from '@codemirror/commands';
import type { EditorState, StateCommand, Text, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import * as edits from './edit-table.ts';
import { placeAt, readTable, readTableIn, type CellPlace, type Table } from './read-table.ts';

/** Edits of the table at the cursor. They do nothing outside of a table. */

interface TableEdit {
  readonly spec: TransactionSpec;
  /** The cell of the cursor after the edit. */
  readonly place: CellPlace;
  /** What screen readers announce. */
  readonly announcement?: string;
  /** Puts the cursor behind the text of the cell, instead of keeping its position in the text. */
  readonly isNewCell?: boolean;
}

function cursorIn(doc: Text, table: Table, place: CellPlace, offset: number): number | undefined {
  const header = table.rows[0]?.from ?? 0;
  const after = header <= doc.length ? readTableIn(doc, header) : undefined;
  const row = after?.rows[Math.min(place.row, after.rows.length - 1)];
  const cell = row?.cells[Math.min(place.column, (after?.columns ?? 1) - 1)];
  return cell ? Math.min(cell.textFrom + offset, cell.textTo) : row?.to;
}

/** An edit with the cursor in a cell, as one step of undo. */
export function tableTransaction(
  state: EditorState,
  table: Table,
  { spec, place, announcement, isNewCell = false }: TableEdit,
): TransactionSpec {
  const { head } = state.selection.main;
  const { row, column } = placeAt(table, head);
  const textFrom = table.rows[row]?.cells[column]?.textFrom ?? head;
  const offset = isNewCell ? Infinity : Math.max(head - textFrom, 0);
  const changes = state.changes(spec.changes ?? []);
  const anchor = cursorIn(changes.apply(state.doc), table, place, offset);
  return {
    ...spec,
    changes,
    ...(anchor !== undefined && { selection: { anchor } }),
    ...(announcement !== undefined && { effects: EditorView.announce.of(announcement) }),
    annotations: isolateHistory.of('full'),
  };
}

/** Without an edit the command still counts as run, so that no other command changes the table. */
function command(
  makeEdit: (table: Table, place: CellPlace, state: EditorState) => TableEdit | undefined,
): StateCommand {
  return ({ state, dispatch }) => {
    const { head } = state.selection.main;
    const table = readTable(state, head);
    if (!table || state.readOnly) return false;
    const tableEdit = makeEdit(table, placeAt(table, head), state);
    if (tableEdit) dispatch(state.update(tableTransaction(state, table, tableEdit)));
    return true;
  };
}

/** Goes to a cell; a row or cell that is missing is added. */
export function goToCell(table: Table, place: CellPlace): TableEdit {
  const target = table.rows[place.row];
  if (!target) return { spec: edits.insertRow(table, place.row), place, isNewCell: true };
  const isMissing = place.column >= target.cells.length;
  const spec = isMissing ? edits.fillCells(table, place, [['']]) : { scrollIntoView: true };
  return { spec, place, isNewCell: true };
}

/** Moves to the next cell; after the last cell it adds a row. */
export function moveToCell(step: 1 | -1): StateCommand {
  return command((table, { row, column }) => {
    const index = row * table.columns + column + step;
    if (index < 0) return undefined;
    return goToCell(table, {
      row: Math.floor(index / table.columns),
      column: index % table.columns,
    });
  });
}

/** Moves to the cell below; after the last row it adds one. */
export const moveToRowBelow = command((table, { row, column }) =>
  goToCell(table, { row: row + 1, column }),
);

export const insertRowAbove = command((table, { row }) => ({
  spec: edits.insertRow(table, row),
  place: { row, column: 0 },
  isNewCell: true,
}));

export const insertRowBelow = command((table, { row }) => ({
  spec: edits.insertRow(table, row + 1),
  place: { row: row + 1, column: 0 },
  isNewCell: true,
}));

export const duplicateRow = command((table, { row, column }) => ({
  spec: edits.duplicateRow(table, row),
  place: { row: row + 1, column },
}));

export const deleteRow = command((table, place) => ({
  spec: edits.deleteRow(table, place.row),
  place,
}));

const moveRowBy = (step: 1 | -1) =>
  command((table, { row, column }, state) => moveRowTo(state, table, { row, column }, row + step));

/** The edit that moves the row of the cursor. */
export function moveRowTo(
  state: EditorState,
  table: Table,
  { row, column }: CellPlace,
  to: number,
): TableEdit | undefined {
  if (!table.rows[to]) return undefined;
  return {
    spec: edits.moveRow(table, row, to),
    place: { row: to, column },
    announcement: state.phrase('row moved to place $', String(to + 1)),
  };
}

export const moveRowUp = moveRowBy(-1);
export const moveRowDown = moveRowBy(1);

export const insertColumnLeft = command((table, { row, column }) => ({
  spec: edits.insertColumn(table, column),
  place: { row, column },
  isNewCell: true,
}));

export const insertColumnRight = command((table, { row, column }) => ({
  spec: edits.insertColumn(table, column + 1),
  place: { row, column: column + 1 },
  isNewCell: true,
}));

export const deleteColumn = command((table, place) => ({
  spec: edits.deleteColumn(table, place.column),
  place,
}));

/** The edit that moves the column of the cursor. */
export function moveColumnTo(
  state: EditorState,
  table: Table,
  { row, column }: CellPlace,
  to: number,
): TableEdit | undefined {
  if (to < 0 || to >= table.columns) return undefined;
  return {
    spec: edits.moveColumn(table, column, to),
    place: { row, column: to },
    announcement: state.phrase('column moved to place $', String(to + 1)),
  };
}

const moveColumnBy = (step: 1 | -1) =>
  command((table, place, state) => moveColumnTo(state, table, place, place.column + step));

export const moveColumnLeft = moveColumnBy(-1);
export const moveColumnRight = moveColumnBy(1);

export function alignColumn(alignment: edits.Alignment): StateCommand {
  return command((table, place) => ({
    spec: edits.alignColumn(table, place.column, alignment),
    place,
  }));
}

/** Sorts the rows by the column of the cursor, as the language sorts words. */
export function sortRows(options: { isDescending: boolean; language: string }): StateCommand {
  return command((table, { row, column }, state) => {
    const order = edits.sortedOrder(table, column, options);
    return {
      spec: edits.orderRows(table, order),
      place: { row: order.indexOf(row), column },
      announcement: state.phrase('rows sorted'),
    };
  });
}
