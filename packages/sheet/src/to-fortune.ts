import { mergedAreas, parseCellName } from './address.ts';
import { asText } from './as-text.ts';
import { FORTUNE_CONFIG_FIELDS, FORTUNE_SHEET_FIELDS } from './fortune-format.ts';
import type { FortuneCell, FortuneConfig, FortuneSheet } from './fortune-format.ts';
import { cellStyle } from './cell-style.ts';
import { plainValue } from './plain-value.ts';
import { extentOf, DEFAULT_ROWS } from './workbook.ts';
import type { Attributes, Cell, Row, Sheet, Workbook } from './workbook.ts';

const DEFAULT_COLUMNS = 26;

const object = (value: unknown): Attributes =>
  typeof value === 'object' && value !== null ? (value as Attributes) : {};

const NUMBER = Object.freeze({ fa: 'General', t: 'n' });
const GENERAL = Object.freeze({ fa: 'General', t: 'g' });

/** The cell type that FortuneSheet assigns to a value without a chosen format. */
export function defaultCellType(value: unknown): Readonly<{ fa: string; t: string }> {
  return typeof value === 'number' ? NUMBER : GENERAL;
}

export function toFortuneCell(cell: Cell, styles: unknown): FortuneCell {
  const { text, value, shown, look: _look, merge: _merge, ...kept } = cell;
  const style = cellStyle(cell, styles);
  const made: FortuneCell = { ...style };
  if (Object.keys(kept).length > 0) made.kept = kept;
  if (text === '') return made;
  const isFormula = text.startsWith('=') && text.length > 1;
  const cellValue = value ?? (isFormula ? undefined : plainValue(text));
  if (isFormula) made.f = text;
  if (cellValue !== undefined) made.v = cellValue as string | number | boolean;
  if (!isFormula) made.m = text;
  else if (cellValue !== undefined) made.m = typeof shown === 'string' ? shown : asText(cellValue);
  // Rich text has its runs in `ct`, where FortuneSheet reads them.
  made.ct ??= defaultCellType(cellValue);
  return made;
}

function entriesOf(value: unknown): [string, Attributes][] {
  return Object.entries(object(value)).flatMap(([key, entry]) =>
    /^\d+$/.test(key) ? [[key, object(entry)]] : [],
  );
}

function configOf(sheet: Sheet): FortuneConfig {
  const config: Required<FortuneConfig> = {
    merge: {},
    rowlen: {},
    columnlen: {},
    rowhidden: {},
    colhidden: {},
  };
  for (const { from, to } of mergedAreas(sheet.attributes)) {
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
  return { ...config, ...pick(stored, FORTUNE_CONFIG_FIELDS) };
}

export function pick(from: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

/** `freeze` is the address of the first cell that scrolls. */
function frozenOf(freeze: unknown): FortuneSheet['frozen'] {
  const position = typeof freeze === 'string' ? parseCellName(freeze) : undefined;
  if (!position || (position.row === 0 && position.column === 0)) return undefined;
  const range = { row_focus: position.row - 1, column_focus: position.column - 1 };
  if (position.column === 0) return { type: 'rangeRow', range: { ...range, column_focus: 0 } };
  if (position.row === 0) return { type: 'rangeColumn', range: { ...range, row_focus: 0 } };
  return { type: 'rangeBoth', range };
}

type FortuneCellEntry = { r: number; c: number; v: FortuneCell };

function cellsOf(sheet: Sheet, merge: NonNullable<FortuneConfig['merge']>): FortuneCellEntry[] {
  const styles = sheet.attributes['styles'];
  const cells: FortuneCellEntry[] = [];
  for (const [r, { cells: row }] of sheet.rows)
    // FortuneSheet deep-freezes its input; cells that are already frozen save time in large tables.
    for (const [c, cell] of row)
      cells.push({ r, c, v: Object.freeze(toFortuneCell(cell, styles)) });
  const mergedAreaList = Object.values(merge);
  if (mergedAreaList.length === 0) return cells;
  const byPosition = new Map(cells.map((cell) => [`${cell.r}_${cell.c}`, cell]));
  for (const { r, c, rs, cs } of mergedAreaList)
    for (let row = r; row < r + rs; row += 1)
      for (let column = c; column < c + cs; column += 1) {
        const key = `${row}_${column}`;
        const mc = row === r && column === c ? { r, c, rs, cs } : { r, c };
        byPosition.set(key, { r: row, c: column, v: { ...byPosition.get(key)?.v, mc } });
      }
  return [...byPosition.values()];
}

/** A unique id that a sheet keeps when it is renamed or moved. */
function uniqueSheetId(sheet: Sheet, usedIds: ReadonlySet<string>): string {
  const { id } = sheet.attributes;
  if (typeof id === 'string' && id !== '' && !usedIds.has(id)) return id;
  let at = usedIds.size + 1;
  while (usedIds.has(`s${at}`)) at += 1;
  return `s${at}`;
}

/** Converts a workbook to FortuneSheet's format. An empty workbook gets its first sheet here. */
export function toFortune(workbook: Workbook, firstName: string): FortuneSheet[] {
  const usedIds = new Set<string>();
  const sheets: Workbook =
    workbook.length > 0
      ? workbook
      : [{ name: firstName, rows: new Map(), rowCount: undefined, attributes: {} }];
  return sheets.map((sheet, order) => {
    const { attributes, rowCount } = sheet;
    const id = uniqueSheetId(sheet, usedIds);
    usedIds.add(id);
    const config = configOf(sheet);
    const extent = extentOf(sheet);
    const columns = object(attributes['cols'])['len'];
    const frozen = frozenOf(attributes['freeze']);
    const rows: Record<string, Row['attributes']> = {};
    for (const [at, { attributes: row }] of sheet.rows)
      if (Object.keys(row).length > 0) rows[at] = row;
    return {
      ...pick(object(attributes['engine']), FORTUNE_SHEET_FIELDS),
      id,
      order,
      name: sheet.name,
      status: order === 0 ? 1 : 0,
      row: Math.max(DEFAULT_ROWS, rowCount ?? 0, extent.rows),
      column: Math.max(DEFAULT_COLUMNS, typeof columns === 'number' ? columns : 0, extent.columns),
      // Without a selection, FortuneSheet creates one without an end and shows `A1:NaN`.
      luckysheet_select_save: [{ row: [0, 0], column: [0, 0], row_focus: 0, column_focus: 0 }],
      celldata: cellsOf(sheet, config.merge ?? {}),
      config,
      ...(frozen && { frozen }),
      kept: { attributes, rows },
    };
  });
}
