import { toRange, numberOr, textOr } from './argument.ts';
import type { Argument, Placeholder } from './argument.ts';
import { assertLength } from './budget.ts';
import { randomFraction, randomHex, pick, shuffled, randomInteger } from './random.ts';

const MAX_INTEGER = 9_007_199_254_740_991;
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const POOLS: Readonly<Record<string, string>> = {
  lower: LOWER,
  upper: LOWER.toUpperCase(),
  number: '0123456789',
  symbol: '!@#$%^&*()[]',
};

function resolvePool(pool: Argument): string {
  const poolName = textOr(pool, '');
  const namedPool = Object.hasOwn(POOLS, poolName.toLowerCase())
    ? POOLS[poolName.toLowerCase()]
    : undefined;
  return namedPool ?? (poolName || Object.values(POOLS).join(''));
}

/** Random characters of a pool. Throws if `count` exceeds the limit. */
export function randomCharacters(pool: string | readonly string[], count: number): string {
  const length = assertLength(count);
  const list = Array.from(pool);
  return Array.from({ length }, () => pick(list) ?? '').join('');
}

let lastId = 0;

const string: Placeholder = (...args) => {
  // string(5), string(3, 7), string(pool), string(pool, 5), string(pool, 3, 7)
  const [pool, min, max] = typeof args[0] === 'number' ? [undefined, ...args] : args;
  return randomCharacters(resolvePool(pool), randomInteger(...toRange(min, max, 3, 7)));
};

const increment: Placeholder = (step) => {
  lastId += Math.trunc(numberOr(step, 1));
  return lastId;
};

export const basic = {
  boolean(min, max, current) {
    if (current === undefined) return randomInteger(0, 1) === 1;
    const [yes, no] = [numberOr(min, 1), numberOr(max, 1)];
    const isCurrent = randomFraction() * (yes + no) < yes;
    return isCurrent ? current !== false : current === false;
  },
  bool: () => randomInteger(0, 1) === 1,
  natural: (min, max) => Math.max(0, randomInteger(numberOr(min, 0), numberOr(max, MAX_INTEGER))),
  integer: (min, max) => randomInteger(numberOr(min, -MAX_INTEGER), numberOr(max, MAX_INTEGER)),
  int: (min, max) => randomInteger(numberOr(min, -MAX_INTEGER), numberOr(max, MAX_INTEGER)),
  float(min, max, dmin, dmax) {
    const digits = Math.min(17, Math.max(0, randomInteger(numberOr(dmin, 0), numberOr(dmax, 17))));
    const value = randomInteger(numberOr(min, -MAX_INTEGER), numberOr(max, MAX_INTEGER));
    return withDigits(value, digits);
  },
  character: (pool) => randomCharacters(resolvePool(pool), 1),
  char: (pool) => randomCharacters(resolvePool(pool), 1),
  string,
  str: string,
  range(start, stop, step) {
    const [from, to] =
      stop === undefined ? [0, numberOr(start, 0)] : [numberOr(start, 0), numberOr(stop, 0)];
    const by = Math.max(1, Math.trunc(numberOr(step, 1)));
    const length = assertLength(Math.ceil((to - from) / by));
    return Array.from({ length }, (_, at) => from + at * by);
  },
  pick: (...args) => pick(Array.isArray(args[0]) ? (args[0] as Argument[]) : args),
  shuffle: (list) => (Array.isArray(list) ? shuffled(list as Argument[]) : list),
  capitalize: (word) => textOr(word, '').replace(/^./u, (sign) => sign.toUpperCase()),
  upper: (word) => textOr(word, '').toUpperCase(),
  lower: (word) => textOr(word, '').toLowerCase(),
  guid: () =>
    randomHex(16)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      .toUpperCase(),
  uuid: () => randomHex(16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  id: () => `${randomCharacters('123456', 1)}${randomCharacters(POOLS['number'] ?? '', 17)}`,
  increment,
  inc: increment,
} satisfies Record<string, Placeholder>;

/** Adds exactly this number of random decimals; the last one is never 0. */
export function withDigits(value: number, digits: number): number {
  if (digits <= 0) return value;
  const decimals = `${randomCharacters('0123456789', Math.min(digits, 17) - 1)}${randomCharacters('123456789', 1)}`;
  return Number(`${Math.trunc(value)}.${decimals}`);
}
