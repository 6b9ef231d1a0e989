import { spend } from '../budget.ts';
import { searchPattern } from '../criteria.ts';
import { MAX_ARGS, ofScalars, ofValues, type Definitions } from '../definition.ts';
import { eachValue, toScalar, type Environment } from '../environment.ts';
import { fixed, formatValue } from '../format.ts';
import {
  boundedText,
  fail,
  FormulaError,
  parseNumber,
  toBoolean,
  toNumber,
  toText,
  type Scalar,
  type Value,
} from '../values.ts';

/** A number of characters; texts are counted in Unicode code points. */
function countOf(value: Scalar | undefined, usual: number): number {
  const count = value === undefined ? usual : Math.trunc(toNumber(value));
  return count < 0 ? fail('#VALUE!') : count;
}

const lettersOf = (value: Scalar = null) => Array.from(toText(value));

function replaced(text: string, from: string, to: string, which: number | undefined): string {
  if (from === '') return text;
  if (which === undefined) {
    const parts = text.split(from);
    spend(parts.length);
    const length = text.length + (parts.length - 1) * (to.length - from.length);
    return length > 32_767 ? fail('#VALUE!') : boundedText(parts.join(to));
  }
  if (which < 1) return fail('#VALUE!');
  let at = text.indexOf(from);
  for (let count = 1; count < which && at >= 0; count += 1) {
    spend(1);
    at = text.indexOf(from, at + from.length);
  }
  return at < 0 ? text : boundedText(text.slice(0, at) + to + text.slice(at + from.length));
}

function find([part = null, within = null, from]: readonly Scalar[], isPattern: boolean): number {
  const [wanted, text] = [toText(part), toText(within)];
  const start = from === undefined ? 1 : Math.trunc(toNumber(from));
  const letters = Array.from(text);
  if (start < 1 || start > letters.length || wanted === '') return fail('#VALUE!');
  spend(letters.length >> 6);
  if (isPattern) {
    const found = searchPattern(wanted, text, start - 1);
    return found < 0 ? fail('#VALUE!') : found + 1;
  }
  const before = letters.slice(0, start - 1).join('').length;
  const found = text.indexOf(wanted, before);
  return found < 0 ? fail('#VALUE!') : Array.from(text.slice(0, found)).length + 1;
}

function joinTexts(
  values: readonly Value[],
  env: Environment,
  separator: string,
  skipsEmpty: boolean,
) {
  const parts: string[] = [];
  let length = 0;
  for (const value of values)
    eachValue(value, env, (scalar) => {
      const text = toText(scalar);
      if (skipsEmpty && text === '') return;
      parts.push(text);
      length += text.length + separator.length;
      if (length > 2 * 32_767) fail('#VALUE!');
    });
  return boundedText(parts.join(separator));
}

const proper = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(
      /(^|[^\p{L}])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );

function fixedText(value: number, decimals: number, isGrouped: boolean): string {
  if (Math.abs(decimals) > 100) return fail('#VALUE!');
  const scale = 10 ** Math.max(0, -decimals);
  const rounded = Number(fixed(value / scale, Math.max(0, decimals))) * scale;
  const format = `${isGrouped ? '#,##0' : '0'}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  return formatValue(Math.sign(value) * rounded, format);
}

function textOf(value: Scalar, format: Scalar): string {
  if (value instanceof FormulaError || typeof value === 'boolean') return toText(value);
  const pattern = toText(format);
  if (pattern.length > 255) return fail('#VALUE!');
  const number = typeof value === 'string' ? parseNumber(value) : (value ?? 0);
  return boundedText(formatValue(number ?? toText(value), pattern));
}

function numberValue([value = null, decimal = '.', group = ',']: readonly Scalar[]): number {
  const [point, comma] = [toText(decimal).slice(0, 1), toText(group).slice(0, 1)];
  const plain = toText(value)
    .replaceAll(/\s/g, '')
    .replaceAll(comma === '' ? /(?!)/g : comma, '')
    .replace(point, '.');
  if (plain === '') return 0;
  const percents = /%*$/.exec(plain)?.[0].length ?? 0;
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%*$/i.test(plain)
    ? Number(plain.slice(0, plain.length - percents))
    : fail('#VALUE!');
  return number / 100 ** percents;
}

/** The text before or after the n-th separator; a negative n counts from the end. */
function textAroundSeparator(
  [value = null, mark = null, nth = 1]: readonly Scalar[],
  isAfter: boolean,
): string {
  const [text, separator, count] = [toText(value), toText(mark), Math.trunc(toNumber(nth))];
  if (count === 0 || separator === '') return fail('#VALUE!');
  const parts = text.split(separator);
  const at = count > 0 ? count : parts.length + count;
  if (at < 1 || at >= parts.length) return fail('#N/A');
  return (isAfter ? parts.slice(at) : parts.slice(0, at)).join(separator);
}

export const TEXT_FUNCTIONS: Definitions = {
  LEN: ofScalars(1, 1, ([text]) => lettersOf(text).length),
  LEFT: ofScalars(1, 2, ([text, count]) => lettersOf(text).slice(0, countOf(count, 1)).join('')),
  RIGHT: ofScalars(1, 2, ([text, count]) => {
    const letters = lettersOf(text);
    return letters.slice(Math.max(0, letters.length - countOf(count, 1))).join('');
  }),
  MID: ofScalars(3, 3, ([text, from, count]) => {
    const start = countOf(from, 1);
    if (start < 1) return fail('#VALUE!');
    return lettersOf(text)
      .slice(start - 1, start - 1 + countOf(count, 0))
      .join('');
  }),
  UPPER: ofScalars(1, 1, ([text = null]) => boundedText(toText(text).toUpperCase())),
  LOWER: ofScalars(1, 1, ([text = null]) => boundedText(toText(text).toLowerCase())),
  PROPER: ofScalars(1, 1, ([text = null]) => boundedText(proper(toText(text)))),
  TRIM: ofScalars(1, 1, ([text = null]) =>
    boundedText(toText(text).split(' ').filter(Boolean).join(' ')),
  ),
  // oxlint-disable-next-line no-control-regex
  CLEAN: ofScalars(1, 1, ([text = null]) => toText(text).replaceAll(/[\u0000-\u001F]/g, '')),
  CONCATENATE: ofScalars(1, MAX_ARGS, (args) => boundedText(args.map(toText).join(''))),
  CONCAT: ofValues(1, MAX_ARGS, (args, env) => joinTexts(args, env, '', false)),
  TEXTJOIN: ofValues(3, MAX_ARGS, ([separator = null, skips = null, ...args], env) =>
    joinTexts(args, env, toText(toScalar(separator, env)), toBoolean(toScalar(skips, env))),
  ),
  REPT: ofScalars(2, 2, ([text = null, count]) => {
    const part = toText(text);
    const times = countOf(count, 0);
    return part.length * times > 32_767 ? fail('#VALUE!') : boundedText(part.repeat(times));
  }),
  SUBSTITUTE: ofScalars(3, 4, ([text = null, from = null, to = null, which]) =>
    replaced(
      toText(text),
      toText(from),
      toText(to),
      which === undefined ? undefined : Math.trunc(toNumber(which)),
    ),
  ),
  REPLACE: ofScalars(4, 4, ([text, from = null, count, to = null]) => {
    const letters = lettersOf(text);
    const start = Math.trunc(toNumber(from));
    if (start < 1) return fail('#VALUE!');
    const rest = letters.slice(start - 1 + countOf(count, 0)).join('');
    return boundedText(letters.slice(0, start - 1).join('') + toText(to) + rest);
  }),
  FIND: ofScalars(2, 3, (args) => find(args, false)),
  SEARCH: ofScalars(2, 3, (args) => find(args, true)),
  EXACT: ofScalars(2, 2, ([a = null, b = null]) => toText(a) === toText(b)),
  VALUE: ofScalars(1, 1, ([value = null]) =>
    typeof value === 'boolean' ? fail('#VALUE!') : toNumber(value),
  ),
  NUMBERVALUE: ofScalars(1, 3, numberValue),
  TEXT: ofScalars(2, 2, ([value = null, format = null]) => textOf(value, format)),
  FIXED: ofScalars(1, 3, ([value = null, decimals = 2, isPlain = false]) =>
    fixedText(toNumber(value), Math.trunc(toNumber(decimals)), !toBoolean(isPlain)),
  ),
  DOLLAR: ofScalars(1, 2, ([value = null, decimals = 2]) => {
    const number = toNumber(value);
    const written = fixedText(Math.abs(number), Math.trunc(toNumber(decimals)), true);
    return number < 0 ? `-$${written}` : `$${written}`;
  }),
  T: ofScalars(1, 1, ([value = null]) => {
    // oxlint-disable-next-line typescript/only-throw-error
    if (value instanceof FormulaError) throw value;
    return typeof value === 'string' ? value : '';
  }),
  CHAR: ofScalars(1, 1, ([code = null]) => {
    const number = Math.trunc(toNumber(code));
    if (number < 1 || number > 255) return fail('#VALUE!');
    return new TextDecoder('windows-1252').decode(Uint8Array.of(number));
  }),
  CODE: ofScalars(1, 1, ([text = null]) => toText(text).codePointAt(0) ?? fail('#VALUE!')),
  UNICHAR: ofScalars(1, 1, ([code = null]) => {
    const number = Math.trunc(toNumber(code));
    if (number < 1 || number > 0x10_ff_ff || (number >= 0xd8_00 && number <= 0xdf_ff))
      return fail('#VALUE!');
    return String.fromCodePoint(number);
  }),
  UNICODE: ofScalars(1, 1, ([text = null]) => toText(text).codePointAt(0) ?? fail('#VALUE!')),
  TEXTBEFORE: ofScalars(2, 3, (args) => textAroundSeparator(args, false)),
  TEXTAFTER: ofScalars(2, 3, (args) => textAroundSeparator(args, true)),
};
