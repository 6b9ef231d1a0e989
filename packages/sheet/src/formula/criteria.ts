import { spend } from './budget.ts';
import { compare, fail, foldCase, FormulaError, parseNumber, type Scalar } from './values.ts';

const MAX_PATTERN = 255;

/** `*` matches any text, `?` any character; `~` escapes them. */
type Part = '*' | '?' | { readonly letter: string };

function partsOf(pattern: string): Part[] {
  if (pattern.length > MAX_PATTERN) fail('#VALUE!');
  const parts: Part[] = [];
  const letters = Array.from(foldCase(pattern));
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    const next = letters[at + 1];
    if (letter === '~' && (next === '*' || next === '?' || next === '~')) {
      parts.push({ letter: next });
      at += 1;
    } else parts.push(letter === '*' || letter === '?' ? letter : { letter });
  }
  return parts;
}

/** Whether the pattern matches from `start`. Backtracks to the last `*` only. */
function matchAt(
  parts: readonly Part[],
  letters: readonly string[],
  start: number,
  isWhole: boolean,
): boolean {
  let [part, at, star, retry, steps] = [0, start, -1, 0, 0];
  try {
    for (;;) {
      steps += 1;
      const expected = parts[part];
      if (expected === undefined && (!isWhole || at === letters.length)) return true;
      if (expected === '*') {
        star = part;
        retry = at;
        part += 1;
      } else if (
        expected !== undefined &&
        at < letters.length &&
        (expected === '?' || expected.letter === letters[at])
      ) {
        part += 1;
        at += 1;
      } else if (star >= 0 && retry < letters.length) {
        retry += 1;
        at = retry;
        part = star + 1;
      } else return false;
    }
  } finally {
    spend(1 + (steps >> 2));
  }
}

export function wildcard(pattern: string): (text: string) => boolean {
  const parts = partsOf(pattern);
  return (text) => matchAt(parts, Array.from(foldCase(text)), 0, true);
}

export const hasWildcards = (text: string) => /[*?~]/.test(text);

/** The index of the first match of a pattern in a text; -1 if there is none. */
export function searchPattern(pattern: string, text: string, from: number): number {
  const parts = partsOf(pattern);
  const letters = Array.from(foldCase(text));
  for (let at = from; at <= letters.length; at += 1)
    if (matchAt(parts, letters, at, false)) return at;
  return -1;
}

export type Criterion = (value: Scalar) => boolean;

function textCriterion(sign: string, text: string): Criterion {
  if (sign === '=' || sign === '<>') {
    const isWanted = sign === '=';
    const isMatch = hasWildcards(text)
      ? wildcard(text)
      : (other: string) => foldCase(other) === foldCase(text);
    return (value) => (typeof value === 'string' && isMatch(value)) === isWanted;
  }
  return (value) => typeof value === 'string' && isOrdered(sign, compare(value, text));
}

export function isOrdered(sign: string, order: number): boolean {
  switch (sign) {
    case '=':
      return order === 0;
    case '<>':
      return order !== 0;
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    default:
      return order >= 0;
  }
}

const isEmpty = (value: Scalar) => value === null || value === '';

/** Parses a criterion of SUMIF, COUNTIF and similar functions: `5`, `">5"`, `"a*"`, `"<>"`. */
export function criterionOf(criterion: Scalar): Criterion {
  // oxlint-disable-next-line typescript/only-throw-error
  if (criterion instanceof FormulaError) throw criterion;
  if (typeof criterion === 'boolean') return (value) => value === criterion;
  if (typeof criterion !== 'string') {
    const number = criterion ?? 0;
    return (value) => typeof value === 'number' && compare(value, number) === 0;
  }
  const [, sign = '', rest = ''] = /^(<=|>=|<>|[<>=])?([\s\S]*)$/.exec(criterion) ?? [];
  if (rest === '') {
    if (sign === '<>') return (value) => !isEmpty(value);
    if (sign === '' || sign === '=') return isEmpty;
    return () => false;
  }
  const operator = sign || '=';
  const number = parseNumber(rest);
  if (number !== undefined) {
    if (operator === '<>')
      return (value) => typeof value !== 'number' || compare(value, number) !== 0;
    return (value) => typeof value === 'number' && isOrdered(operator, compare(value, number));
  }
  const upper = rest.toUpperCase();
  if (upper === 'TRUE' || upper === 'FALSE') {
    const isYes = upper === 'TRUE';
    return (value) => (value === isYes) === (operator !== '<>');
  }
  return textCriterion(operator, rest);
}
