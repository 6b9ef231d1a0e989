import { mergesOf, placeOf } from './address.ts';
import { asText } from './as-text.ts';
import { CONFIG_FIELDS, SHEET_FIELDS } from './engine.ts';
import type { EngineCell, EngineConfig, EngineSheet } from './engine.ts';
import { lookOf } from './old-style.ts';
import { plainValue } from './plain-value.ts';
import { extentOf, USUAL_ROWS } from './workbook.ts';
import type { Attributes, Cell, Row, Sheet, Workbook } from './workbook.ts';

const USUAL_COLUMNS = 26;

const object = (value: unknown): Attributes =>
  typeof value === 'object' && value !== null ? (value as Attributes) : {};

const NUMBER = Object.freeze({ fa: 'General', t: 'n' });
const GENERAL = Object.freeze({ fa: 'General', t: 'g' });

/** The cell type that FortuneSheet assigns to a value without a chosen format. */
export function usualType(value: unknown): Readonly<{ fa: string; t: string }> {
  return typeof value === 'number' ? NUMBER : GENERAL;
}

export function toEngineCell(cell: Cell, styles: unknown): EngineCell {
  const { text, value, shown, look: _look, merge: _merge, ...kept } = cell;
  const look = lookOf(cell, styles);
  const made: EngineCell = { ...look };
  if (Object.keys(kept).length > 0) made.kept = kept;
  if (text === '') return made;
  const isFormula = text.startsWith('=') && text.length > 1;
  const meant = value ?? (isFormula ? undefined : plainValue(text));
  if (isFormula) made.f = text;
  if (meant !== undefined) made.v = meant as string | number | boolean;
  if (!isFormula) made.m = text;
  else if (meant !== undefined) made.m = typeof shown === 'string' ? shown : asText(meant);
  // Rich text has its runs in `ct`, where FortuneSheet reads them.
  made.ct ??= usualType(meant);
  return made;
}

function entriesOf(value: unknown): [string, Attributes][] {
  return Object.entries(object(value)).flatMap(([key, entry]) =>
    /^\d+$/.test(key) ? [[key, object(entry)]] : [],
  );
}

function configOf(sheet: Sheet): EngineConfig {
  const config: Required<EngineConfig> = {
    merge: {},
    rowlen: {},
    columnlen: {},
    rowhidden: {},
    colhidden: {},
  };
  for (const { from, to } of mergesOf(sheet.attributes)) {
    const rs = to.row - from.row + 1;
    const cs = to.column - from.column + 1;
    config.merge[`${from.row}_${from.column}`] = { r: from.row, c: from.column, rs, cs };
  }
  for (const [at, { attributes }] of sheet.rows) {
    const { height, hide } = attributes;
    // FortuneSheet adds one pixel for the border below a row.
    if (typeof height === 'number') config.rowlen[at] = height - 1;
    if (hide === true) config.rowhidden[at] = 0;
  }
  for (const [at, { width, hide }] of entriesOf(sheet.attributes['cols'])) {
    if (typeof width === 'number') config.columnlen[at] = width;
    if (hide === true) config.colhidden[at] = 0;
  }
  const stored = object(object(sheet.attributes['engine'])['config']);
  return { ...config, ...pick(stored, CONFIG_FIELDS) };
}

export function pick(from: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

/** `freeze` is the address of the first cell that scrolls. */
function frozenOf(freeze: unknown): EngineSheet['frozen'] {
  const place = typeof freeze === 'string' ? placeOf(freeze) : undefined;
  if (!place || (place.row === 0 && place.column === 0)) return undefined;
  const range = { row_focus: place.row - 1, column_focus: place.column - 1 };
  if (place.column === 0) return { type: 'rangeRow', range: { ...range, column_focus: 0 } };
  if (place.row === 0) return { type: 'rangeColumn', range: { ...range, row_focus: 0 } };
  return { type: 'rangeBoth', range };
}

type PlacedCell = { r: number; c: number; v: EngineCell };

function cellsOf(sheet: Sheet, merge: NonNullable<EngineConfig['merge']>): PlacedCell[] {
  const styles = sheet.attributes['styles'];
  const cells: PlacedCell[] = [];
  for (const [r, { cells: row }] of sheet.rows)
    // FortuneSheet deep-freezes its input; cells that are already frozen save time in large tables.
    for (const [c, cell] of row) cells.push({ r, c, v: Object.freeze(toEngineCell(cell, styles)) });
  const joined = Object.values(merge);
  if (joined.length === 0) return cells;
  const byPlace = new Map(cells.map((cell) => [`${cell.r}_${cell.c}`, cell]));
  for (const { r, c, rs, cs } of joined)
    for (let row = r; row < r + rs; row += 1)
      for (let column = c; column < c + cs; column += 1) {
        const key = `${row}_${column}`;
        const mc = row === r && column === c ? { r, c, rs, cs } : { r, c };
        byPlace.set(key, { r: row, c: column, v: { ...byPlace.get(key)?.v, mc } });
      }
  return [...byPlace.values()];
}

/** A unique id that a sheet keeps when it is renamed or moved. */
function idOf(sheet: Sheet, taken: ReadonlySet<string>): string {
  const { id } = sheet.attributes;
  if (typeof id === 'string' && id !== '' && !taken.has(id)) return id;
  let at = taken.size + 1;
  while (taken.has(`s${at}`)) at += 1;
  return `s${at}`;
}

/** Converts a workbook to FortuneSheet's format. An empty workbook gets its first sheet here. */
export function toEngine(workbook: Workbook, firstName: string): EngineSheet[] {
  const taken = new Set<string>();
  const sheets: Workbook =
    workbook.length > 0
      ? workbook
      : [{ name: firstName, rows: new Map(), rowCount: undefined, attributes: {} }];
  return sheets.map((sheet, order) => {
    const { attributes, rowCount } = sheet;
    const id = idOf(sheet, taken);
    taken.add(id);
    const config = configOf(sheet);
    const filled = extentOf(sheet);
    const columns = object(attributes['cols'])['len'];
    const frozen = frozenOf(attributes['freeze']);
    const rows: Record<string, Row['attributes']> = {};
    for (const [at, { attributes: row }] of sheet.rows)
      if (Object.keys(row).length > 0) rows[at] = row;
    return {
      ...pick(object(attributes['engine']), SHEET_FIELDS),
      id,
      order,
      name: sheet.name,
      status: order === 0 ? 1 : 0,
      row: Math.max(USUAL_ROWS, rowCount ?? 0, filled.rows),
      column: Math.max(USUAL_COLUMNS, typeof columns === 'number' ? columns : 0, filled.columns),
      // Without a selection, FortuneSheet creates one without an end and shows `A1:NaN`.
      luckysheet_select_save: [{ row: [0, 0], column: [0, 0] }],
      celldata: cellsOf(sheet, config.merge ?? {}),
      config,
      ...(frozen && { frozen }),
      kept: { attributes, rows },
    };
  });
}
