import { extentOf, displayText } from '@octavo/sheet/workbook';
import type { Cell, Row, Sheet, Workbook } from '@octavo/sheet/workbook';
import { parseCsv } from 'hucre/csv';
import { encodeCsvField, UTF8_BOM } from '../../lib/csv-field.ts';
import { decodeText } from '../../lib/decode-text.ts';

const fieldOf = (cell: Cell | undefined) => encodeCsvField(cell ? displayText(cell) : '');

/** Converts a sheet to CSV. */
export function toCsv(sheet: Sheet): string {
  const { rows, columns } = extentOf(sheet);
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      fieldOf(sheet.rows.get(row)?.cells.get(column)),
    ).join(','),
  );
  return `${UTF8_BOM}${lines.map((line) => `${line}\r\n`).join('')}`;
}

export function fromCsv(bytes: Uint8Array, name: string): Workbook {
  const { text } = decodeText(bytes);
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
