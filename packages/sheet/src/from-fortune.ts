import { areaName, cellName } from './address.ts';
import { asText } from './as-text.ts';
import { FORTUNE_CONFIG_FIELDS, FORTUNE_SHEET_FIELDS } from './fortune-format.ts';
import type { FortuneCell, FortuneRow, FortuneSheet } from './fortune-format.ts';
import { showdocStyle } from './cell-style.ts';
import { plainValue } from './plain-value.ts';
import { sameJson } from './same-json.ts';
import { pick, defaultCellType } from './to-fortune.ts';
import type { Attributes, Cell, Row, Sheet, Workbook } from './workbook.ts';
import { writeCells, writeSheet } from './write-workbook.ts';

type TextRun = Readonly<Record<string, unknown>>;

/** The runs of rich text or of multi-line input. FortuneSheet ends their lines with CRLF. */
function textRuns({ ct }: FortuneCell): readonly TextRun[] | undefined {
  return ct?.t === 'inlineStr' && Array.isArray(ct.s) ? (ct.s as TextRun[]) : undefined;
}

const joinRuns = (runs: readonly TextRun[]) =>
  runs.map(({ v }) => asText(v).replaceAll('\r\n', '\n')).join('');

/** The font size that FortuneSheet writes by default. */
const DEFAULT_FONT_SIZE = 10;

/** Multi-line input without styles is stored as plain text. */
function toPlainCell(cell: FortuneCell): FortuneCell {
  const runs = textRuns(cell);
  const [only, ...more] = runs ?? [];
  if (!runs || !only || more.length > 0) return cell;
  const isStyled = Object.entries(only).some(
    ([name, value]) => name !== 'v' && !(name === 'fs' && value === DEFAULT_FONT_SIZE),
  );
  if (isStyled) return cell;
  const text = joinRuns(runs);
  const { ct: _ct, ...rest } = cell as FortuneCell & { fs?: unknown };
  if (rest.fs === DEFAULT_FONT_SIZE) delete rest.fs;
  return { ...rest, v: text, m: text, ct: defaultCellType(text), tb: '2' };
}

function textOf(cell: FortuneCell): string {
  if (cell.f !== undefined && cell.f !== '') return cell.f;
  const runs = textRuns(cell);
  return runs ? joinRuns(runs) : String(cell.m ?? cell.v ?? '');
}

function isDefaultCellType(cell: FortuneCell): boolean {
  return cell.ct === undefined || sameJson(cell.ct, defaultCellType(cell.v));
}

/** Converts a cell to the stored format; undefined if there is nothing to store. */
export function fromFortuneCell(fortune: FortuneCell, styles: unknown): Cell | undefined {
  const cell = toPlainCell(fortune);
  const { v, m, f, mc, kept = {}, ct, ...rest } = cell;
  const text = textOf(cell);
  const isFormula = f !== undefined && f !== '';
  const style: Attributes = isDefaultCellType(cell) || text === '' ? rest : { ...rest, ct };
  const inheritedStyle = showdocStyle(styles, kept['style']);
  const made: Record<string, unknown> = { text };
  if (isFormula) {
    if (v !== undefined && v !== null) made['value'] = v;
    if (m !== undefined && m !== null && String(m) !== String(v)) made['shown'] = String(m);
  } else if (text !== '' && v !== undefined && v !== null && plainValue(text) !== v)
    made['value'] = v;
  if (!sameJson(style, inheritedStyle)) made['look'] = style;
  if (mc?.rs !== undefined && mc.cs !== undefined) made['merge'] = [mc.rs - 1, mc.cs - 1];
  const storedCell = { ...kept, ...made } as unknown as Cell;
  return text === '' && Object.keys(storedCell).length === 1 ? undefined : storedCell;
}

function rowsByIndex({ data, celldata = [] }: FortuneSheet): ReadonlyMap<number, FortuneRow> {
  if (data) return new Map(data.entries());
  const rows = new Map<number, (FortuneCell | null)[]>();
  for (const { r, c, v } of celldata) {
    const row = rows.get(r) ?? [];
    row[c] = v;
    rows.set(r, row);
  }
  return rows;
}

export function cellsOf(row: FortuneRow, styles: unknown): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (const [at, cell] of row.entries()) {
    const made = cell && fromFortuneCell(cell, styles);
    if (made) cells.set(at, made);
  }
  return cells;
}

function rowAttributes(sheet: FortuneSheet, at: number): Attributes {
  const { rowlen = {}, rowhidden = {} } = sheet.config ?? {};
  const { height: _height, hide: _hide, ...rest } = sheet.kept?.rows[at] ?? {};
  const height = rowlen[at];
  return {
    ...rest,
    ...(height !== undefined && { height: height + 1 }),
    ...(rowhidden[at] !== undefined && { hide: true }),
  };
}

function columnsOf({ config = {}, kept }: FortuneSheet): Attributes {
  const stored = (kept?.attributes['cols'] ?? {}) as Readonly<Record<string, Attributes>>;
  const { columnlen = {}, colhidden = {} } = config;
  const columns: Record<string, unknown> = {};
  const keys = [...Object.keys(stored), ...Object.keys(columnlen), ...Object.keys(colhidden)];
  for (const key of new Set(keys)) {
    if (!/^\d+$/.test(key)) {
      columns[key] = stored[key];
      continue;
    }
    const { width: _width, hide: _hide, ...rest } = stored[key] ?? {};
    const width = columnlen[key];
    const column = {
      ...rest,
      ...(width !== undefined && { width }),
      ...(colhidden[key] !== undefined && { hide: true }),
    };
    if (Object.keys(column).length > 0) columns[key] = column;
  }
  return columns;
}

function freezeOf({ frozen }: FortuneSheet): string | undefined {
  if (!frozen) return undefined;
  const { row_focus = 0, column_focus = 0 } = frozen.range ?? {};
  const rows = frozen.type.toLowerCase().endsWith('column') ? 0 : row_focus + 1;
  const columns = frozen.type.toLowerCase().endsWith('row') ? 0 : column_focus + 1;
  return cellName(rows, columns);
}

/** The attributes of a sheet after editing; attributes that FortuneSheet does not know are unchanged. */
function attributesOf(sheet: FortuneSheet): Attributes {
  const {
    merges: _merges,
    freeze: oldFreeze,
    cols: oldCols,
    engine: _engine,
    ...rest
  } = sheet.kept?.attributes ?? {};
  const merges = Object.values(sheet.config?.merge ?? {}).map(({ r, c, rs, cs }) =>
    areaName({ from: { row: r, column: c }, to: { row: r + rs - 1, column: c + cs - 1 } }),
  );
  const cols = columnsOf(sheet);
  const config = pick(sheet.config ?? {}, FORTUNE_CONFIG_FIELDS);
  const engine = {
    ...withoutEmpty(pick(sheet, FORTUNE_SHEET_FIELDS)),
    ...(Object.keys(withoutEmpty(config)).length > 0 && { config: withoutEmpty(config) }),
  };
  const freeze = freezeOf(sheet) ?? (oldFreeze === undefined ? undefined : 'A1');
  return {
    ...rest,
    ...(sheet.id !== undefined && { id: sheet.id }),
    ...(freeze !== undefined && { freeze }),
    ...((merges.length > 0 || _merges !== undefined) && { merges }),
    ...((Object.keys(cols).length > 0 || oldCols !== undefined) && { cols }),
    ...(Object.keys(engine).length > 0 && { engine }),
  };
}

function withoutEmpty(from: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(from).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        !(typeof value === 'object' && Object.keys(value).length === 0),
    ),
  );
}

const inOrder = (sheets: readonly FortuneSheet[]) =>
  sheets.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));

/** Converts a sheet; `cellsIn` converts the cells of a row. */
function buildSheet(fortune: FortuneSheet, cellsIn: (row: FortuneRow) => Row['cells']): Sheet {
  const rows = new Map<number, Row>();
  const matrix = rowsByIndex(fortune);
  for (const [at, row] of matrix) {
    const cells = cellsIn(row);
    const attributes = rowAttributes(fortune, at);
    if (cells.size > 0 || Object.keys(attributes).length > 0) rows.set(at, { cells, attributes });
  }
  return {
    name: fortune.name,
    rows,
    rowCount: fortune.data?.length ?? fortune.row,
    attributes: attributesOf(fortune),
  };
}

export function fromFortune(sheets: readonly FortuneSheet[]): Workbook {
  return inOrder(sheets).map((sheet) => {
    const styles = sheet.kept?.attributes['styles'];
    return buildSheet(sheet, (row) => cellsOf(row, styles));
  });
}

export interface FortuneWriter {
  readonly write: (sheets: readonly FortuneSheet[]) => string;
  /** Serializes the rows one by one into the cache, so that the caller can spread the work over idle time. */
  readonly prepare: (sheets: readonly FortuneSheet[]) => Iterator<void>;
}

/**
 * Serializes the spreadsheet repeatedly while it is edited. FortuneSheet never mutates a row, so the JSON
 * of a row is cached by the identity of the row.
 */
export function createFortuneWriter(): FortuneWriter {
  const cellCache = new WeakMap<FortuneRow, { cells: Row['cells']; styles: unknown }>();
  const jsonCache = new WeakMap<Row['cells'], string>();

  function cellsIn(row: FortuneRow, styles: unknown): Row['cells'] {
    const before = cellCache.get(row);
    if (before && before.styles === styles) return before.cells;
    const cells = cellsOf(row, styles);
    cellCache.set(row, { cells, styles });
    jsonCache.set(cells, writeCells(cells));
    return cells;
  }

  const stylesOf = ({ kept }: FortuneSheet) => kept?.attributes['styles'];
  return {
    write(sheets) {
      const sheetJson = inOrder(sheets).map((sheet) => {
        const made = buildSheet(sheet, (row) => cellsIn(row, stylesOf(sheet)));
        return writeSheet(made, ({ cells }) => jsonCache.get(cells) ?? writeCells(cells));
      });
      return `[${sheetJson.join(',')}]`;
    },
    *prepare(sheets) {
      for (const sheet of sheets)
        for (const row of sheet.data ?? []) {
          cellsIn(row, stylesOf(sheet));
          yield;
        }
    },
  };
}
