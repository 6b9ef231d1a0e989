import { plainValue } from '@octavo/sheet/plain-value';

/** Prefixes that make a spreadsheet program treat a field as a formula (CSV injection). */
const FORMULA_PREFIX = /^[=+\-@\t\r]/;

/** Byte order mark; Excel needs it to detect UTF-8. */
export const UTF8_BOM = '\uFEFF';

/** Encodes a field: prefixes formulas with an apostrophe, so that no program runs them, and quotes it if necessary. */
export function encodeCsvField(text: string): string {
  const safe =
    FORMULA_PREFIX.test(text) && typeof plainValue(text) !== 'number' ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the apostrophe that `encodeCsvField` has added. */
export const decodeCsvField = (text: string): string =>
  text.startsWith("'") && FORMULA_PREFIX.test(text.slice(1)) ? text.slice(1) : text;

/** Encodes the fields of a row: times in ISO format, objects as JSON. */
export function encodeCsvLine(values: readonly unknown[]): string {
  return `${values.map((value) => encodeCsvField(toFieldText(value))).join(',')}\r\n`;
}

function toFieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
