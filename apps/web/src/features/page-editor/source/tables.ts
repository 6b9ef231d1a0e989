import type { EditorState, StateCommand } from '@codemirror/state';

/** The Markdown table around the cursor, as rows of trimmed cells. */
interface Table {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly (readonly string[])[];
  /** The row of the cursor. */
  readonly row: number;
  readonly column: number;
}

const ROW = /^\s*\|.*\|\s*$/;
const DELIMITER_CELL = /^:?-+:?$/;

/** Splits a line at its pipes; an escaped pipe belongs to its cell. */
function splitCells(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function findTable(state: EditorState): Table | undefined {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  if (!ROW.test(line.text)) return undefined;
  let first = line.number;
  let last = line.number;
  while (first > 1 && ROW.test(state.doc.line(first - 1).text)) first -= 1;
  while (last < state.doc.lines && ROW.test(state.doc.line(last + 1).text)) last += 1;
  const lines = Array.from({ length: last - first + 1 }, (_, at) => state.doc.line(first + at));
  const rows = lines.map(({ text }) => splitCells(text));
  if (!rows[1]?.every((cell) => DELIMITER_CELL.test(cell))) return undefined;
  const pipes = line.text.slice(0, head - line.from).split(/(?<!\\)\|/).length - 2;
  const column = Math.min(Math.max(pipes, 0), (rows[0]?.length ?? 1) - 1);
  return {
    from: state.doc.line(first).from,
    to: state.doc.line(last).to,
    rows,
    row: line.number - first,
    column,
  };
}

const formatRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Rewrites the table and moves the cursor to the end of a cell's text. */
function replaceTable(
  state: EditorState,
  table: Table,
  rows: readonly (readonly string[])[],
  at: { row: number; column: number },
) {
  const lines = rows.map(formatRow);
  const before = lines.slice(0, at.row).reduce((sum, line) => sum + line.length + 1, 0);
  const cells = rows[at.row]?.slice(0, at.column + 1) ?? [];
  const anchor = table.from + before + 2 + cells.join(' | ').length;
  return state.update({
    changes: { from: table.from, to: table.to, insert: lines.join('\n') },
    selection: { anchor },
    userEvent: 'input',
    scrollIntoView: true,
  });
}

/** Moves to the next cell; after the last cell it adds a row. Does nothing outside of a table. */
export function moveToCell(step: 1 | -1): StateCommand {
  return ({ state, dispatch }) => {
    const table = findTable(state);
    const width = table?.rows[0]?.length ?? 0;
    if (!table || width === 0) return false;
    // The delimiter row has no cells to edit.
    const editableRows = table.rows.map((_, row) => row).filter((row) => row !== 1);
    const targetIndex = Math.max(editableRows.indexOf(table.row), 0) * width + table.column + step;
    if (targetIndex < 0) return true;
    const row = editableRows[Math.floor(targetIndex / width)];
    const column = targetIndex % width;
    if (row === undefined) {
      const empty = Array.from({ length: width }, () => '');
      const rows = [...table.rows, empty];
      dispatch(replaceTable(state, table, rows, { row: rows.length - 1, column: 0 }));
    } else dispatch(replaceTable(state, table, table.rows, { row, column }));
    return true;
  };
}

export const insertRow: StateCommand = ({ state, dispatch }) => {
  const table = findTable(state);
  if (!table) return false;
  const row = Math.max(table.row + 1, 2);
  const empty = Array.from({ length: table.rows[0]?.length ?? 1 }, () => '');
  const rows = [...table.rows.slice(0, row), empty, ...table.rows.slice(row)];
  dispatch(replaceTable(state, table, rows, { row, column: 0 }));
  return true;
};

export const insertColumn: StateCommand = ({ state, dispatch }) => {
  const table = findTable(state);
  if (!table) return false;
  const column = table.column + 1;
  const rows = table.rows.map((cells, row) => [
    ...cells.slice(0, column),
    row === 1 ? '---' : '',
    ...cells.slice(column),
  ]);
  dispatch(replaceTable(state, table, rows, { row: table.row, column }));
  return true;
};

const DELIMITERS = { left: ':---', center: ':---:', right: '---:' } as const;

export function alignColumn(side: keyof typeof DELIMITERS): StateCommand {
  return ({ state, dispatch }) => {
    const table = findTable(state);
    if (!table) return false;
    const rows = table.rows.map((cells, row) =>
      row === 1 ? cells.map((cell, at) => (at === table.column ? DELIMITERS[side] : cell)) : cells,
    );
    dispatch(replaceTable(state, table, rows, table));
    return true;
  };
}
