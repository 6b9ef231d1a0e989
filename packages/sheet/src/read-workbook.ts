import { asText } from './as-text.ts';
import type { Attributes, Cell, Row, Sheet, Workbook } from './workbook.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const INDEX = /^(?:0|[1-9]\d{0,6})$/;

/** Entries of an object with numeric keys, or of an array. */
function indexedEntries(value: unknown): [number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([key]) => INDEX.test(key))
    .map(([key, entry]) => [Number(key), entry]);
}

function readCell(value: unknown): Cell | undefined {
  if (isObject(value)) {
    const { text } = value;
    if (typeof text === 'string') return value as unknown as Cell;
    return { ...value, text: asText(text) };
  }
  return value === null || value === undefined ? undefined : { text: asText(value) };
}

function readRow(value: unknown): Row {
  const { cells, ...attributes } = isObject(value) ? value : { cells: value };
  const read = new Map<number, Cell>();
  for (const [at, entry] of indexedEntries(cells)) {
    const cell = readCell(entry);
    if (cell) read.set(at, cell);
  }
  return { cells: read, attributes };
}

function readSheet(value: unknown, at: number): Sheet {
  const { name, rows, ...attributes }: Attributes = isObject(value) ? value : {};
  let read: Map<number, Row> | undefined;
  const count = isObject(rows) ? rows['len'] : undefined;
  return {
    name: typeof name === 'string' && name !== '' ? name : `sheet${at + 1}`,
    // Lazy: only one sheet of a large workbook is shown at a time.
    get rows() {
      if (read) return read;
      read = new Map();
      for (const [index, row] of indexedEntries(rows)) read.set(index, readRow(row));
      return read;
    },
    rowCount: typeof count === 'number' && count >= 0 ? Math.trunc(count) : undefined,
    attributes,
  };
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** ShowDoc stored some tables as HTML-escaped JSON. */
function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** Preserves text that is not a workbook: each line becomes a cell in the first column. */
function sheetFromLines(text: string): Sheet {
  const rows = text
    .split(/\r\n?|\n/)
    .map((line, at): [number, Row] => [
      at,
      { cells: new Map([[0, { text: line }]]), attributes: {} },
    ]);
  return { name: 'sheet1', rows: new Map(rows), rowCount: undefined, attributes: {} };
}

function findSheets(stored: unknown): readonly unknown[] | undefined {
  if (Array.isArray(stored)) return stored;
  if (!isObject(stored)) return stored === null ? [] : undefined;
  const { sheets } = stored;
  if (Array.isArray(sheets)) return sheets;
  if (Object.keys(stored).length === 0) return [];
  return 'rows' in stored || 'name' in stored ? [stored] : undefined;
}

/** Parses a list of sheets, a single sheet (legacy), `{sheets}` or empty text; returns undefined for any other text. */
export function parseWorkbook(text: string): Workbook | undefined {
  if (text.trim() === '') return [];
  const sheets = findSheets(tryParseJson(text) ?? tryParseJson(unescapeHtml(text)));
  return sheets?.every(isObject) ? sheets.map(readSheet) : undefined;
}

/** Reads any stored text as a workbook. */
export function readWorkbook(text: string): Workbook {
  return parseWorkbook(text) ?? [sheetFromLines(text)];
}

/** A quick check: most tables have no formulas and need no calculation. */
export const mayHaveFormulas = (content: string) => /(?:"|&quot;)=/.test(content);
