import { criterionOf } from '../criteria.ts';
import {
  MAX_ARGS,
  ofArrays,
  ofScalars,
  ofValues,
  type Definition,
  type Definitions,
} from '../definition.ts';
import { numbersIn, toMatrix, toScalar, type Environment } from '../environment.ts';
import { fixed } from '../format.ts';
import { compare, fail, FormulaError, isMatrix, Range, toNumber, type Value } from '../values.ts';
import { aggregate, finite, sum } from './numeric.ts';

/** A function of one number. */
const ofNumber = (call: (value: number) => number): Definition =>
  ofScalars(1, 1, ([value = null]) => finite(call(toNumber(value))));

/** A function of two numbers; the second is optional. */
const ofNumbers = (call: (a: number, b: number) => number, usual?: number): Definition =>
  ofScalars(usual === undefined ? 2 : 1, 2, ([a = null, b = usual ?? null]) =>
    finite(call(toNumber(a), toNumber(b))),
  );

/** Rounds half away from zero, to a number of decimals that may be negative. */
function round(value: number, decimals: number): number {
  const places = Math.trunc(decimals);
  if (places > 15) return value;
  if (places < -300) return 0;
  if (places >= 0) return Math.sign(value) * Number(fixed(value, places));
  const scale = 10 ** -places;
  return Math.sign(value) * Number(fixed(value / scale, 0)) * scale;
}

/** Rounds towards zero or away from it; ignores binary rounding errors of integers. */
function roundTo(value: number, decimals: number, rounding: (value: number) => number): number {
  const places = Math.max(-300, Math.min(15, Math.trunc(decimals)));
  const shifted = Number(`${Number(Math.abs(value).toPrecision(15))}e${places}`);
  return Math.sign(value) * Number(`${rounding(shifted)}e${-places}`);
}

function multiple(value: number, step: number, rounding: (value: number) => number): number {
  if (step === 0) return 0;
  return rounding(Number((value / step).toPrecision(15))) * step;
}

/** CEILING and FLOOR; with a negative step, the absolute value is rounded: CEILING away from zero, FLOOR towards it. */
function roundToStep(value: number, step: number, rounding: (value: number) => number): number {
  if (value > 0 && step < 0) return fail('#NUM!');
  return value < 0 && step > 0
    ? multiple(value, step, rounding)
    : multiple(Math.abs(value), Math.abs(step), rounding) * Math.sign(value || 1);
}

function mod(value: number, divisor: number): number {
  if (divisor === 0) return fail('#DIV/0!');
  return value - divisor * Math.floor(value / divisor);
}

/** Which cells of the areas meet all criteria; arguments alternate between area and criterion. */
function matching(pairs: readonly Value[], env: Environment): { isMatch: boolean[][] } {
  let isMatch: boolean[][] | undefined;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const test = criterionOf(toScalar(pairs[at + 1] ?? null, env));
    const found = toMatrix(pairs[at] ?? null, env).map((row) => row.map(test));
    const before = isMatch;
    isMatch = before
      ? before.map((row, r) => row.map((yes, c) => yes && (found[r]?.[c] ?? false)))
      : found;
  }
  return { isMatch: isMatch ?? [] };
}

/** The area to sum, resized to the area of the criteria. */
function resizeLike(target: Value, like: Value): Value {
  if (!(target instanceof Range && like instanceof Range)) return target;
  const { sheet, top, left } = target;
  return new Range(sheet, top, left, top + like.rows - 1, left + like.columns - 1);
}

/** The numbers of an area in the cells that meet all criteria. */
export function numbersWhere(target: Value, pairs: readonly Value[], env: Environment): number[] {
  const { isMatch } = matching(pairs, env);
  const cells = toMatrix(target, env);
  const found: number[] = [];
  for (const [r, row] of isMatch.entries())
    for (const [c, yes] of row.entries()) {
      const cell = yes ? cells[r]?.[c] : undefined;
      // oxlint-disable-next-line typescript/only-throw-error
      if (cell instanceof FormulaError) throw cell;
      if (typeof cell === 'number') found.push(cell);
    }
  return found;
}

/** The arguments of SUMIF and AVERAGEIF: cells, criterion, and the cells to add up. */
export function numbersIf([cells = null, test = null, target]: readonly Value[], env: Environment) {
  return numbersWhere(target === undefined ? cells : resizeLike(target, cells), [cells, test], env);
}

export function countWhere(pairs: readonly Value[], env: Environment): number {
  let count = 0;
  for (const [at, row] of matching(pairs, env).isMatch.entries())
    for (const yes of row) if (yes && at >= 0) count += 1;
  return count + countOutsideExtent(pairs, env);
}

/** Criteria may also match the empty cells outside the filled area. */
function countOutsideExtent(
  [cells = null, test = null, ...more]: readonly Value[],
  env: Environment,
): number {
  if (!(cells instanceof Range) || more.length > 0) return 0;
  const filled = toMatrix(cells, env);
  const rest = cells.rows * cells.columns - filled.length * (filled[0]?.length ?? 0);
  return rest > 0 && criterionOf(toScalar(test, env))(null) ? rest : 0;
}

function sumProduct(args: readonly Value[], env: Environment): number {
  const matrices = args.map((value) => toMatrix(value, env));
  const [first = [[]]] = matrices;
  if (
    matrices.some(
      (matrix) => matrix.length !== first.length || matrix[0]?.length !== first[0]?.length,
    )
  )
    return fail('#VALUE!');
  const products: number[] = [];
  for (const [r, row] of first.entries())
    for (const c of row.keys()) {
      let factor = 1;
      for (const matrix of matrices) {
        const cell = matrix[r]?.[c] ?? null;
        // oxlint-disable-next-line typescript/only-throw-error
        if (cell instanceof FormulaError) throw cell;
        factor *=
          typeof cell === 'number' ? cell : matrices.length === 1 ? Number(cell === true) : 0;
      }
      products.push(factor);
    }
  return sum(products);
}

const MAX_FACTORIAL = 170;

function product(from: number, to: number, by = 1): number {
  let result = 1;
  for (let at = from; at <= to && Number.isFinite(result); at += by) result *= at;
  return finite(result);
}

function combinations(n: number, k: number): number {
  const [all, chosen] = [Math.trunc(n), Math.trunc(k)];
  if (chosen < 0 || all < chosen) return fail('#NUM!');
  const least = Math.min(chosen, all - chosen);
  let result = 1;
  for (let at = 1; at <= least && Number.isFinite(result); at += 1)
    result = (result * (all - least + at)) / at;
  return finite(Math.round(result));
}

function permutations(n: number, k: number): number {
  const [all, chosen] = [Math.trunc(n), Math.trunc(k)];
  if (chosen < 0 || all < chosen) return fail('#NUM!');
  return product(all - chosen + 1, all);
}

function gcd(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** Non-negative integers. */
function nonNegativeIntegers(args: readonly Value[], env: Environment): number[] {
  return numbersIn(args, env).map((value) => (value < 0 ? fail('#NUM!') : Math.trunc(value)));
}

const logarithm = (value: number, base: number) => {
  if (value <= 0 || base <= 0) return fail('#NUM!');
  if (base === 10) return Math.log10(value);
  return base === 2 ? Math.log2(value) : Math.log(value) / Math.log(base);
};

const bits = (call: (a: bigint, b: bigint) => bigint) =>
  ofNumbers((a, b) => {
    if (a < 0 || b < 0 || a >= 2 ** 48 || b >= 2 ** 48 || a % 1 !== 0 || b % 1 !== 0)
      return fail('#NUM!');
    return Number(call(BigInt(a), BigInt(b)));
  });

export const MATH_FUNCTIONS: Definitions = {
  SUM: ofValues(0, MAX_ARGS, (args, env) => sum(numbersIn(args, env))),
  PRODUCT: ofValues(1, MAX_ARGS, (args, env) => {
    const numbers = numbersIn(args, env);
    return numbers.length === 0 ? 0 : finite(numbers.reduce((a, b) => a * b, 1));
  }),
  SUMSQ: ofValues(1, MAX_ARGS, (args, env) => sum(numbersIn(args, env).map((value) => value ** 2))),
  SUMIF: ofValues(2, 3, (args, env) => sum(numbersIf(args, env))),
  SUMIFS: ofValues(3, MAX_ARGS, ([target = null, ...pairs], env) =>
    sum(numbersWhere(target, pairs, env)),
  ),
  SUMPRODUCT: ofArrays(1, MAX_ARGS, sumProduct),
  SUBTOTAL: ofValues(2, MAX_ARGS, ([which = null, ...args], env) => {
    const number = Math.trunc(toNumber(toScalar(which, env)));
    return aggregate(number > 100 ? number - 100 : number, args, env, false);
  }),
  AGGREGATE: ofValues(3, MAX_ARGS, ([which = null, options = null, ...args], env) => {
    const skipsErrors = [2, 3, 6, 7].includes(Math.trunc(toNumber(toScalar(options, env))));
    return aggregate(Math.trunc(toNumber(toScalar(which, env))), args, env, skipsErrors);
  }),
  ABS: ofNumber(Math.abs),
  SIGN: ofNumber(Math.sign),
  INT: ofNumber((value) => Math.floor(Number(value.toPrecision(15)))),
  TRUNC: ofNumbers((value, decimals) => roundTo(value, decimals, Math.floor), 0),
  ROUND: ofNumbers(round, 0),
  ROUNDUP: ofNumbers((value, decimals) => roundTo(value, decimals, Math.ceil), 0),
  ROUNDDOWN: ofNumbers((value, decimals) => roundTo(value, decimals, Math.floor), 0),
  MROUND: ofNumbers((value, step) =>
    value * step < 0 ? fail('#NUM!') : multiple(value, step, (times) => round(times, 0)),
  ),
  CEILING: ofNumbers((value, step) => roundToStep(value, step, Math.ceil), 1),
  FLOOR: ofNumbers((value, step) => roundToStep(value, step, Math.floor), 1),
  'CEILING.MATH': ofScalars(1, 3, ([value = null, step = 1, mode = 0]) => {
    const number = toNumber(value);
    const way = number < 0 && toNumber(mode) !== 0 ? Math.floor : Math.ceil;
    return multiple(number, Math.abs(toNumber(step)), way);
  }),
  'FLOOR.MATH': ofScalars(1, 3, ([value = null, step = 1, mode = 0]) => {
    const number = toNumber(value);
    const way = number < 0 && toNumber(mode) !== 0 ? Math.ceil : Math.floor;
    return multiple(number, Math.abs(toNumber(step)), way);
  }),
  'CEILING.PRECISE': ofNumbers((value, step) => multiple(value, Math.abs(step), Math.ceil), 1),
  'FLOOR.PRECISE': ofNumbers((value, step) => multiple(value, Math.abs(step), Math.floor), 1),
  'ISO.CEILING': ofNumbers((value, step) => multiple(value, Math.abs(step), Math.ceil), 1),
  EVEN: ofNumber((value) => Math.sign(value) * Math.ceil(Math.abs(value) / 2) * 2),
  ODD: ofNumber((value) =>
    value === 0 ? 1 : Math.sign(value) * (Math.ceil((Math.abs(value) - 1) / 2) * 2 + 1),
  ),
  MOD: ofNumbers(mod),
  QUOTIENT: ofNumbers((a, b) => (b === 0 ? fail('#DIV/0!') : Math.trunc(a / b))),
  POWER: ofNumbers((a, b) => (a === 0 && b < 0 ? fail('#DIV/0!') : a ** b)),
  SQRT: ofNumber(Math.sqrt),
  SQRTPI: ofNumber((value) => Math.sqrt(value * Math.PI)),
  EXP: ofNumber(Math.exp),
  LN: ofNumber((value) => (value <= 0 ? fail('#NUM!') : Math.log(value))),
  LOG: ofNumbers(logarithm, 10),
  LOG10: ofNumber((value) => logarithm(value, 10)),
  PI: ofScalars(0, 0, () => Math.PI),
  SIN: ofNumber(Math.sin),
  COS: ofNumber(Math.cos),
  TAN: ofNumber(Math.tan),
  COT: ofNumber((value) => 1 / Math.tan(value)),
  ASIN: ofNumber(Math.asin),
  ACOS: ofNumber(Math.acos),
  ATAN: ofNumber(Math.atan),
  ATAN2: ofNumbers((x, y) => (x === 0 && y === 0 ? fail('#DIV/0!') : Math.atan2(y, x))),
  SINH: ofNumber(Math.sinh),
  COSH: ofNumber(Math.cosh),
  TANH: ofNumber(Math.tanh),
  ASINH: ofNumber(Math.asinh),
  ACOSH: ofNumber(Math.acosh),
  ATANH: ofNumber(Math.atanh),
  DEGREES: ofNumber((value) => (value * 180) / Math.PI),
  RADIANS: ofNumber((value) => (value * Math.PI) / 180),
  FACT: ofNumber((value) =>
    value < 0 || value >= MAX_FACTORIAL + 1 ? fail('#NUM!') : product(2, Math.trunc(value)),
  ),
  FACTDOUBLE: ofNumber((value) => {
    const whole = Math.trunc(value);
    return whole < -1 || whole > 300 ? fail('#NUM!') : product(whole % 2 === 0 ? 2 : 1, whole, 2);
  }),
  COMBIN: ofNumbers(combinations),
  COMBINA: ofNumbers((n, k) => (n === 0 && k === 0 ? 1 : combinations(n + k - 1, k))),
  PERMUT: ofNumbers(permutations),
  GCD: ofValues(1, MAX_ARGS, (args, env) => nonNegativeIntegers(args, env).reduce(gcd, 0)),
  LCM: ofValues(1, MAX_ARGS, (args, env) =>
    finite(
      nonNegativeIntegers(args, env).reduce(
        (a, b) => (a === 0 || b === 0 ? 0 : (a / gcd(a, b)) * b),
        1,
      ),
    ),
  ),
  MULTINOMIAL: ofValues(1, MAX_ARGS, (args, env) => {
    let [total, result] = [0, 1];
    for (const value of nonNegativeIntegers(args, env)) {
      total += value;
      result *= combinations(total, value);
    }
    return finite(result);
  }),
  BITAND: bits((a, b) => a & b),
  BITOR: bits((a, b) => a | b),
  BITXOR: bits((a, b) => a ^ b),
  RAND: ofScalars(0, 0, () => Math.random()),
  RANDBETWEEN: ofNumbers((from, to) => {
    const [least, most] = [Math.ceil(from), Math.floor(to)];
    return least > most ? fail('#NUM!') : least + Math.floor(Math.random() * (most - least + 1));
  }),
  SERIESSUM: ofValues(4, 4, ([x = null, n = null, m = null, factors = null], env) => {
    const [base, first, step] = [x, n, m].map((arg) => toNumber(toScalar(arg, env)));
    const terms = numbersIn(
      [isMatrix(factors) || factors instanceof Range ? factors : [[factors]]],
      env,
    );
    return sum(
      terms.map((factor, at) => factor * (base ?? 0) ** ((first ?? 0) + at * (step ?? 0))),
    );
  }),
  DELTA: ofNumbers((a, b) => Number(compare(a, b) === 0), 0),
  GESTEP: ofNumbers((a, b) => Number(a >= b), 0),
};
