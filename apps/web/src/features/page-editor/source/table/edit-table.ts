import type { ChangeSpec, TransactionSpec } from '@codemirror/state';
import type { CellPlace, Table, TableRow } from './read-table.ts';
import {
  cellSources,
  contentOf,
  EMPTY_CELL,
  joinCells,
  marksOf,
  pad,
  replaceCells,
  replaceContent,
  replaceText,
  writeRow,
} from './write-row.ts';

/**
 * Edits of a table by row and column. Row 0 is the header: another row that gets there becomes the header, and the
 * delimiter row stays below it. Rows that an edit does not concern keep their bytes.
 */

const DELIMITER = ' --- ';

const edit = (changes: readonly ChangeSpec[]): TransactionSpec => ({
  changes,
  userEvent: 'input',
  scrollIntoView: true,
});

const insertLine = (after: TableRow, text: string): ChangeSpec => ({
  from: after.to,
  insert: `\n${text}`,
});

/** Removes the line of a row below the header, with the line break before it. */
const removeLine = (row: TableRow): ChangeSpec => ({ from: row.from - 1, to: row.to });

/** The line that a row of the body follows. */
function lineAbove({ rows, delimiter }: Table, row: number): TableRow {
  return (row > 1 && rows[row - 1]) || delimiter;
}

/** Makes the content of a row the header, which needs a cell for every column. */
function replaceHeader({ rows: [header], delimiter, columns }: Table, row: TableRow): ChangeSpec[] {
  if (!header) return [];
  const hasBar = row.cells.length > 1 || row.hasFirstBar;
  const isWhole = row.cells.length >= columns && hasBar;
  const content = isWhole ? contentOf(row) : joinCells(pad(cellSources(row), columns), row);
  const missing = row.cells.length - Math.max(delimiter.cells.length, columns);
  return [
    ...replaceContent(header, content),
    ...(missing > 0
      ? replaceCells(delimiter, pad(cellSources(delimiter), row.cells.length, DELIMITER))
      : []),
  ];
}

/** The header as a row of the body. */
const headerAsRow = ({ rows: [header], delimiter }: Table): string =>
  marksOf(delimiter) + (header ? contentOf(header) : '');

/** Inserts an empty row; `at` is its index. */
export function insertRow(table: Table, at: number): TransactionSpec {
  const empty = writeRow(pad([], table.columns));
  const [header] = table.rows;
  if (at > 0 || !header)
    return edit([insertLine(lineAbove(table, at), marksOf(table.delimiter) + empty)]);
  return edit([...replaceContent(header, empty), insertLine(table.delimiter, headerAsRow(table))]);
}

export function duplicateRow(table: Table, row: number): TransactionSpec {
  const source = table.rows[row];
  if (!source) return {};
  return edit([
    row === 0 ? insertLine(table.delimiter, headerAsRow(table)) : insertLine(source, source.line),
  ]);
}

/** Deletes a row; the row below a deleted header becomes the header. Without another row the table is deleted. */
export function deleteRow(table: Table, row: number): TransactionSpec {
  const source = table.rows[row];
  const [header, second] = table.rows;
  if (!source || !header) return {};
  if (row > 0) return edit([removeLine(source)]);
  return second ? edit([...replaceHeader(table, second), removeLine(second)]) : deleteTable(table);
}

function deleteTable({ rows: [header], rows, delimiter }: Table): TransactionSpec {
  return header
    ? edit([{ from: header.start, to: (rows[1] && rows.at(-1)?.to) ?? delimiter.to }])
    : {};
}

export function moveRow(table: Table, from: number, to: number): TransactionSpec {
  const source = table.rows[from];
  const [header, second] = table.rows;
  if (!source || !header || !second || !table.rows[to] || from === to) return {};
  if (to === 0)
    return edit([
      ...replaceHeader(table, source),
      insertLine(table.delimiter, headerAsRow(table)),
      removeLine(source),
    ]);
  if (from === 0)
    return edit([
      ...replaceHeader(table, second),
      removeLine(second),
      insertLine(table.rows[to], headerAsRow(table)),
    ]);
  const after = to > from ? table.rows[to] : lineAbove(table, to);
  return edit([removeLine(source), insertLine(after, source.line)]);
}

/** All lines of the table with what an empty cell of theirs contains. */
const allRows = ({ rows, delimiter }: Table) =>
  [...rows, delimiter].map((row) => ({
    row,
    empty: row === delimiter ? DELIMITER : EMPTY_CELL,
  }));

/** Inserts an empty column; `at` is its index. */
export function insertColumn(table: Table, at: number): TransactionSpec {
  return edit(
    allRows(table).flatMap(({ row, empty }) => {
      // A short row already ends before the new column.
      if (at >= row.cells.length && row.cells.length < table.columns) return [];
      return replaceCells(row, cellSources(row).toSpliced(at, 0, empty));
    }),
  );
}

/** Deletes a column; without another column the table is deleted. */
export function deleteColumn(table: Table, column: number): TransactionSpec {
  if (table.columns < 2) return deleteTable(table);
  return edit(
    allRows(table).flatMap(({ row }) =>
      column < row.cells.length ? replaceCells(row, cellSources(row).toSpliced(column, 1)) : [],
    ),
  );
}

export function moveColumn(table: Table, from: number, to: number): TransactionSpec {
  if (from === to) return {};
  return edit(
    allRows(table).flatMap(({ row, empty }) => {
      if (row.cells.length <= Math.min(from, to)) return [];
      const sources = pad(cellSources(row), Math.max(from, to) + 1, empty);
      const [source = empty] = sources.splice(from, 1);
      return replaceCells(row, sources.toSpliced(to, 0, source));
    }),
  );
}

export type Alignment = 'left' | 'center' | 'right';

export function alignColumn(
  { delimiter }: Table,
  column: number,
  alignment: Alignment,
): TransactionSpec {
  const sources = pad(cellSources(delimiter), column + 1, DELIMITER);
  sources[column] = (sources[column] ?? DELIMITER).replace(/:?(-+):?/, (_, dashes: string) => {
    const first = alignment === 'right' ? '' : ':';
    return first + dashes + (alignment === 'left' ? '' : ':');
  });
  return edit(replaceCells(delimiter, sources));
}

/** Markdown as the text of a cell: a line break becomes `<br>`, and a bar gets a backslash if it has none. */
export function toCellText(markdown: string): string {
  return markdown
    .trim()
    .replaceAll(/\s*\n\s*/g, '<br>')
    .replaceAll(/(?<!\\)\|/g, '\\|');
}

/** The source of a cell with another text, in the same spaces. */
function withText(source: string, text: string): string {
  if (text === '') return EMPTY_CELL;
  const before = source.trim() === '' ? '' : source;
  const [start = ''] = /^\s*/.exec(before) ?? [];
  const [end = ''] = /\s*$/.exec(before) ?? [];
  return (start || ' ') + text + (end || ' ');
}

/** Replaces the text of a cell with Markdown; a short row is filled up to it. */
export function setCell(
  table: Table,
  { row, column }: CellPlace,
  markdown: string,
): TransactionSpec {
  const source = table.rows[row];
  if (!source) return {};
  const text = toCellText(markdown);
  if (source.cells[column]?.text === text) return {};
  const sources = pad(cellSources(source), column + 1);
  sources[column] = withText(sources[column] ?? '', text);
  return edit(replaceCells(source, sources));
}

/**
 * Replaces the texts of cells to the right of a cell and below it, and adds the rows and columns that are missing. The
 * texts are Markdown in which bars and line breaks are already escaped.
 */
export function fillCells(
  table: Table,
  { row: top, column: left }: CellPlace,
  texts: readonly (readonly string[])[],
): TransactionSpec {
  const width = Math.max(0, ...texts.map((line) => line.length));
  const columns = Math.max(table.columns, left + width);
  const fill = (sources: readonly string[], line: readonly string[]) => {
    const filled = pad(sources, left + line.length);
    for (const [at, text] of line.entries())
      filled[left + at] = withText(filled[left + at] ?? '', text);
    return filled;
  };
  const changes = table.rows.flatMap((row, at) => {
    const line = texts[at - top];
    const sources = line ? fill(cellSources(row), line) : cellSources(row);
    if (at === 0) return replaceIfChanged(row, pad(sources, columns));
    return line ? replaceIfChanged(row, sources) : [];
  });
  const delimiters = pad(cellSources(table.delimiter), columns, DELIMITER);
  const added = texts.slice(Math.max(table.rows.length - top, 0)).map((line) => {
    const content = writeRow(pad(fill([], line), columns));
    return `\n${marksOf(table.delimiter)}${content}`;
  });
  return edit([
    ...changes,
    ...(columns > table.columns ? replaceCells(table.delimiter, delimiters) : []),
    ...(added.length > 0
      ? [{ from: lineAbove(table, table.rows.length).to, insert: added.join('') }]
      : []),
  ]);
}

function replaceIfChanged(row: TableRow, sources: readonly string[]): ChangeSpec[] {
  return sources.join('|') === cellSources(row).join('|') ? [] : replaceCells(row, sources);
}

const NUMBER = /^[-+−]?\p{Sc}?\s?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?\s?[%‰\p{Sc}]?$/u;

/** The number a cell shows, such as `1,250.00`, `-3`, `$5` or `40%`. */
function toNumber(text: string): number | undefined {
  if (!/\d/.test(text) || !NUMBER.test(text)) return undefined;
  return Number(text.replace('−', '-').replaceAll(/[^\d.+-]/g, ''));
}

/** The text without the marks around it, such as those of bold text and code. */
const sortedText = (row: TableRow | undefined, column: number) =>
  (row?.cells[column]?.text ?? '').replaceAll(/^[*_~`]+|[*_~`]+$/g, '').trim();

/**
 * The rows of the table in the order of a column: numbers by value and before texts, empty cells last. Equal rows keep
 * their order, the header stays.
 */
export function sortedOrder(
  { rows }: Table,
  column: number,
  { isDescending, language }: { isDescending: boolean; language: string },
): number[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const keys = rows.map((row) => {
    const text = sortedText(row, column);
    return { text, number: toNumber(text) };
  });
  const sign = isDescending ? -1 : 1;
  const [header = 0, ...body] = keys.keys();
  body.sort((left, right) => {
    const [a, b] = [keys[left], keys[right]];
    if (!a || !b || a.text === '' || b.text === '')
      return Number(a?.text === '') - Number(b?.text === '');
    if (a.number !== undefined && b.number !== undefined) return sign * (a.number - b.number);
    if (a.number !== undefined || b.number !== undefined)
      return sign * (Number(a.number === undefined) - Number(b.number === undefined));
    return sign * compare(a.text, b.text);
  });
  return [header, ...body];
}

/** Puts the rows below the header in another order. */
export function orderRows({ rows }: Table, order: readonly number[]): TransactionSpec {
  return edit(
    rows.flatMap((row, at) => {
      const source = rows[order[at] ?? at];
      return at > 0 && source ? replaceText(row.from, row.line, source.line) : [];
    }),
  );
}
