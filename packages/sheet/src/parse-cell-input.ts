import { plainValue } from './plain-value.ts';

/** The value and format of a typed or pasted text. The text itself is stored unchanged. */
export interface ParsedInput {
  readonly text: string;
  readonly value: string | number | boolean;
  /** A spreadsheet number format. */
  readonly format: string;
  /** FortuneSheet's cell type: number, general, text, date or boolean. */
  readonly type: 'n' | 'g' | 's' | 'd' | 'b';
}

const DAY = 86_400_000;
/** 1 January 1970 as a spreadsheet day number. */
const UNIX_EPOCH_DAY = 25_569;

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/;
const GROUPED = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.(\d+))?$/;
const PERCENT = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?%$/;
const DATE = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;
/** A number loses precision with more digits. */
const MAX_DIGITS = 15;

const digitsIn = (text: string) => text.replaceAll(/\D/g, '').replace(/^0+/, '').length;
const decimals = (found: string | undefined) =>
  found === undefined ? '' : `.${'0'.repeat(found.length)}`;

function parseNumber(text: string): ParsedInput | undefined {
  if (digitsIn(text) > MAX_DIGITS) return undefined;
  const plain = plainValue(text);
  if (typeof plain === 'number') return { text, value: plain, format: 'General', type: 'n' };
  const found = PLAIN.exec(text);
  if (found) return { text, value: Number(text), format: `0${decimals(found[1])}`, type: 'n' };
  const grouped = GROUPED.exec(text);
  if (grouped) {
    const value = Number(text.replaceAll(',', ''));
    return { text, value, format: `#,##0${decimals(grouped[1])}`, type: 'n' };
  }
  const percent = PERCENT.exec(text);
  if (!percent) return undefined;
  const value = Number(`${text.slice(0, -1)}e-2`);
  return { text, value, format: `0${decimals(percent[1])}%`, type: 'n' };
}

/** Parses unambiguous dates only: `3/4` and `1-2` are not dates. */
function parseDate(text: string): ParsedInput | undefined {
  const found = DATE.exec(text);
  if (!found) return undefined;
  const [, year, sign = '', month = '', day = '', hour, minute = '0', second = '0'] = found;
  const [m, d, h] = [Number(month), Number(day), Number(hour ?? 0)];
  const time = Date.UTC(Number(year), m - 1, d, h, Number(minute), Number(second));
  const parsedDate = new Date(time);
  // Invalid dates such as 31 April and dates before 1 March 1900 remain text.
  if (
    parsedDate.getUTCMonth() !== m - 1 ||
    parsedDate.getUTCDate() !== d ||
    parsedDate.getUTCHours() !== h
  )
    return;
  const value = time / DAY + UNIX_EPOCH_DAY;
  if (value < 61) return undefined;
  const ymd = `yyyy${sign}${month.length > 1 ? 'MM' : 'M'}${sign}${day.length > 1 ? 'dd' : 'd'}`;
  const seconds = found[7] === undefined ? '' : ':ss';
  const hours = hour === undefined ? '' : ` ${hour.length > 1 ? 'hh' : 'h'}:mm${seconds}`;
  return { text, value, format: ymd + hours, type: 'd' };
}

/** Returns undefined for formulas, which are calculated, and for error values such as `#N/A`. */
export function parseCellInput(text: string): ParsedInput | undefined {
  if (ERROR.test(text)) return undefined;
  // A leading apostrophe marks text. Before a formula the apostrophe has to remain.
  const quotedText = text.startsWith("'") && !text.startsWith("'=") ? text.slice(1) : undefined;
  if (quotedText !== undefined && quotedText !== '')
    return { text: quotedText, value: quotedText, format: '@', type: 's' };
  if (text.startsWith('=') && text.length > 1) return undefined;
  if (text === 'TRUE' || text === 'FALSE')
    return { text, value: text === 'TRUE', format: 'General', type: 'b' };
  const found = parseNumber(text) ?? parseDate(text);
  if (found) return found;
  // Digits that would lose information as a number, such as 007 or an identity card number, remain text.
  const isDigits = text.trim() !== '' && Number.isFinite(Number(text));
  return { text, value: text, format: isDigits ? '@' : 'General', type: isDigits ? 's' : 'g' };
}

const NUMBER_FORMAT = /^(?:#,##)?0(?:\.(0+))?%?$/;

/** Whether a number has more decimals than the format of the cell shows. */
export function losesPrecision(text: string, format: string): boolean {
  const found = NUMBER_FORMAT.exec(format);
  if (!found) return false;
  const [, inputDecimals = ''] = PLAIN.exec(text) ?? GROUPED.exec(text) ?? PERCENT.exec(text) ?? [];
  return inputDecimals.length > (found[1]?.length ?? 0);
}
