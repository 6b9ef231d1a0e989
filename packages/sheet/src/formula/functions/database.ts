import { criterionOf, type Criterion } from '../criteria.ts';
import { ofValues, type Definition, type Definitions } from '../definition.ts';
import { toMatrix, toScalar, type Environment } from '../environment.ts';
import { fail, foldCase, toNumber, toText, type Scalar, type Value } from '../values.ts';
import { finite, maximum, mean, minimum, sum, variance } from './numeric.ts';

/** The column of a table by header or number. */
function columnOf(heads: readonly Scalar[], field: Scalar): number {
  if (typeof field === 'string') {
    const at = heads.findIndex((head) => foldCase(toText(head)) === foldCase(field));
    return at < 0 ? fail('#VALUE!') : at;
  }
  const at = Math.trunc(toNumber(field)) - 1;
  return at < 0 || at >= heads.length ? fail('#VALUE!') : at;
}

/** The cells of a column in the rows that meet all criteria of at least one condition row. */
function cellsWhere(args: readonly Value[], env: Environment): Scalar[] {
  const [table = null, field = null, conditions = null] = args;
  const [heads = [], ...rows] = toMatrix(table, env);
  const [names = [], ...lines] = toMatrix(conditions, env);
  const tests = lines.map((line) =>
    line.flatMap((wanted, at): [number, Criterion][] => {
      if (wanted === null || wanted === '') return [];
      return [[columnOf(heads, names[at] ?? null), criterionOf(wanted)]];
    }),
  );
  const column = columnOf(heads, toScalar(field, env));
  return rows
    .filter((row) => tests.some((line) => line.every(([at, test]) => test(row[at] ?? null))))
    .map((row) => row[column] ?? null);
}

const ofCells = (call: (cells: readonly Scalar[]) => Scalar): Definition =>
  ofValues(3, 3, (args, env) => call(cellsWhere(args, env)));

const ofNumbers = (call: (values: readonly number[]) => number): Definition =>
  ofCells((cells) => finite(call(cells.filter((cell) => typeof cell === 'number'))));

export const DATABASE_FUNCTIONS: Definitions = {
  DSUM: ofNumbers(sum),
  DPRODUCT: ofNumbers((values) => values.reduce((a, b) => a * b, 1)),
  DAVERAGE: ofNumbers(mean),
  DMAX: ofNumbers(maximum),
  DMIN: ofNumbers(minimum),
  DCOUNT: ofNumbers(({ length }) => length),
  DCOUNTA: ofCells((cells) => cells.filter((cell) => cell !== null).length),
  DSTDEV: ofNumbers((values) => Math.sqrt(variance(values, true))),
  DSTDEVP: ofNumbers((values) => Math.sqrt(variance(values, false))),
  DVAR: ofNumbers((values) => variance(values, true)),
  DVARP: ofNumbers((values) => variance(values, false)),
  DGET: ofCells(([first, ...more]) => {
    if (more.length > 0) return fail('#NUM!');
    return first === undefined ? fail('#VALUE!') : first;
  }),
};
