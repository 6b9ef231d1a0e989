import {
  MAX_ARGS,
  ofArrays,
  ofScalars,
  ofValues,
  type Definition,
  type Definitions,
} from '../definition.ts';
import {
  eachValue,
  numbersIn,
  numbersOrZeros,
  toMatrix,
  toScalar,
  type Environment,
} from '../environment.ts';
import { fail, FormulaError, parseNumber, Range, toNumber, type Value } from '../values.ts';
import { countWhere, numbersIf, numbersWhere } from './math.ts';
import {
  countFilled,
  finite,
  maximum,
  mean,
  minimum,
  mode,
  nth,
  percentile,
  sorted,
  squares,
  sum,
  variance,
} from './numeric.ts';

/** A function of all numbers in its arguments. */
const ofAll = (call: (values: readonly number[]) => number): Definition =>
  ofValues(1, MAX_ARGS, (args, env) => finite(call(numbersIn(args, env))));

/** A function of all numbers in its arguments, with texts in cells as 0 and TRUE as 1. */
const ofAllFilled = (call: (values: readonly number[]) => number): Definition =>
  ofValues(1, MAX_ARGS, (args, env) => finite(call(numbersOrZeros(args, env))));

/** A function of an area and a number. */
const ofAreaAnd = (call: (values: readonly number[], number: number) => number): Definition =>
  ofArrays(2, 3, ([area = null, number = null], env) =>
    finite(call(numbersIn([area], env), toNumber(toScalar(number, env)))),
  );

/** The pairs of numbers in two areas of the same size. */
function pairsIn(a: Value, b: Value, env: Environment): [number, number][] {
  const [left, right] = [toMatrix(a, env).flat(), toMatrix(b, env).flat()];
  if (left.length !== right.length) return fail('#N/A');
  const pairs: [number, number][] = [];
  for (const [at, x] of left.entries()) {
    const y = right[at] ?? null;
    // oxlint-disable-next-line typescript/only-throw-error
    if (x instanceof FormulaError || y instanceof FormulaError)
      throw x instanceof FormulaError ? x : y;
    if (typeof x === 'number' && typeof y === 'number') pairs.push([x, y]);
  }
  return pairs.length > 0 ? pairs : fail('#DIV/0!');
}

/** The sums for correlation and regression; where the order matters, the first area is y. */
function relation(pairs: readonly (readonly [number, number])[]) {
  const xs = pairs.map(([x]) => x);
  const ys = pairs.map(([, y]) => y);
  const [meanX, meanY] = [mean(xs), mean(ys)];
  return {
    count: pairs.length,
    meanX,
    meanY,
    xx: squares(xs),
    yy: squares(ys),
    xy: sum(pairs.map(([x, y]) => (x - meanX) * (y - meanY))),
  };
}

type Relation = ReturnType<typeof relation>;

const ofPairs = (call: (related: Relation) => number): Definition =>
  ofArrays(2, 2, ([a = null, b = null], env) => {
    const result = call(relation(pairsIn(a, b, env)));
    return Number.isFinite(result) ? result : fail('#DIV/0!');
  });

const pairSum = (call: (x: number, y: number) => number): Definition =>
  ofArrays(2, 2, ([a = null, b = null], env) =>
    sum(pairsIn(a, b, env).map(([x, y]) => call(x, y))),
  );

/** y over x: the known ys come first in the arguments. */
const slope = ({ xy, yy }: Relation) => xy / yy;
const intercept = (related: Relation) => related.meanX - slope(related) * related.meanY;
const correlation = ({ xy, xx, yy }: Relation) => xy / Math.sqrt(xx * yy);

function forecast([x = null, ys = null, xs = null]: readonly Value[], env: Environment): number {
  const related = relation(pairsIn(ys, xs, env));
  return intercept(related) + slope(related) * toNumber(toScalar(x, env));
}

function rank(args: readonly Value[], env: Environment, isAverage: boolean): number {
  const [value = null, area = null, order = 0] = args;
  const number = toNumber(toScalar(value, env));
  const values = numbersIn([area], env);
  if (!values.includes(number)) return fail('#N/A');
  const isAscending = toNumber(toScalar(order, env)) !== 0;
  const before = values.filter((other) => (isAscending ? other < number : other > number)).length;
  const equal = values.filter((other) => other === number).length;
  return before + 1 + (isAverage ? (equal - 1) / 2 : 0);
}

/** The sum of powers of the deviations, in standard deviations. */
function moments(values: readonly number[], power: number, isSample: boolean): number {
  const deviation = Math.sqrt(variance(values, isSample));
  if (deviation === 0) return fail('#DIV/0!');
  const middle = mean(values);
  return sum(values.map((value) => ((value - middle) / deviation) ** power));
}

function skew(values: readonly number[]): number {
  const count = values.length;
  if (count < 3) return fail('#DIV/0!');
  return (moments(values, 3, true) * count) / ((count - 1) * (count - 2));
}

function kurtosis(values: readonly number[]): number {
  const n = values.length;
  if (n < 4) return fail('#DIV/0!');
  const scaled = (moments(values, 4, true) * n * (n + 1)) / ((n - 1) * (n - 2) * (n - 3));
  return scaled - (3 * (n - 1) ** 2) / ((n - 2) * (n - 3));
}

function percentRank(values: readonly number[], value: number): number {
  const ordered = sorted(values);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (first === undefined || last === undefined || value < first || value > last)
    return fail('#N/A');
  const exact = ordered.indexOf(value);
  if (exact >= 0) return ordered.length === 1 ? 1 : exact / (ordered.length - 1);
  const above = ordered.findIndex((other) => other > value);
  const [low = 0, high = 1] = [ordered[above - 1], ordered[above]];
  return (above - 1 + (value - low) / (high - low)) / (ordered.length - 1);
}

function trimmedMean(values: readonly number[], share: number): number {
  if (share < 0 || share >= 1) return fail('#NUM!');
  const cut = Math.floor((values.length * share) / 2);
  return mean(sorted(values).slice(cut, values.length - cut));
}

function countNumbers(args: readonly Value[], env: Environment): number {
  let count = 0;
  for (const arg of args)
    eachValue(arg, env, (scalar, isDirect) => {
      const isNumber = typeof scalar === 'number';
      const isSaid =
        isDirect &&
        (typeof scalar === 'boolean' ||
          (typeof scalar === 'string' && parseNumber(scalar) !== undefined));
      if (isNumber || isSaid) count += 1;
    });
  return count;
}

function countBlank([area = null]: readonly Value[], env: Environment): number {
  let filled = 0;
  eachValue(area, env, (scalar) => {
    if (scalar !== null && scalar !== '') filled += 1;
  });
  return area instanceof Range ? area.rows * area.columns - filled : 1 - filled;
}

const positive = (values: readonly number[]) =>
  values.length === 0 || values.some((value) => value <= 0) ? fail('#NUM!') : values;

export const STATISTICS_FUNCTIONS: Definitions = {
  AVERAGE: ofAll(mean),
  AVERAGEA: ofAllFilled(mean),
  AVERAGEIF: ofValues(2, 3, (args, env) => mean(numbersIf(args, env))),
  AVERAGEIFS: ofValues(3, MAX_ARGS, ([target = null, ...pairs], env) =>
    mean(numbersWhere(target, pairs, env)),
  ),
  COUNT: ofValues(1, MAX_ARGS, countNumbers),
  COUNTA: ofValues(1, MAX_ARGS, countFilled),
  COUNTBLANK: ofValues(1, 1, countBlank),
  COUNTIF: ofValues(2, 2, countWhere),
  COUNTIFS: ofValues(2, MAX_ARGS, countWhere),
  MAX: ofAll(maximum),
  MIN: ofAll(minimum),
  MAXA: ofAllFilled(maximum),
  MINA: ofAllFilled(minimum),
  MAXIFS: ofValues(3, MAX_ARGS, ([target = null, ...pairs], env) =>
    maximum(numbersWhere(target, pairs, env)),
  ),
  MINIFS: ofValues(3, MAX_ARGS, ([target = null, ...pairs], env) =>
    minimum(numbersWhere(target, pairs, env)),
  ),
  MEDIAN: ofAll((values) => percentile(values, 0.5)),
  MODE: ofAll(mode),
  'MODE.SNGL': ofAll(mode),
  STDEV: ofAll((values) => Math.sqrt(variance(values, true))),
  'STDEV.S': ofAll((values) => Math.sqrt(variance(values, true))),
  STDEVP: ofAll((values) => Math.sqrt(variance(values, false))),
  'STDEV.P': ofAll((values) => Math.sqrt(variance(values, false))),
  STDEVA: ofAllFilled((values) => Math.sqrt(variance(values, true))),
  STDEVPA: ofAllFilled((values) => Math.sqrt(variance(values, false))),
  VAR: ofAll((values) => variance(values, true)),
  'VAR.S': ofAll((values) => variance(values, true)),
  VARP: ofAll((values) => variance(values, false)),
  'VAR.P': ofAll((values) => variance(values, false)),
  VARA: ofAllFilled((values) => variance(values, true)),
  VARPA: ofAllFilled((values) => variance(values, false)),
  AVEDEV: ofAll((values) => {
    const middle = mean(values);
    return mean(values.map((value) => Math.abs(value - middle)));
  }),
  DEVSQ: ofAll(squares),
  GEOMEAN: ofAll((values) => Math.exp(mean(positive(values).map(Math.log)))),
  HARMEAN: ofAll((values) => 1 / mean(positive(values).map((value) => 1 / value))),
  TRIMMEAN: ofAreaAnd(trimmedMean),
  SKEW: ofAll(skew),
  'SKEW.P': ofAll((values) => moments(values, 3, false) / values.length),
  KURT: ofAll(kurtosis),
  LARGE: ofAreaAnd((values, k) => nth(sorted(values).toReversed(), k)),
  SMALL: ofAreaAnd((values, k) => nth(sorted(values), k)),
  RANK: ofValues(2, 3, (args, env) => rank(args, env, false)),
  'RANK.EQ': ofValues(2, 3, (args, env) => rank(args, env, false)),
  'RANK.AVG': ofValues(2, 3, (args, env) => rank(args, env, true)),
  PERCENTILE: ofAreaAnd((values, at) => percentile(values, at)),
  'PERCENTILE.INC': ofAreaAnd((values, at) => percentile(values, at)),
  'PERCENTILE.EXC': ofAreaAnd((values, at) => percentile(values, at, true)),
  QUARTILE: ofAreaAnd((values, at) => percentile(values, Math.trunc(at) / 4)),
  'QUARTILE.INC': ofAreaAnd((values, at) => percentile(values, Math.trunc(at) / 4)),
  'QUARTILE.EXC': ofAreaAnd((values, at) => percentile(values, Math.trunc(at) / 4, true)),
  PERCENTRANK: ofAreaAnd(percentRank),
  'PERCENTRANK.INC': ofAreaAnd(percentRank),
  CORREL: ofPairs(correlation),
  PEARSON: ofPairs(correlation),
  RSQ: ofPairs((related) => correlation(related) ** 2),
  COVAR: ofPairs(({ xy, count }) => xy / count),
  'COVARIANCE.P': ofPairs(({ xy, count }) => xy / count),
  'COVARIANCE.S': ofPairs(({ xy, count }) => xy / (count - 1)),
  SLOPE: ofPairs(slope),
  INTERCEPT: ofPairs(intercept),
  FORECAST: ofArrays(3, 3, forecast),
  'FORECAST.LINEAR': ofArrays(3, 3, forecast),
  SUMX2MY2: pairSum((x, y) => x ** 2 - y ** 2),
  SUMX2PY2: pairSum((x, y) => x ** 2 + y ** 2),
  SUMXMY2: pairSum((x, y) => (x - y) ** 2),
  STANDARDIZE: ofScalars(3, 3, (args) => {
    const [value = 0, middle = 0, deviation = 0] = args.map(toNumber);
    return deviation <= 0 ? fail('#NUM!') : (value - middle) / deviation;
  }),
};
