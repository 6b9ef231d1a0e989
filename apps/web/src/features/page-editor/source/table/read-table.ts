import type { EditorState, Line, Text } from '@codemirror/state';
import { isInBlockOfCode } from '../syntax.ts';

/** Reads GFM tables as `packages/markdown` does: by line, a bar ends a cell unless a backslash precedes it. */

/** A cell is the source between two bars. */
interface TableCell {
  readonly from: number;
  readonly to: number;
  readonly source: string;
  /** The range of the text without the spaces around it; in an empty cell, the place for its text. */
  readonly textFrom: number;
  readonly textTo: number;
  readonly text: string;
}

export interface TableRow {
  /** The range of the whole line. */
  readonly from: number;
  readonly to: number;
  /** Where the row starts, behind indentation and the marks of quotations. */
  readonly start: number;
  readonly line: string;
  /** The bars at both ends are optional. */
  readonly hasFirstBar: boolean;
  readonly hasLastBar: boolean;
  /** May be fewer or more than the columns of the table. */
  readonly cells: readonly TableCell[];
}

export interface Table {
  /** The header is row 0, so the delimiter row is not one of them. */
  readonly rows: readonly TableRow[];
  readonly delimiter: TableRow;
  /** The number of cells of the header. */
  readonly columns: number;
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

const BAR = /(?<!\\)\|/g;
const QUOTE_MARKS = /^(?:[ \t]*>)*[ \t]*/;
const DELIMITER_ROW = /^(?=.*-)(?=.*[|:])[-:| \t]+$/;
const DELIMITER_CELL = /^:?-+:?$/;
/** A line that starts another block ends the table. */
const OTHER_BLOCK =
  /^(?:#{1,6}(?:\s|$)|```|~~~|>|[-*+](?:\s|$)|\d{1,9}[.)](?:\s|$)|(?:[-*_][ \t]*){3,}$|<(?:!--|\/?(?:div|p|pre|table|details|ul|ol|h[1-6])\b))/i;
/** A line that is indented by more is code. */
const MAX_INDENT = 3;
const TAB_WIDTH = 4;

const matchLength = (pattern: RegExp, text: string) => pattern.exec(text)?.[0].length ?? 0;

function countColumns(text: string): number {
  let columns = 0;
  for (const letter of text)
    columns += letter === '\t' ? TAB_WIDTH - (columns % TAB_WIDTH) : letter.length;
  return columns;
}

/** The depth of quotation and the indentation of a line, given what precedes its text. */
function readMarks(marks: string): { depth: number; indent: number } {
  const depth = marks.split('>').length - 1;
  const indent = countColumns(marks.slice(marks.lastIndexOf('>') + 1));
  // The space behind the mark of a quotation belongs to the mark.
  return { depth, indent: depth > 0 ? Math.max(indent - 1, 0) : indent };
}

function isBlank(text: string): boolean {
  return matchLength(QUOTE_MARKS, text) === text.length;
}

/** What the header and the delimiter row decide about the rows below them. */
interface TableHead {
  readonly header: number;
  readonly depth: number;
  readonly minIndent: number;
  readonly maxIndent: number;
}

function readHead(doc: Text, header: number): TableHead | undefined {
  if (header >= doc.lines) return undefined;
  const { text } = doc.line(header);
  const below = doc.line(header + 1).text;
  const belowMarks = matchLength(QUOTE_MARKS, below);
  if (!text.includes('|') || !DELIMITER_ROW.test(below.slice(belowMarks))) return undefined;
  const delimiters = splitRow(below, belowMarks).parts;
  if (!delimiters.every(({ from, to }) => DELIMITER_CELL.test(below.slice(from, to).trim())))
    return undefined;
  const delimiter = readMarks(below.slice(0, belowMarks));
  const headerMarks = matchLength(QUOTE_MARKS, text);
  const { depth, indent } = readMarks(text.slice(0, headerMarks));
  if (depth !== delimiter.depth) return undefined;
  const base = Math.min(indent, delimiter.indent);
  // The text of a list item is indented by two columns or more, and a line with fewer ends it.
  const minIndent = base >= 2 ? base : 0;
  const maxIndent = base + MAX_INDENT;
  if (Math.max(indent, delimiter.indent) > maxIndent) return undefined;
  return { header, depth, minIndent, maxIndent };
}

function isRow(head: TableHead, text: string): boolean {
  const length = matchLength(QUOTE_MARKS, text);
  if (length === text.length) return false;
  const { depth, indent } = readMarks(text.slice(0, length));
  if (depth !== head.depth || indent < head.minIndent || indent > head.maxIndent) return false;
  return !OTHER_BLOCK.test(text.slice(length));
}

/** The last line of a table, at most `limit`. */
function lastLine(doc: Text, head: TableHead, limit: number): number {
  let last = head.header + 1;
  while (last < limit && isRow(head, doc.line(last + 1).text)) last += 1;
  return last;
}

/** The head of the table that a line with a bar belongs to. */
function findHead(doc: Text, at: Line): TableHead | undefined {
  // Most lines have no bar; a row without one can only be edited as text.
  if (!at.text.includes('|')) return undefined;
  let line = at.number;
  while (line > 1 && !isBlank(doc.line(line - 1).text)) line -= 1;
  // From the top, because a row of the body may look like a delimiter row.
  while (line <= at.number) {
    const head = readHead(doc, line);
    const last = head ? lastLine(doc, head, at.number) : line;
    if (head && last >= at.number) return head;
    line = last + 1;
  }
  return undefined;
}

/** Splits a line at its bars; `parts` are the ranges of the cells in it. */
function splitRow(text: string, start: number) {
  const end = text.trimEnd().length;
  const bars = [...text.slice(start, end).matchAll(BAR)].map(({ index }) => start + index);
  const edges = [start - 1, ...bars, end];
  const parts = edges.slice(1).map((to, at) => ({ from: (edges[at] ?? 0) + 1, to }));
  const isEmpty = (part: (typeof parts)[number] | undefined) =>
    part !== undefined && text.slice(part.from, part.to).trim() === '';
  const hasFirstBar = bars.length > 0 && isEmpty(parts[0]);
  if (hasFirstBar) parts.shift();
  const hasLastBar = parts.length > 1 && isEmpty(parts.at(-1));
  if (hasLastBar) parts.pop();
  return { parts, hasFirstBar, hasLastBar };
}

function readCell({ from: lineFrom, text: line }: Line, from: number, to: number): TableCell {
  const source = line.slice(from, to);
  const text = source.trim();
  const before = text === '' ? Math.min(1, source.length) : source.indexOf(text);
  const textFrom = lineFrom + from + before;
  return {
    from: lineFrom + from,
    to: lineFrom + to,
    source,
    textFrom,
    textTo: textFrom + text.length,
    text,
  };
}

function readRow(doc: Text, number: number): TableRow {
  const line = doc.line(number);
  const marks = matchLength(QUOTE_MARKS, line.text);
  const { parts, hasFirstBar, hasLastBar } = splitRow(line.text, marks);
  return {
    from: line.from,
    to: line.to,
    start: line.from + marks,
    line: line.text,
    hasFirstBar,
    hasLastBar,
    cells: parts.map(({ from, to }) => readCell(line, from, to)),
  };
}

/** Like `readTable`, for a text that is known not to be code. */
export function readTableIn(doc: Text, at: number): Table | undefined {
  const head = findHead(doc, doc.lineAt(at));
  if (!head) return undefined;
  const { header } = head;
  const last = lastLine(doc, head, doc.lines);
  const first = readRow(doc, header);
  const body = Array.from({ length: last - header - 1 }, (_, index) =>
    readRow(doc, header + 2 + index),
  );
  return {
    rows: [first, ...body],
    delimiter: readRow(doc, header + 1),
    columns: first.cells.length,
  };
}

/** The table at a position of the text, except in code. */
export function readTable(state: EditorState, at: number): Table | undefined {
  return isTableLine(state, at) ? readTableIn(state.doc, at) : undefined;
}

function isTableLine(state: EditorState, at: number): boolean {
  const line = state.doc.lineAt(at);
  return line.text.includes('|') && !isInBlockOfCode(state, line.from + line.text.indexOf('|'));
}

/** The column of a table that a position in one of its rows belongs to. */
function columnAt(row: TableRow, columns: number, at: number): number {
  const column = row.cells.findIndex(({ to }) => at <= to);
  const inRow = column < 0 ? row.cells.length - 1 : column;
  return Math.min(Math.max(inRow, 0), columns - 1);
}

/** The cell at a position; the delimiter row belongs to the header. */
export function placeAt(table: Table, at: number): CellPlace {
  const row = Math.max(
    table.rows.findIndex(({ to }) => at <= to),
    0,
  );
  const isDelimiter = at >= table.delimiter.from && at <= table.delimiter.to;
  const line = isDelimiter ? table.delimiter : table.rows[row];
  return {
    row: isDelimiter ? 0 : row,
    column: line ? columnAt(line, table.columns, at) : 0,
  };
}

/** The header and the place of the cursor, without reading the rest of the table. */
export interface TableCursor extends CellPlace {
  readonly header: TableRow;
  /** The row of the cursor. */
  readonly current: TableRow;
}

export function readTableCursor(state: EditorState): TableCursor | undefined {
  const { head: at } = state.selection.main;
  const line = state.doc.lineAt(at);
  if (!isTableLine(state, at)) return undefined;
  const head = findHead(state.doc, line);
  if (!head) return undefined;
  const header = readRow(state.doc, head.header);
  const below = line.number - head.header;
  const current = below === 0 ? header : readRow(state.doc, line.number);
  const column = columnAt(current, header.cells.length, at);
  return { header, current, row: Math.max(below - 1, 0), column };
}
