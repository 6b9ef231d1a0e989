import { areaName, parseArea, cellName, parseCellName } from './address.ts';
import { moveRange, type Moves } from './move-formula.ts';
import type { Attributes } from './workbook.ts';

const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRange = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((end) => Number.isInteger(end));

/** The new address of an area such as `A1:B2`; undefined if all of it was removed. */
function moveArea(name: string, { row, column }: Moves): string | undefined {
  const area = parseArea(name);
  if (!area) return name;
  const rows = moveRange(row, area.from.row, area.to.row);
  const columns = moveRange(column, area.from.column, area.to.column);
  if (!rows || !columns) return undefined;
  return areaName({
    from: { row: rows[0], column: columns[0] },
    to: { row: rows[1], column: columns[1] },
  });
}

/** FortuneSheet fields that contain the index of a row or of a column. */
const ROW_FIELDS = new Set(['row_index', 'str', 'edr']);
const COLUMN_FIELDS = new Set(['col_index', 'stc', 'edc', 'cindex']);
const CELL_KEY = /^(\d+)_(\d+)$/;

function moveKeys(value: Attributes, move: (at: number) => number | undefined): Attributes {
  const entries = Object.entries(value).flatMap(([key, entry]): [string, unknown][] => {
    if (!/^\d+$/.test(key)) return [[key, entry]];
    const at = move(Number(key));
    return at === undefined ? [] : [[String(at), entry]];
  });
  return Object.fromEntries(entries);
}

/** Moves the ranges, cell keys and filters in FortuneSheet's fields. Entries of removed lines are dropped. */
function moveFortuneFields(value: unknown, moves: Moves): unknown {
  if (Array.isArray(value))
    return value
      .map((entry) => moveFortuneFields(entry, moves))
      .filter((entry) => entry !== undefined);
  if (!isObject(value)) return value;
  const moved: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const [, row, column] = CELL_KEY.exec(key) ?? [];
    if (row !== undefined && column !== undefined) {
      const [atRow, atColumn] = [moves.row(Number(row)), moves.column(Number(column))];
      if (atRow !== undefined && atColumn !== undefined)
        moved.push([`${atRow}_${atColumn}`, moveFortuneFields(entry, moves)]);
    } else if ((key === 'row' || key === 'column') && isRange(entry)) {
      const range = moveRange(moves[key], ...entry);
      if (!range) return undefined;
      moved.push([key, range]);
    } else if (typeof entry === 'number' && (ROW_FIELDS.has(key) || COLUMN_FIELDS.has(key))) {
      const at = (ROW_FIELDS.has(key) ? moves.row : moves.column)(entry);
      if (at === undefined) return undefined;
      moved.push([key, at]);
    } else if (key === 'rowhidden' && isObject(entry))
      moved.push([key, moveKeys(entry, moves.row)]);
    else moved.push([key, moveFortuneFields(entry, moves)]);
  }
  return Object.fromEntries(moved);
}

/** `freeze` is the address of the first cell that scrolls. */
function moveFreeze(freeze: string, { row, column }: Moves): string {
  const position = parseCellName(freeze);
  if (!position) return freeze;
  // The last frozen line remains the last frozen line; lines inserted after it scroll.
  const positionAfter = (move: (at: number) => number | undefined, at: number) => {
    for (let last = at - 1; last >= 0; last -= 1) {
      const moved = move(last);
      if (moved !== undefined) return moved + 1;
    }
    return 0;
  };
  return cellName(positionAfter(row, position.row), positionAfter(column, position.column));
}

/** The attributes of a sheet after its lines were moved. */
export function moveAttributes(attributes: Attributes, moves: Moves): Attributes {
  const { merges, freeze, cols, engine, autofilter } = attributes;
  return {
    ...attributes,
    ...(Array.isArray(merges) && {
      merges: merges.flatMap((name: unknown) =>
        typeof name === 'string' ? (moveArea(name, moves) ?? []) : [name],
      ),
    }),
    ...(typeof freeze === 'string' && { freeze: moveFreeze(freeze, moves) }),
    ...(isObject(cols) && { cols: moveKeys(cols, moves.column) }),
    ...(isObject(engine) && { engine: moveFortuneFields(engine, moves) ?? {} }),
    ...(isObject(autofilter) &&
      typeof autofilter['ref'] === 'string' && {
        autofilter: { ...autofilter, ref: moveArea(autofilter['ref'], moves) },
      }),
  };
}
