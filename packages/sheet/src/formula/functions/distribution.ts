import { spend } from '../budget.ts';
import { MAX_ARGS, ofArrays, ofValues, type Definitions } from '../definition.ts';
import { numbersIn, toMatrix, toScalar, type Environment } from '../environment.ts';
import { callLibrary } from '../library.ts';
import { fail, toBoolean, toNumber, type Matrix, type Scalar, type Value } from '../values.ts';
import { finite, sorted, sum } from './numeric.ts';

const MAX_TRIALS = 10_000;

const scalarsOf = (args: readonly Value[], env: Environment) =>
  args.map((arg) => toScalar(arg, env));

/** Calls a library function that returns a number. */
function library(name: string, args: readonly Scalar[], env: Environment): number {
  return toNumber(toScalar(callLibrary(name, args, env), env));
}

/** Student's t-distribution: left-tailed probability or density. */
function studentT(args: readonly Value[], env: Environment): number {
  const [place = null, degrees = null, isCumulative = null] = scalarsOf(args, env);
  const x = toNumber(place);
  const freedom = Math.trunc(toNumber(degrees));
  if (freedom < 1) return fail('#NUM!');
  if (toBoolean(isCumulative)) {
    const tail = library('T.DIST.RT', [Math.abs(x), freedom], env);
    return x < 0 ? tail : 1 - tail;
  }
  const logGamma = (value: number) => library('GAMMALN', [value], env);
  const scale = Math.exp(logGamma((freedom + 1) / 2) - logGamma(freedom / 2));
  const height = (1 + x ** 2 / freedom) ** (-(freedom + 1) / 2);
  return (scale * height) / Math.sqrt(freedom * Math.PI);
}

/** The probability of a number of successes, or of a range of numbers. */
function binomialRange(args: readonly Value[], env: Environment): number {
  const [trials = 0, chance = 0, from = 0, to = from] = scalarsOf(args, env).map(toNumber);
  const [count, first, last] = [Math.trunc(trials), Math.trunc(from), Math.trunc(to)];
  const isPossible = first >= 0 && first <= last && last <= count && chance >= 0 && chance <= 1;
  if (!isPossible || count > MAX_TRIALS) return fail('#NUM!');
  // For probability 0 or 1, the logarithms below are undefined.
  if (chance === 0) return Number(first === 0);
  if (chance === 1) return Number(last === count);
  spend(count);
  const terms: number[] = [];
  // ln of the binomial coefficient, computed iteratively.
  let ways = 0;
  for (let hits = 0; hits <= last; hits += 1) {
    if (hits > 0) ways += Math.log((count - hits + 1) / hits);
    if (hits >= first)
      terms.push(Math.exp(ways + hits * Math.log(chance) + (count - hits) * Math.log1p(-chance)));
  }
  return sum(terms);
}

/** Chi-squared test: the probability of the observed counts under the expected ones. */
function chiTest([actual = null, expected = null]: readonly Value[], env: Environment): number {
  const [seen, meant] = [toMatrix(actual, env), toMatrix(expected, env)];
  const [height, width] = [seen.length, seen[0]?.length ?? 0];
  if (height !== meant.length || width !== meant[0]?.length || height * width < 2)
    return fail('#N/A');
  const distances = seen.flatMap((row, top) =>
    row.map((cell, left) => {
      const [count, right] = [toNumber(cell), toNumber(meant[top]?.[left] ?? null)];
      return right === 0 ? fail('#DIV/0!') : (count - right) ** 2 / right;
    }),
  );
  const isLine = height === 1 || width === 1;
  const freedom = isLine ? height * width - 1 : (height - 1) * (width - 1);
  return library('CHISQ.DIST.RT', [sum(distances), freedom], env);
}

/** The most frequent numbers, one below the other. */
function modes(args: readonly Value[], env: Environment): Matrix {
  const counts = new Map<number, number>();
  for (const value of sorted(numbersIn(args, env))) counts.set(value, (counts.get(value) ?? 0) + 1);
  let most = 1;
  for (const count of counts.values()) most = Math.max(most, count);
  if (most === 1) return fail('#N/A');
  return [...counts].flatMap(([value, count]) => (count === most ? [[value]] : []));
}

export const DISTRIBUTION_FUNCTIONS: Definitions = {
  'T.DIST': ofValues(3, 3, (args, env) => finite(studentT(args, env))),
  'BINOM.DIST.RANGE': ofValues(3, 4, (args, env) => finite(binomialRange(args, env))),
  CHITEST: ofArrays(2, 2, (args, env) => finite(chiTest(args, env))),
  'CHISQ.TEST': ofArrays(2, 2, (args, env) => finite(chiTest(args, env))),
  'MODE.MULT': ofValues(1, MAX_ARGS, modes),
};
