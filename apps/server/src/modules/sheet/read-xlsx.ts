import { areaName, cellName } from '@octavo/sheet/address';
import { asText } from '@octavo/sheet/as-text';
import { plainValue } from '@octavo/sheet/plain-value';
import type { Attributes, Cell, Row, Sheet, Workbook } from '@octavo/sheet/workbook';
import { readXlsx } from 'hucre/xlsx';
import type { Cell as FileCell, CellValue, Sheet as FileSheet } from 'hucre/xlsx';
import { withoutPrefixes } from './future-functions.ts';
import { CHARACTER_PX, POINT_PX } from './write-xlsx.ts';
import { fromXlsxStyle } from './xlsx-style.ts';

const DAY = 86_400_000;
/** 1 January 1970 as a spreadsheet date serial number. */
const UNIX_DAY = 25_569;
/** One more than a sheet may have, so that files with too many rows are detected without reading all of them. */
const MAX_ROWS = 10_001;

/** Formats a date, or date and time, in ISO style. */
function formatDate(date: Date): string {
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

function plainCell(value: CellValue, format: string | undefined): Record<string, unknown> {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return { text: '' };
    const style = { ct: { fa: format ?? 'yyyy-MM-dd', t: 'd' } };
    return { text: formatDate(value), value: value.getTime() / DAY + UNIX_DAY, look: style };
  }
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE', value };
  if (typeof value === 'number') {
    const text = String(value);
    return plainValue(text) === value ? { text } : { text, value };
  }
  const text = value ?? '';
  // Text that starts with `=` is not a formula in the file; the apostrophe keeps it text.
  if (text.startsWith('=') && text.length > 1) return { text: `'${text}` };
  return plainValue(text) === text ? { text } : { text, value: text };
}

function toCell(value: CellValue, detail: FileCell | undefined): Cell | undefined {
  const style = fromXlsxStyle(detail?.style);
  const format = detail?.style?.numFmt;
  const fields =
    detail?.formula === undefined ? plainCell(value, format) : formulaCell(detail.formula, value);
  const fullStyle = { ...style, ...(fields['look'] as object | undefined) };
  if (typeof value === 'number' && format !== undefined && format !== 'General')
    Object.assign(fullStyle, { ct: { fa: format, t: 'n' } });
  const hasStyle = Object.keys(fullStyle).length > 0;
  if (fields['text'] === '' && !hasStyle) return undefined;
  return { ...fields, text: asText(fields['text']), ...(hasStyle && { look: fullStyle }) };
}

function formulaCell(formula: string, result: CellValue): Record<string, unknown> {
  const text = `=${withoutPrefixes(formula)}`;
  if (result === null) return { text };
  const { text: shown, value = plainValue(asText(shown)) } = plainCell(result, undefined);
  return { text, value, ...(asText(value) !== shown && { shown }) };
}

function readCells(sheet: FileSheet): Map<number, Map<number, Cell>> {
  const rows = new Map<number, Map<number, Cell>>();
  const put = (row: number, column: number, value: CellValue) => {
    const cell = toCell(value, sheet.cells?.get(`${row},${column}`));
    if (!cell) return;
    const cells = rows.get(row) ?? new Map<number, Cell>();
    cells.set(column, cell);
    rows.set(row, cells);
  };
  for (const [row, values] of sheet.rows.entries())
    for (const [column, value] of values.entries()) put(row, column, value);
  return rows;
}

function readAttributes({ merges = [], columns = [], freezePane }: FileSheet): Attributes {
  const cols: Record<string, unknown> = {};
  for (const [at, { width, hidden }] of columns.entries())
    if (width !== undefined || hidden)
      cols[at] = {
        ...(width !== undefined && { width: Math.round(width * CHARACTER_PX) }),
        ...(hidden && { hide: true }),
      };
  const names = merges.map(({ startRow, startCol, endRow, endCol }) =>
    areaName({ from: { row: startRow, column: startCol }, to: { row: endRow, column: endCol } }),
  );
  const { rows = 0, columns: frozen = 0 } = freezePane ?? {};
  return {
    ...(names.length > 0 && { merges: names }),
    ...(Object.keys(cols).length > 0 && { cols }),
    ...((rows > 0 || frozen > 0) && { freeze: cellName(rows, frozen) }),
  };
}

function toSheet(file: FileSheet): Sheet {
  const rows = new Map<number, Row>();
  const cells = readCells(file);
  const numbers = new Set([...cells.keys(), ...(file.rowDefs?.keys() ?? [])]);
  for (const at of [...numbers].toSorted((a, b) => a - b)) {
    const { height, hidden } = file.rowDefs?.get(at) ?? {};
    const attributes = {
      ...(height !== undefined && { height: Math.round(height * POINT_PX) }),
      ...(hidden && { hide: true }),
    };
    const found = cells.get(at);
    if (found || Object.keys(attributes).length > 0)
      rows.set(at, { cells: found ?? new Map<number, Cell>(), attributes });
  }
  return { name: file.name, rows, rowCount: undefined, attributes: readAttributes(file) };
}

/** Reads an Excel file: texts, numbers, dates, formulas with their results, styles and merged cells. */
export async function fromXlsx(bytes: Uint8Array): Promise<Workbook> {
  const { sheets } = await readXlsx(bytes, { readStyles: true, maxRows: MAX_ROWS });
  return sheets.map(toSheet);
}
