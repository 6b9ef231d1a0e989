import { between, numberOr, textOr } from './argument.ts';
import type { Argument, Placeholder } from './argument.ts';
import { assertLength } from './budget.ts';
import { fraction, hex, pick, shuffled, whole } from './random.ts';

const MOST = 9_007_199_254_740_991;
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const POOLS: Readonly<Record<string, string>> = {
  lower: LOWER,
  upper: LOWER.toUpperCase(),
  number: '0123456789',
  symbol: '!@#$%^&*()[]',
};

function poolOf(pool: Argument): string {
  const own = textOr(pool, '');
  const known = Object.hasOwn(POOLS, own.toLowerCase()) ? POOLS[own.toLowerCase()] : undefined;
  return known ?? (own || Object.values(POOLS).join(''));
}

/** Random characters of a pool. Throws if `count` exceeds the limit. */
export function signs(pool: string | readonly string[], count: number): string {
  const length = assertLength(count);
  const list = Array.from(pool);
  return Array.from({ length }, () => pick(list) ?? '').join('');
}

let lastId = 0;

const string: Placeholder = (...given) => {
  // string(5), string(3, 7), string(pool), string(pool, 5), string(pool, 3, 7)
  const [pool, min, max] = typeof given[0] === 'number' ? [undefined, ...given] : given;
  return signs(poolOf(pool), whole(...between(min, max, 3, 7)));
};

const increment: Placeholder = (step) => {
  lastId += Math.trunc(numberOr(step, 1));
  return lastId;
};

export const chance = {
  boolean(min, max, current) {
    if (current === undefined) return whole(0, 1) === 1;
    const [yes, no] = [numberOr(min, 1), numberOr(max, 1)];
    const isCurrent = fraction() * (yes + no) < yes;
    return isCurrent ? current !== false : current === false;
  },
  bool: () => whole(0, 1) === 1,
  natural: (min, max) => Math.max(0, whole(numberOr(min, 0), numberOr(max, MOST))),
  integer: (min, max) => whole(numberOr(min, -MOST), numberOr(max, MOST)),
  int: (min, max) => whole(numberOr(min, -MOST), numberOr(max, MOST)),
  float(min, max, dmin, dmax) {
    const digits = Math.min(17, Math.max(0, whole(numberOr(dmin, 0), numberOr(dmax, 17))));
    const value = whole(numberOr(min, -MOST), numberOr(max, MOST));
    return withDigits(value, digits);
  },
  character: (pool) => signs(poolOf(pool), 1),
  char: (pool) => signs(poolOf(pool), 1),
  string,
  str: string,
  range(start, stop, step) {
    const [from, to] =
      stop === undefined ? [0, numberOr(start, 0)] : [numberOr(start, 0), numberOr(stop, 0)];
    const by = Math.max(1, Math.trunc(numberOr(step, 1)));
    const length = assertLength(Math.ceil((to - from) / by));
    return Array.from({ length }, (_, at) => from + at * by);
  },
  pick: (...given) => pick(Array.isArray(given[0]) ? (given[0] as Argument[]) : given),
  shuffle: (list) => (Array.isArray(list) ? shuffled(list as Argument[]) : list),
  capitalize: (word) => textOr(word, '').replace(/^./u, (sign) => sign.toUpperCase()),
  upper: (word) => textOr(word, '').toUpperCase(),
  lower: (word) => textOr(word, '').toLowerCase(),
  guid: () =>
    hex(16)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      .toUpperCase(),
  uuid: () => hex(16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  id: () => `${signs('123456', 1)}${signs(POOLS['number'] ?? '', 17)}`,
  increment,
  inc: increment,
} satisfies Record<string, Placeholder>;

/** Adds exactly this number of random decimals; the last one is never 0. */
export function withDigits(value: number, digits: number): number {
  if (digits <= 0) return value;
  const behind = `${signs('0123456789', Math.min(digits, 17) - 1)}${signs('123456789', 1)}`;
  return Number(`${Math.trunc(value)}.${behind}`);
}
