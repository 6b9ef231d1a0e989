import { mergedAreas, parseCellName } from '@octavo/sheet/address';
import { cellStyle } from '@octavo/sheet/cell-style';
import { plainValue } from '@octavo/sheet/plain-value';
import type { Attributes, Cell, Sheet, Workbook } from '@octavo/sheet/workbook';
import { writeXlsx } from 'hucre/xlsx';
import type { Cell as FileCell, WriteSheet } from 'hucre/xlsx';
import { withPrefixes } from './future-functions.ts';
import { toXlsxStyle } from './xlsx-style.ts';

const INVALID_NAME_CHARS = /[[\]:*?/\\]/g;
const MAX_NAME_LENGTH = 31;
/** Excel files store widths in characters and heights in points. */
export const CHARACTER_PX = 7;
export const POINT_PX = 4 / 3;

/** Returns valid and unique sheet names. */
function uniqueSheetNames(workbook: Workbook): string[] {
  const taken = new Set<string>();
  return workbook.map(({ name }) => {
    const cleaned = name
      .replaceAll(INVALID_NAME_CHARS, ' ')
      .replaceAll(/^'|'$/g, ' ')
      .slice(0, MAX_NAME_LENGTH)
      .trim();
    const base = cleaned || 'Sheet';
    let candidate = base;
    for (let at = 2; taken.has(candidate.toLowerCase()); at += 1)
      candidate = `${base.slice(0, MAX_NAME_LENGTH - 5)} (${at})`;
    taken.add(candidate.toLowerCase());
    return candidate;
  });
}

/** In xlsx files `_x0041_` is an escaped character, so the underscore of a literal one is escaped. */
const escapeText = (text: string) => text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

const toFileValue = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean'
    ? value
    : typeof value === 'string'
      ? escapeText(value)
      : null;

function toFileCell(cell: Cell, styles: unknown): Partial<FileCell> {
  const style = toXlsxStyle(cellStyle(cell, styles));
  const styled: Partial<FileCell> = style ? { style } : {};
  const { text, value } = cell;
  if (text.startsWith('=') && text.length > 1)
    return { ...styled, formula: withPrefixes(text.slice(1)), formulaResult: toFileValue(value) };
  // A leading apostrophe marks text that would otherwise be a formula.
  const cellValue = value ?? plainValue(text.startsWith("'=") ? text.slice(1) : text);
  return text === '' ? styled : { ...styled, value: toFileValue(cellValue) };
}

function toFileSheet(sheet: Sheet, name: string): WriteSheet {
  const { attributes } = sheet;
  const cells = new Map<string, Partial<FileCell>>();
  const rowDefs = new Map<number, { height?: number; hidden?: boolean }>();
  for (const [row, { cells: found, attributes: own }] of sheet.rows) {
    for (const [column, cell] of found)
      cells.set(`${row},${column}`, toFileCell(cell, attributes['styles']));
    const { height, hide } = own;
    if (typeof height === 'number' || hide === true)
      rowDefs.set(row, {
        ...(typeof height === 'number' && { height: height / POINT_PX }),
        ...(hide === true && { hidden: true }),
      });
  }
  const freeze =
    typeof attributes['freeze'] === 'string' ? parseCellName(attributes['freeze']) : undefined;
  return {
    name,
    rows: [],
    cells,
    rowDefs,
    columns: toFileColumns(attributes['cols']),
    merges: mergedAreas(attributes).map(({ from, to }) => ({
      startRow: from.row,
      startCol: from.column,
      endRow: to.row,
      endCol: to.column,
    })),
    ...(freeze && (freeze.row > 0 || freeze.column > 0)
      ? { freezePane: { rows: freeze.row, columns: freeze.column } }
      : {}),
  };
}

const MAX_COLUMNS = 702;

function toFileColumns(stored: unknown) {
  const columns = (stored ?? {}) as Readonly<Record<string, Attributes | undefined>>;
  const last = Math.max(
    -1,
    ...Object.keys(columns)
      .filter((key) => /^\d+$/.test(key))
      .map(Number),
  );
  return Array.from({ length: Math.min(last + 1, MAX_COLUMNS) }, (_, at) => {
    const width = columns[at]?.['width'];
    return typeof width === 'number' ? { width: width / CHARACTER_PX } : {};
  });
}

/** Writes all sheets of a workbook to an Excel file. */
export async function toXlsx(workbook: Workbook): Promise<Uint8Array> {
  const names = uniqueSheetNames(workbook);
  const sheets = workbook.map((sheet, at) => toFileSheet(sheet, names[at] ?? 'Sheet'));
  return writeXlsx({ sheets: sheets.length > 0 ? sheets : [{ name: 'Sheet', rows: [] }] });
}
