import { spend } from '../budget.ts';
import { ofArrays, ofValues, type Definitions } from '../definition.ts';
import { toMatrix, toScalar, type Environment } from '../environment.ts';
import { fail, toNumber, type Matrix, type Scalar, type Value } from '../values.ts';
import { finite, sum } from './numeric.ts';

/** A matrix of numbers; texts and empty cells are errors. */
export function numbersOf(value: Value, env: Environment): number[][] {
  return toMatrix(value, env).map((row) =>
    row.map((cell) => (typeof cell === 'number' ? cell : fail('#VALUE!'))),
  );
}

function multiply(a: readonly number[][], b: readonly number[][]): Matrix {
  if (a[0]?.length !== b.length) return fail('#VALUE!');
  spend(a.length * b.length * (b[0]?.length ?? 0));
  const cell = (row: readonly number[], column: number) =>
    sum(row.map((value, at) => value * (b[at]?.[column] ?? 0)));
  return a.map((row) => (b[0] ?? []).map((_, column) => cell(row, column)));
}

/** Gauss-Jordan elimination: reduces the left part to the unit matrix and returns the determinant. */
export function eliminate(rows: number[][]): number {
  const size = rows.length;
  spend(size ** 3);
  let determinant = 1;
  for (let at = 0; at < size; at += 1) {
    let best = at;
    for (let row = at + 1; row < size; row += 1)
      if (Math.abs(rows[row]?.[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0)) best = row;
    const pivot = rows[best];
    const value = pivot?.[at] ?? 0;
    const other = rows[at];
    if (!pivot || !other || value === 0) return 0;
    if (best !== at) {
      [rows[at], rows[best]] = [pivot, other];
      determinant = -determinant;
    }
    determinant *= value;
    const line = pivot.map((cell) => cell / value);
    rows[at] = line;
    for (let row = 0; row < size; row += 1) {
      const factor = rows[row]?.[at] ?? 0;
      if (row !== at && factor !== 0)
        rows[row] = (rows[row] ?? []).map((cell, column) => cell - factor * (line[column] ?? 0));
    }
  }
  return determinant;
}

function squareOf(value: Value, env: Environment): number[][] {
  const rows = numbersOf(value, env);
  return rows.every(({ length }) => length === rows.length) ? rows : fail('#VALUE!');
}

function inverse(value: Value, env: Environment): Matrix {
  const size = squareOf(value, env).length;
  const rows = squareOf(value, env).map((row, at) => [
    ...row,
    ...row.map((_, column) => Number(column === at)),
  ]);
  return eliminate(rows) === 0 ? fail('#NUM!') : rows.map((row) => row.slice(size));
}

const transpose = (matrix: Matrix): Matrix =>
  (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] ?? null));

const MAX_SEQUENCE = 100_000;

function sequence([rows = 1, columns = 1, first = 1, step = 1]: readonly Scalar[]): Matrix {
  const [height, width] = [Math.trunc(toNumber(rows)), Math.trunc(toNumber(columns))];
  if (height < 1 || width < 1 || height * width > MAX_SEQUENCE) return fail('#VALUE!');
  spend(height * width);
  const [begin, by] = [toNumber(first), toNumber(step)];
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, column) => begin + (row * width + column) * by),
  );
}

export const MATRIX_FUNCTIONS: Definitions = {
  MMULT: ofArrays(2, 2, ([a = null, b = null], env) =>
    multiply(numbersOf(a, env), numbersOf(b, env)),
  ),
  MDETERM: ofArrays(1, 1, ([value = null], env) => finite(eliminate(squareOf(value, env)))),
  MINVERSE: ofArrays(1, 1, ([value = null], env) => inverse(value, env)),
  TRANSPOSE: ofArrays(1, 1, ([value = null], env) => transpose(toMatrix(value, env))),
  SEQUENCE: ofValues(1, 4, (args, env) => sequence(args.map((arg) => toScalar(arg, env)))),
};
