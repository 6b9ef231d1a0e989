import { plainValue } from '@octavo/sheet/plain-value';
import { extentOf, shownText } from '@octavo/sheet/workbook';
import type { Cell, Row, Sheet, Workbook } from '@octavo/sheet/workbook';
import { parseCsv } from 'hucre/csv';

/** What a spreadsheet program would take for a formula and run. */
const RUNS = /^[=+\-@\t\r]/;

/** One field: no other program runs it, and quotes stand where they must. */
function field(cell: Cell | undefined): string {
  const text = cell ? shownText(cell) : '';
  const safe = RUNS.test(text) && typeof plainValue(text) !== 'number' ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A sheet as comma-separated text, with the mark by which Excel knows UTF-8. */
export function toCsv(sheet: Sheet): string {
  const { rows, columns } = extentOf(sheet);
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      field(sheet.rows.get(row)?.cells.get(column)),
    ).join(','),
  );
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
}

/** UTF-8, else what Chinese and Western programs write where nobody told them. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

export function fromCsv(bytes: Uint8Array, name: string): Workbook {
  const text = decoded(bytes);
  const delimiter = /^[^\n]*\t/.test(text) && !/^[^\n]*,/.test(text) ? '\t' : ',';
  const rows = new Map<number, Row>();
  for (const [at, values] of parseCsv(text, { delimiter }).entries()) {
    const cells = new Map<number, Cell>();
    for (const [column, value] of values.entries())
      if (value !== null && value !== '') cells.set(column, { text: String(value) });
    if (cells.size > 0) rows.set(at, { cells, attributes: {} });
  }
  return [{ name, rows, rowCount: undefined, attributes: {} }];
}
