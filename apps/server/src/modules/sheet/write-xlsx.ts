import { mergesOf, placeOf } from '@octavo/sheet/address';
import { lookOf } from '@octavo/sheet/old-style';
import { plainValue } from '@octavo/sheet/plain-value';
import type { Attributes, Cell, Sheet, Workbook } from '@octavo/sheet/workbook';
import { writeXlsx } from 'hucre/xlsx';
import type { Cell as FileCell, WriteSheet } from 'hucre/xlsx';
import { withPrefixes } from './future-functions.ts';
import { styleOf } from './xlsx-look.ts';

const FORBIDDEN = /[[\]:*?/\\]/g;
const MOST_NAME = 31;
/** Excel files store widths in characters and heights in points. */
export const CHARACTER_PX = 7;
export const POINT_PX = 4 / 3;

/** Returns valid and unique sheet names. */
function namesOf(workbook: Workbook): string[] {
  const taken = new Set<string>();
  return workbook.map(({ name }) => {
    const plain = name
      .replaceAll(FORBIDDEN, ' ')
      .replaceAll(/^'|'$/g, ' ')
      .slice(0, MOST_NAME)
      .trim();
    const base = plain || 'Sheet';
    let given = base;
    for (let at = 2; taken.has(given.toLowerCase()); at += 1)
      given = `${base.slice(0, MOST_NAME - 5)} (${at})`;
    taken.add(given.toLowerCase());
    return given;
  });
}

/** In xlsx files `_x0041_` is an escaped character, so the underscore of a literal one is escaped. */
const escaped = (text: string) => text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

const primitive = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean'
    ? value
    : typeof value === 'string'
      ? escaped(value)
      : null;

function toFileCell(cell: Cell, styles: unknown): Partial<FileCell> {
  const style = styleOf(lookOf(cell, styles));
  const made: Partial<FileCell> = style ? { style } : {};
  const { text, value } = cell;
  if (text.startsWith('=') && text.length > 1)
    return { ...made, formula: withPrefixes(text.slice(1)), formulaResult: primitive(value) };
  // A leading apostrophe marks text that would otherwise be a formula.
  const meant = value ?? plainValue(text.startsWith("'=") ? text.slice(1) : text);
  return text === '' ? made : { ...made, value: primitive(meant) };
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
    typeof attributes['freeze'] === 'string' ? placeOf(attributes['freeze']) : undefined;
  return {
    name,
    rows: [],
    cells,
    rowDefs,
    columns: columnsOf(attributes['cols']),
    merges: mergesOf(attributes).map(({ from, to }) => ({
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

const MOST_COLUMNS = 702;

function columnsOf(stored: unknown) {
  const columns = (stored ?? {}) as Readonly<Record<string, Attributes | undefined>>;
  const last = Math.max(
    -1,
    ...Object.keys(columns)
      .filter((key) => /^\d+$/.test(key))
      .map(Number),
  );
  return Array.from({ length: Math.min(last + 1, MOST_COLUMNS) }, (_, at) => {
    const width = columns[at]?.['width'];
    return typeof width === 'number' ? { width: width / CHARACTER_PX } : {};
  });
}

/** Writes all sheets of a workbook to an Excel file. */
export async function toXlsx(workbook: Workbook): Promise<Uint8Array> {
  const names = namesOf(workbook);
  const sheets = workbook.map((sheet, at) => toFileSheet(sheet, names[at] ?? 'Sheet'));
  return writeXlsx({ sheets: sheets.length > 0 ? sheets : [{ name: 'Sheet', rows: [] }] });
}
