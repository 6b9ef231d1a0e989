import { columnName } from '../../address.ts';
import { spend } from '../budget.ts';
import { hasWildcards, wildcard } from '../criteria.ts';
import { ofArrays, ofScalars, ofValues, type Definitions } from '../definition.ts';
import { toMatrix, toScalar, type Environment } from '../environment.ts';
import { parseFormula } from '../parse.ts';
import {
  compare,
  fail,
  foldCase,
  FormulaError,
  MAX_COLUMNS,
  MAX_ROWS,
  Range,
  toBoolean,
  toNumber,
  toText,
  type Matrix,
  type Scalar,
  type Value,
} from '../values.ts';

const toInteger = (value: Value, env: Environment) => Math.trunc(toNumber(toScalar(value, env)));

const kindOf = (value: Scalar) => (value === null ? 'null' : typeof value);

/** Whether two values are equal for a lookup: same type and equal, ignoring case. */
function equalTo(lookupValue: Scalar, usesWildcards: boolean): (value: Scalar) => boolean {
  // oxlint-disable-next-line typescript/only-throw-error
  if (lookupValue instanceof FormulaError) throw lookupValue;
  if (typeof lookupValue === 'string') {
    const isMatch =
      usesWildcards && hasWildcards(lookupValue)
        ? wildcard(lookupValue)
        : (text: string) => foldCase(text) === foldCase(lookupValue);
    return (value) => typeof value === 'string' && isMatch(value);
  }
  const number = lookupValue ?? 0;
  return (value) => kindOf(value) === kindOf(number) && compare(value, number) === 0;
}

/** The last of ascending values that is not greater; values of another type are skipped. */
function lastNotAfter(values: readonly Scalar[], lookupValue: Scalar, sign = 1): number {
  // oxlint-disable-next-line typescript/only-throw-error
  if (lookupValue instanceof FormulaError) throw lookupValue;
  const subject = lookupValue ?? 0;
  let found = -1;
  for (const [at, value] of values.entries()) {
    if (kindOf(value) !== kindOf(subject)) continue;
    if (compare(value, subject) * sign > 0) break;
    found = at;
  }
  return found;
}

/** A row or column of an area. */
function lineOf(value: Value, env: Environment): readonly Scalar[] {
  const matrix = toMatrix(value, env);
  if (matrix.length === 1) return matrix[0] ?? [];
  const isColumn = value instanceof Range ? value.columns === 1 : matrix[0]?.length === 1;
  return isColumn ? matrix.map(([first = null]) => first) : fail('#N/A');
}

/** The cell at an index of an area; the formula takes over its format. */
function cellOf(value: Value, row: number, column: number, env: Environment): Value {
  if (value instanceof Range) {
    if (row >= value.rows || column >= value.columns) return fail('#REF!');
    env.lastLookup = { sheet: value.sheet, row: value.top + row, column: value.left + column };
    const { sheet, row: r, column: c } = env.lastLookup;
    return new Range(sheet, r, c, r, c);
  }
  const cell = toMatrix(value, env)[row]?.[column];
  return cell === undefined ? fail('#REF!') : cell;
}

function lookupIn(args: readonly Value[], env: Environment, isVertical: boolean): Value {
  const [subject = null, table = null, which = null, isSorted = true] = args;
  const lookupValue = toScalar(subject, env);
  const at = toInteger(which, env) - 1;
  const matrix = table instanceof Range ? firstLine(table, env, isVertical) : toMatrix(table, env);
  const size = sizeOf(table, env);
  if (at < 0) return fail('#VALUE!');
  if (at >= (isVertical ? size.columns : size.rows)) return fail('#REF!');
  const line = isVertical ? matrix.map(([first = null]) => first) : (matrix[0] ?? []);
  const found = toBoolean(toScalar(isSorted, env))
    ? lastNotAfter(line, lookupValue)
    : line.findIndex(equalTo(lookupValue, true));
  if (found < 0) return fail('#N/A');
  return isVertical ? cellOf(table, found, at, env) : cellOf(table, at, found, env);
}

/** Reads only the row or column that is searched. */
function firstLine(table: Range, env: Environment, isVertical: boolean): Matrix {
  const { sheet, top, left, bottom, right } = table;
  return toMatrix(
    isVertical
      ? new Range(sheet, top, left, bottom, left)
      : new Range(sheet, top, left, top, right),
    env,
  );
}

function sizeOf(value: Value, env: Environment): { rows: number; columns: number } {
  if (value instanceof Range) return value;
  const matrix = toMatrix(value, env);
  return { rows: matrix.length, columns: matrix[0]?.length ?? 0 };
}

function match(args: readonly Value[], env: Environment): number {
  const [subject = null, area = null, kind = 1] = args;
  const lookupValue = toScalar(subject, env);
  const way = toNumber(toScalar(kind, env));
  const line = lineOf(area, env);
  const found =
    way === 0
      ? line.findIndex(equalTo(lookupValue, true))
      : lastNotAfter(line, lookupValue, way > 0 ? 1 : -1);
  return found < 0 ? fail('#N/A') : found + 1;
}

function lookup(args: readonly Value[], env: Environment): Value {
  const [subject = null, area = null, results] = args;
  const lookupValue = toScalar(subject, env);
  if (results !== undefined) {
    const found = lastNotAfter(lineOf(area, env), lookupValue);
    return found < 0 ? fail('#N/A') : nthOf(results, found, env);
  }
  const { rows, columns } = sizeOf(area, env);
  const matrix = toMatrix(area, env);
  const isVertical = rows >= columns;
  const line = isVertical ? matrix.map(([first = null]) => first) : (matrix[0] ?? []);
  const found = lastNotAfter(line, lookupValue);
  if (found < 0) return fail('#N/A');
  return isVertical ? cellOf(area, found, columns - 1, env) : cellOf(area, rows - 1, found, env);
}

/** The n-th cell of a row or column. */
function nthOf(line: Value, at: number, env: Environment): Value {
  return sizeOf(line, env).rows === 1 ? cellOf(line, 0, at, env) : cellOf(line, at, 0, env);
}

/** XLOOKUP and XMATCH: exact, next smaller (-1), next larger (1) or by wildcards (2), from either end. */
function findExtended(
  lookupValue: Scalar,
  line: readonly Scalar[],
  mode: number,
  isBackwards: boolean,
): number {
  const order = [...line.keys()];
  if (isBackwards) order.reverse();
  const isEqual = equalTo(lookupValue, mode === 2);
  const exact = order.find((at) => isEqual(line[at] ?? null));
  if (exact !== undefined) return exact;
  if (mode !== 1 && mode !== -1) return fail('#N/A');
  let best: number | undefined;
  for (const at of order) {
    const value = line[at] ?? null;
    if (kindOf(value) !== kindOf(lookupValue) || compare(value, lookupValue) * mode < 0) continue;
    if (best === undefined || compare(value, line[best] ?? null) * mode < 0) best = at;
  }
  return best ?? fail('#N/A');
}

function xlookup(args: readonly Value[], env: Environment): Value {
  const [subject = null, area = null, results = null, missing, mode = 0, order = 1] = args;
  const lookupValue = toScalar(subject, env);
  const line = lineOf(area, env);
  let found: number;
  try {
    found = findExtended(lookupValue, line, toInteger(mode, env), toInteger(order, env) < 0);
  } catch (error) {
    if (missing !== undefined && error instanceof FormulaError && error.name === '#N/A')
      return missing;
    throw error;
  }
  const { rows, columns } = sizeOf(results, env);
  if (rows === 1 || columns === 1) return nthOf(results, found, env);
  return sizeOf(area, env).columns === 1
    ? index([results, found + 1, 0], env)
    : index([results, 0, found + 1], env);
}

function index(args: readonly Value[], env: Environment): Value {
  const [area = null, first = null, second] = args;
  const { rows, columns } = sizeOf(area, env);
  let [row, column] = [toInteger(first, env), second === undefined ? 0 : toInteger(second, env)];
  // For a single row, a single number is the column.
  if (second === undefined && rows === 1 && columns > 1) [row, column] = [1, row];
  if (row < 0 || column < 0) return fail('#VALUE!');
  if (row > rows || column > columns) return fail('#REF!');
  if ((row > 0 || rows === 1) && (column > 0 || columns === 1))
    return cellOf(area, Math.max(row, 1) - 1, Math.max(column, 1) - 1, env);
  if (area instanceof Range) {
    const [top, left] = [
      row > 0 ? area.top + row - 1 : area.top,
      column > 0 ? area.left + column - 1 : area.left,
    ];
    const [bottom, right] = [row > 0 ? top : area.bottom, column > 0 ? left : area.right];
    return new Range(area.sheet, top, left, bottom, right);
  }
  const matrix = toMatrix(area, env);
  const lines = row > 0 ? [matrix[row - 1] ?? []] : matrix;
  return column > 0 ? lines.map((line) => [line[column - 1] ?? null]) : lines;
}

/** Parses a text as a reference. */
function indirect([text = null]: readonly Value[], env: Environment): Value {
  const written = toText(toScalar(text, env));
  try {
    const node = parseFormula(written);
    if (node.kind !== 'range') return fail('#REF!');
    const sheet = node.sheet === undefined ? env.here.sheet : env.cells.sheetNamed(node.sheet);
    if (sheet === undefined) return fail('#REF!');
    const { from, to } = node;
    return new Range(
      sheet,
      from.row ?? 0,
      from.column ?? 0,
      to.row ?? MAX_ROWS - 1,
      to.column ?? MAX_COLUMNS - 1,
    );
  } catch {
    return fail('#REF!');
  }
}

function offset(args: readonly Value[], env: Environment): Value {
  const [area = null, down = null, over = null, height, width] = args;
  if (!(area instanceof Range)) return fail('#VALUE!');
  const top = area.top + toInteger(down, env);
  const left = area.left + toInteger(over, env);
  const rows = height === undefined || height === null ? area.rows : toInteger(height, env);
  const columns = width === undefined || width === null ? area.columns : toInteger(width, env);
  if (top < 0 || left < 0 || rows < 1 || columns < 1) return fail('#REF!');
  if (top + rows > MAX_ROWS || left + columns > MAX_COLUMNS) return fail('#REF!');
  return new Range(area.sheet, top, left, top + rows - 1, left + columns - 1);
}

function address(args: readonly Scalar[]): string {
  const [row = null, column = null, kind = 1, isA1 = true, sheet] = args;
  const [r, c] = [Math.trunc(toNumber(row)), Math.trunc(toNumber(column))];
  if (r < 1 || c < 1 || r > MAX_ROWS || c > MAX_COLUMNS || !toBoolean(isA1)) return fail('#VALUE!');
  const fix = Math.trunc(toNumber(kind));
  const letters = `${fix === 1 || fix === 3 ? '$' : ''}${columnName(c - 1)}`;
  const name = `${letters}${fix === 1 || fix === 2 ? '$' : ''}${r}`;
  if (sheet === undefined || sheet === null) return name;
  const title = toText(sheet);
  return `${/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(title) ? title : `'${title.replaceAll("'", "''")}'`}!${name}`;
}

const keyOf = (row: readonly Scalar[]) =>
  JSON.stringify(row.map((cell) => (typeof cell === 'string' ? foldCase(cell) : cell)));

function unique([area = null]: readonly Value[], env: Environment): Matrix {
  const rows = new Map<string, readonly Scalar[]>();
  for (const row of toMatrix(area, env)) {
    const key = keyOf(row);
    if (!rows.has(key)) rows.set(key, row);
  }
  return [...rows.values()];
}

function filter([area = null, tests = null, instead]: readonly Value[], env: Environment): Value {
  const matrix = toMatrix(area, env);
  const lookupValue = toMatrix(tests, env);
  const isColumn = lookupValue.length > 1 || matrix.length === 1;
  const kept = isColumn
    ? matrix.filter((_, at) => toBoolean(lookupValue[at]?.[0] ?? null))
    : matrix.map((row) => row.filter((_, at) => toBoolean(lookupValue[0]?.[at] ?? null)));
  if (kept.length > 0 && (kept[0]?.length ?? 0) > 0) return kept;
  return instead ?? fail('#CALC!');
}

function sort(args: readonly Value[], env: Environment): Matrix {
  const [area = null, by = 1, order = 1] = args;
  const at = toInteger(by, env) - 1;
  const sign = toInteger(order, env) < 0 ? -1 : 1;
  const matrix = toMatrix(area, env);
  spend(matrix.length * 8);
  return matrix.toSorted((a, b) => compare(a[at] ?? null, b[at] ?? null) * sign);
}

const referenceOf = (value: Value | undefined, { here }: Environment) =>
  value instanceof Range
    ? value
    : value === undefined
      ? new Range(here.sheet, here.row, here.column, here.row, here.column)
      : fail('#VALUE!');

export const LOOKUP_FUNCTIONS: Definitions = {
  VLOOKUP: ofValues(3, 4, (args, env) => lookupIn(args, env, true)),
  HLOOKUP: ofValues(3, 4, (args, env) => lookupIn(args, env, false)),
  LOOKUP: ofArrays(2, 3, lookup),
  MATCH: ofArrays(2, 3, match),
  XLOOKUP: ofArrays(3, 6, xlookup),
  XMATCH: ofArrays(2, 4, ([subject = null, area = null, mode = 0, order = 1], env) => {
    const line = lineOf(area, env);
    return (
      findExtended(toScalar(subject, env), line, toInteger(mode, env), toInteger(order, env) < 0) +
      1
    );
  }),
  INDEX: ofValues(1, 3, index),
  INDIRECT: ofValues(1, 2, indirect),
  OFFSET: ofValues(3, 5, offset),
  ADDRESS: ofScalars(2, 5, address),
  ROW: ofValues(0, 1, ([value], env) => referenceOf(value, env).top + 1),
  COLUMN: ofValues(0, 1, ([value], env) => referenceOf(value, env).left + 1),
  ROWS: ofValues(1, 1, ([value = null], env) => sizeOf(value, env).rows),
  COLUMNS: ofValues(1, 1, ([value = null], env) => sizeOf(value, env).columns),
  AREAS: ofValues(1, 1, ([value]) => (value instanceof Range ? 1 : fail('#VALUE!'))),
  UNIQUE: ofArrays(1, 3, unique),
  FILTER: ofArrays(2, 3, filter),
  SORT: ofArrays(1, 4, sort),
};
