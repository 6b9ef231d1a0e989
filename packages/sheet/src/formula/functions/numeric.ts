import { eachValue, numbersIn, type Environment } from '../environment.ts';
import { fail, FormulaError, type Value } from '../values.ts';

export const finite = (value: number) => (Number.isFinite(value) ? value : fail('#NUM!'));

/** Compensated summation, to avoid rounding errors in long sums. */
export function sum(values: readonly number[]): number {
  let [total, rest] = [0, 0];
  for (const value of values) {
    const next = total + value;
    rest += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return finite(total + rest);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? fail('#DIV/0!') : sum(values) / values.length;
}

/** The sum of squared deviations from the mean. */
export function squares(values: readonly number[]): number {
  const middle = mean(values);
  return sum(values.map((value) => (value - middle) ** 2));
}

export function variance(values: readonly number[], isSample: boolean): number {
  const count = values.length - Number(isSample);
  return count < 1 ? fail('#DIV/0!') : squares(values) / count;
}

export const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

/** Interpolates between two neighbours; `at` is 0-based and may be a fraction. */
function interpolated(ordered: readonly number[], at: number): number {
  const below = Math.floor(at);
  const [low, high] = [ordered[below], ordered[Math.ceil(at)]];
  if (low === undefined || high === undefined) return fail('#NUM!');
  return low + (high - low) * (at - below);
}

/** `rank` is between 0 and 1; exclusive percentiles do not include the ends. */
export function percentile(values: readonly number[], rank: number, isExclusive = false): number {
  const count = values.length;
  if (count === 0 || rank < 0 || rank > 1) return fail('#NUM!');
  const at = isExclusive ? rank * (count + 1) - 1 : rank * (count - 1);
  return interpolated(sorted(values), at);
}

export function mode(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [found, most] = [Number.NaN, 1];
  for (const [value, count] of counts)
    if (count > most || (count === most && count > 1 && value < found))
      [found, most] = [value, count];
  return Number.isNaN(found) ? fail('#N/A') : found;
}

/** The k-th of ordered values; k starts at 1. */
export function nth(ordered: readonly number[], k: number): number {
  return ordered[Math.ceil(k) - 1] ?? fail('#VALUE!');
}

// oxlint-disable-next-line unicorn/no-array-reduce
const largest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const smallest = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
export const maximum = (values: readonly number[]) => (values.length > 0 ? largest(values) : 0);
export const minimum = (values: readonly number[]) => (values.length > 0 ? smallest(values) : 0);

const productOf = (values: readonly number[]) => values.reduce((a, b) => a * b, 1);

export function countFilled(values: readonly Value[], env: Environment): number {
  let count = 0;
  for (const value of values)
    eachValue(value, env, (scalar, isDirect) => {
      if (isDirect || scalar !== null) count += 1;
    });
  return count;
}

const AGGREGATES: readonly ((values: readonly number[]) => number)[] = [
  mean,
  (values) => values.length,
  (values) => values.length,
  maximum,
  minimum,
  (values) => (values.length > 0 ? finite(productOf(values)) : 0),
  (values) => Math.sqrt(variance(values, true)),
  (values) => Math.sqrt(variance(values, false)),
  sum,
  (values) => variance(values, true),
  (values) => variance(values, false),
  (values) => percentile(values, 0.5),
  mode,
];

/** The functions of SUBTOTAL and AGGREGATE by their numbers. */
export function aggregate(
  number: number,
  args: readonly Value[],
  env: Environment,
  skipsErrors: boolean,
): number {
  const call = AGGREGATES[number - 1];
  if (!call) return fail('#VALUE!');
  if (number === 3) return countFilled(args, env);
  if (!skipsErrors) return call(numbersIn(args, env));
  const found: number[] = [];
  for (const arg of args)
    eachValue(arg, env, (scalar) => {
      if (!(scalar instanceof FormulaError) && typeof scalar === 'number') found.push(scalar);
    });
  return call(found);
}
