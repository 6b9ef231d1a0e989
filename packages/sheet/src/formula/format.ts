import { dateOf, timeOf } from './dates.ts';
import { numberText, round15 } from './values.ts';

/** Number formats of spreadsheets: `0.00`, `#,##0`, `0%`, `0.00E+00`, `yyyy-mm-dd`, `[h]:mm`, `0;-0;"none";@`. */

const TOKENS =
  /"([^"]*)"|\\(.)|_.|\*.|\[(h+|m+|s+)\]|\[[^\]]*\]|(General)|(AM\/PM|A\/P)|(y+|m+|d+|h+|s+(?:\.0+)?)|(E[+-])(0+)|([0#?]+)|([.,%@])|([\s\S])/giu;

interface Token {
  readonly kind: 'text' | 'elapsed' | 'general' | 'half' | 'date' | 'exponent' | 'digits' | 'sign';
  readonly text: string;
}

function tokensOf(section: string): Token[] {
  const tokens: Token[] = [];
  for (const [
    whole,
    quoted,
    escaped,
    elapsed,
    general,
    half,
    date,
    e,
    zeros,
    digits,
    sign,
    other,
  ] of section.matchAll(TOKENS)) {
    if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted });
    else if (escaped !== undefined) tokens.push({ kind: 'text', text: escaped });
    else if (elapsed !== undefined) tokens.push({ kind: 'elapsed', text: elapsed.toLowerCase() });
    else if (general !== undefined) tokens.push({ kind: 'general', text: general });
    else if (half !== undefined) tokens.push({ kind: 'half', text: half });
    else if (date !== undefined) tokens.push({ kind: 'date', text: date.toLowerCase() });
    else if (e !== undefined) tokens.push({ kind: 'exponent', text: `${e}${zeros ?? ''}` });
    else if (digits !== undefined) tokens.push({ kind: 'digits', text: digits });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (other !== undefined) tokens.push({ kind: 'text', text: other });
    else if (whole.startsWith('[$')) {
      const currency = /^\[\$([^\]-]*)/.exec(whole)?.[1] ?? '';
      tokens.push({ kind: 'text', text: currency });
    } else if (whole.startsWith('_')) tokens.push({ kind: 'text', text: ' ' });
  }
  return tokens;
}

/** Splits at `;` outside of quotation marks. */
function sectionsOf(format: string): string[] {
  const sections = [''];
  for (const [part] of format.matchAll(/"[^"]*"|\\.|\[[^\]]*\]|;|[\s\S]/g)) {
    if (part === ';') sections.push('');
    else sections[sections.length - 1] += part;
  }
  return sections;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const isTime = ({ kind, text }: Token) =>
  kind === 'elapsed' || (kind === 'date' && /^[hs]/.test(text));

/** `m` means minutes after hours and before seconds. */
function isMinutes(tokens: readonly Token[], at: number): boolean {
  const isPart = ({ kind }: Token) => kind === 'date' || kind === 'elapsed';
  const before = tokens.slice(0, at).findLast(isPart);
  const after = tokens.slice(at + 1).find(isPart);
  return (
    (before !== undefined && isTime(before) && before.text.startsWith('h')) ||
    (after?.kind === 'date' && after.text.startsWith('s'))
  );
}

function formatDate(serial: number, tokens: readonly Token[]): string {
  const fraction = tokens.some(({ text }) => /^s+\.0/.test(text));
  // Rounded to the displayed precision, so that 23:59:59.9 becomes midnight of the next day.
  const rounded = fraction ? serial : Math.round(serial * 86_400) / 86_400;
  const { year, month, day, weekday } = dateOf(rounded);
  const { hour, minute, second } = timeOf(rounded);
  const isHalved = tokens.some(({ kind }) => kind === 'half');
  const padded = (value: number, like: string) =>
    String(value).padStart(Math.min(like.length, 2), '0');

  function part(text: string, at: number): string {
    switch (text[0]) {
      case 'y':
        return text.length <= 2 ? String(year % 100).padStart(2, '0') : String(year);
      case 'd':
        if (text.length <= 2) return padded(day, text);
        return (WEEKDAYS[weekday] ?? '').slice(0, text.length === 3 ? 3 : undefined);
      case 'h':
        return padded(isHalved ? ((hour + 11) % 12) + 1 : hour, text);
      case 's': {
        const decimals = text.split('.')[1]?.length;
        if (decimals === undefined) return padded(second, text);
        const exact = (((serial % 1) + 1) % 1) * 86_400;
        return (exact % 60).toFixed(decimals).padStart(3 + decimals, '0');
      }
      default:
        if (isMinutes(tokens, at)) return padded(minute, text);
        if (text.length <= 2) return padded(month, text);
        if (text.length === 5) return (MONTHS[month - 1] ?? '').slice(0, 1);
        return (MONTHS[month - 1] ?? '').slice(0, text.length === 3 ? 3 : undefined);
    }
  }
  const elapsedParts: Readonly<Record<string, number>> = { h: 24, m: 1440, s: 86_400 };
  return tokens
    .map(({ kind, text }, at) => {
      if (kind === 'date') return part(text, at);
      if (kind === 'half')
        return text.length > 3 ? (hour < 12 ? 'AM' : 'PM') : hour < 12 ? 'A' : 'P';
      if (kind === 'elapsed') {
        const count = Math.floor(rounded * (elapsedParts[text[0] ?? 'h'] ?? 24) + 1e-6);
        return String(count).padStart(text.length, '0');
      }
      return kind === 'digits' ? '' : text;
    })
    .join('');
}

/** Rounds half away from zero, with 15 significant digits. */
export function fixed(value: number, decimals: number): string {
  const limited = Math.min(decimals, 100);
  const shifted = Number(`${round15(Math.abs(value))}e${limited}`);
  if (!Number.isFinite(shifted) || shifted >= 1e21)
    return Math.abs(value).toFixed(Math.min(limited, 20));
  const digits = BigInt(Math.round(shifted))
    .toString()
    .padStart(limited + 1, '0');
  const at = digits.length - limited;
  return limited === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
}

const grouped = (digits: string) => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** Fills digits into a pattern of `0`, `#` and `?`, from the right for the integer part. */
function fillWhole(digits: string, pattern: string, isGrouped: boolean): string {
  const minLength =
    pattern.length - (pattern.search(/[0?]/) < 0 ? pattern.length : pattern.search(/[0?]/));
  const plain = digits.replace(/^0+/, '').padStart(minLength, '0');
  return isGrouped ? grouped(plain) : plain;
}

function fillDecimals(digits: string, pattern: string): string {
  const minLength = Math.max(pattern.lastIndexOf('0'), pattern.lastIndexOf('?')) + 1;
  let length = digits.length;
  while (length > minLength && digits[length - 1] === '0') length -= 1;
  return digits.slice(0, length);
}

function formatNumber(value: number, tokens: readonly Token[]): string {
  const point = tokens.findIndex(({ kind, text }) => kind === 'sign' && text === '.');
  const isDigits = ({ kind }: Token) => kind === 'digits';
  const wholeTokens = point < 0 ? tokens : tokens.slice(0, point);
  const exponentAt = tokens.findIndex(({ kind }) => kind === 'exponent');
  const decimalTokens = point < 0 ? [] : tokens.slice(point + 1).filter(isDigits);
  const whole = wholeTokens
    .filter(isDigits)
    .map(({ text }) => text)
    .join('');
  const decimal = decimalTokens.map(({ text }) => text).join('');
  const lastDigits = tokens.findLastIndex(isDigits);
  const firstDigits = tokens.findIndex(isDigits);
  const isComma = ({ kind, text }: Token) => kind === 'sign' && text === ',';
  const isGrouped = wholeTokens.some(
    (token, at) => isComma(token) && at > firstDigits && at < lastDigits,
  );
  const scale = tokens.filter((token, at) => isComma(token) && at > lastDigits).length;
  const percents = tokens.filter(({ kind, text }) => kind === 'sign' && text === '%').length;
  let amount = (Math.abs(value) * 100 ** percents) / 1000 ** scale;
  let exponent = 0;
  if (exponentAt >= 0 && amount !== 0) {
    exponent = Math.floor(Math.log10(amount));
    if (Number(fixed(amount / 10 ** exponent, decimal.length)) >= 10) exponent += 1;
    amount /= 10 ** exponent;
  }
  const [wholeDigits = '', decimals = ''] = fixed(amount, decimal.length).split('.');
  const shownWhole = fillWhole(wholeDigits, whole, isGrouped);
  const shownDecimals = fillDecimals(decimals, decimal);

  let isWholeDone = false;
  let isDecimalDone = false;
  return tokens
    .map((token, at) => {
      const { kind, text } = token;
      if (kind === 'digits') {
        if (exponentAt >= 0 && at > exponentAt) return '';
        if (point < 0 || at < point) {
          if (isWholeDone) return '';
          isWholeDone = true;
          return shownWhole;
        }
        if (isDecimalDone) return '';
        isDecimalDone = true;
        return shownDecimals;
      }
      if (kind === 'exponent') {
        const sign = exponent < 0 ? '-' : text[1] === '+' ? '+' : '';
        return `E${sign}${String(Math.abs(exponent)).padStart(text.length - 2, '0')}`;
      }
      if (isComma(token)) return firstDigits >= 0 && at > firstDigits ? '' : ',';
      return text;
    })
    .join('');
}

/** The section of a format for a number, and whether the minus sign has to be added. */
function sectionFor(sections: readonly string[], value: number): [string, boolean] {
  const [positive = 'General', negative, zero] = sections;
  if (value < 0 && negative !== undefined) return [negative, false];
  if (value === 0 && zero !== undefined) return [zero, false];
  return [positive, value < 0];
}

export const isDateFormat = (format: string) =>
  tokensOf(sectionsOf(format)[0] ?? '').some(({ kind }) => kind === 'date' || kind === 'elapsed');

/** Formats a value with the number format of a cell. */
export function formatValue(value: number | string, format: string): string {
  const sections = sectionsOf(format);
  if (typeof value === 'string') {
    const section = sections[3] ?? sections.find((one) => one.includes('@'));
    if (section === undefined) return value;
    return tokensOf(section)
      .map(({ kind, text }) => (kind === 'sign' && text === '@' ? value : text))
      .join('');
  }
  const [section, isSigned] = sectionFor(sections, value);
  const tokens = tokensOf(section);
  if (tokens.some(({ kind }) => kind === 'date' || kind === 'elapsed'))
    return value < 0 ? numberText(value) : formatDate(value, tokens);
  if (tokens.some(({ kind }) => kind === 'general') || section === '@')
    return tokens
      .map(({ kind, text }) =>
        kind === 'general' || text === '@' ? numberText(isSigned ? value : Math.abs(value)) : text,
      )
      .join('');
  const written = formatNumber(value, tokens);
  return isSigned && /[1-9]/.test(written) ? `-${written}` : written;
}
