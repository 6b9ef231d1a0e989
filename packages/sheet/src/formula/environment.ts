import { spend } from './budget.ts';
import {
  fail,
  FormulaError,
  isMatrix,
  Range,
  toNumber,
  type Matrix,
  type Scalar,
  type Value,
} from './values.ts';

/** Access to the cells of a workbook. Indexes of sheets, rows and columns start at 0. */
export interface Cells {
  value: (sheet: number, row: number, column: number) => Scalar;
  isFormula: (sheet: number, row: number, column: number) => boolean;
  /** The size of the filled area of a sheet. */
  extent: (sheet: number) => { readonly rows: number; readonly columns: number };
  sheetNamed: (name: string) => number | undefined;
  /** The number format of a cell; undefined if none was chosen. */
  format: (sheet: number, row: number, column: number) => string | undefined;
  /** The local time as a spreadsheet day number. */
  now: () => number;
}

export interface CellAddress {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
}

/** The context of a function call. */
export interface Environment {
  readonly cells: Cells;
  readonly here: CellAddress;
  /** The cell that the last lookup returned; the formula takes over its format. */
  lastLookup: CellAddress | undefined;
}

/** Clips an area to the filled part of its sheet. */
function clipToExtent(range: Range, { cells }: Environment): Range | undefined {
  const extent = cells.extent(range.sheet);
  const bottom = Math.min(range.bottom, extent.rows - 1);
  const right = Math.min(range.right, extent.columns - 1);
  if (bottom < range.top || right < range.left) return undefined;
  return new Range(range.sheet, range.top, range.left, bottom, right);
}

export function toMatrix(value: Value, env: Environment): Matrix {
  if (isMatrix(value)) return value;
  if (!(value instanceof Range)) return [[value]];
  const { cells } = env;
  const area = clipToExtent(value, env);
  // At least one cell, so that every matrix has a first cell.
  if (!area) return [[null]];
  spend(area.rows * area.columns);
  return Array.from({ length: area.rows }, (_, row) =>
    Array.from({ length: area.columns }, (__, column) =>
      cells.value(area.sheet, area.top + row, area.left + column),
    ),
  );
}

/** Reduces a value to a scalar: for an area the cell in the row or column of the formula, for a matrix the first cell. */
export function toScalar(value: Value, { cells, here }: Environment): Scalar {
  if (isMatrix(value)) return value[0]?.[0] ?? null;
  if (!(value instanceof Range)) return value;
  spend(1);
  const { sheet, top, left, rows, columns } = value;
  if (rows === 1 && columns === 1) return cells.value(sheet, top, left);
  const isRow = here.row >= top && here.row <= value.bottom;
  const isColumn = here.column >= left && here.column <= value.right;
  if (columns === 1 && isRow) return cells.value(sheet, here.row, left);
  if (rows === 1 && isColumn) return cells.value(sheet, top, here.column);
  return fail('#VALUE!');
}

/** Calls `take` for each value of an argument; `isDirect` is true for a scalar, false for the cells of an area or matrix. */
export function eachValue(
  value: Value,
  env: Environment,
  take: (scalar: Scalar, isDirect: boolean) => void,
): void {
  if (value instanceof Range) {
    const area = clipToExtent(value, env);
    if (!area) return;
    spend(area.rows * area.columns);
    for (let row = area.top; row <= area.bottom; row += 1)
      for (let column = area.left; column <= area.right; column += 1)
        take(env.cells.value(area.sheet, row, column), false);
  } else if (isMatrix(value)) for (const row of value) for (const cell of row) take(cell, false);
  else take(value, true);
}

/** The numbers in the arguments. Texts and booleans in cells are skipped; a direct boolean counts as a number. */
export function numbersIn(values: readonly Value[], env: Environment): number[] {
  const found: number[] = [];
  for (const value of values)
    eachValue(value, env, (scalar, isDirect) => {
      if (typeof scalar === 'number') found.push(scalar);
      // oxlint-disable-next-line typescript/only-throw-error
      else if (scalar instanceof FormulaError) throw scalar;
      else if (isDirect && typeof scalar === 'boolean') found.push(Number(scalar));
      // As in LibreOffice, a direct text is an error, even if it contains a number.
      else if (isDirect && typeof scalar === 'string') fail('#VALUE!');
    });
  return found;
}

/** Numbers for functions that count texts in cells as 0 and TRUE as 1. */
export function numbersOrZeros(values: readonly Value[], env: Environment): number[] {
  const found: number[] = [];
  for (const value of values)
    eachValue(value, env, (scalar, isDirect) => {
      if (scalar === null) return;
      found.push(typeof scalar === 'string' && !isDirect ? 0 : toNumber(scalar));
    });
  return found;
}
