import { spend } from './budget.ts';
import { parseDateTime } from './dates.ts';

/** The values of formulas. */
export type ErrorName =
  | '#DIV/0!'
  | '#N/A'
  | '#NAME?'
  | '#NULL!'
  | '#NUM!'
  | '#REF!'
  | '#VALUE!'
  | '#CALC!';

export const ERROR_NAMES: readonly ErrorName[] = [
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  '#CALC!',
];

/** A formula error as a value. It is thrown to abort a calculation and caught by functions that handle errors. */
export class FormulaError {
  readonly name: ErrorName;
  constructor(name: ErrorName) {
    this.name = name;
  }
}

const made = new Map<ErrorName, FormulaError>();
export function errorOf(name: ErrorName): FormulaError {
  const known = made.get(name) ?? new FormulaError(name);
  made.set(name, known);
  return known;
}

export function fail(name: ErrorName): never {
  // Formula errors have no stack trace, because thousands of them may be thrown.
  // oxlint-disable-next-line typescript/only-throw-error
  throw errorOf(name);
}

/** `null` is an empty cell. */
export type Scalar = number | string | boolean | null | FormulaError;
export type Matrix = readonly (readonly Scalar[])[];

/** An area of cells with 0-based, inclusive ends, which may lie outside the filled area. */
export class Range {
  readonly sheet: number;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  // oxlint-disable-next-line max-params
  constructor(sheet: number, top: number, left: number, bottom: number, right: number) {
    this.sheet = sheet;
    this.top = Math.min(top, bottom);
    this.left = Math.min(left, right);
    this.bottom = Math.max(top, bottom);
    this.right = Math.max(left, right);
  }
  get rows(): number {
    return this.bottom - this.top + 1;
  }
  get columns(): number {
    return this.right - this.left + 1;
  }
}

export type Value = Scalar | Matrix | Range;

export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;
/** The maximum length of a cell's text. */
const MAX_TEXT = 32_767;

export const isMatrix = (value: Value): value is Matrix => Array.isArray(value);

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** Parses a number, percentage, date or time in text. */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (NUMBER.test(trimmed)) return Number(trimmed);
  if (GROUPED.test(trimmed)) return Number(trimmed.replaceAll(',', ''));
  if (trimmed.endsWith('%')) {
    const number = parseNumber(trimmed.slice(0, -1));
    return number === undefined ? undefined : number / 100;
  }
  return parseDateTime(trimmed);
}

export function toNumber(value: Scalar): number {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return parseNumber(value) ?? fail('#VALUE!');
  // oxlint-disable-next-line typescript/only-throw-error
  throw value;
}

export function toBoolean(value: Scalar): boolean {
  if (typeof value === 'string') {
    const upper = value.toUpperCase();
    if (upper === 'TRUE' || upper === 'FALSE') return upper === 'TRUE';
  }
  return toNumber(value) !== 0;
}

/** Rounds to 15 significant digits, as spreadsheets do, to remove binary rounding errors. */
export function round15(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

/** Converts a number to text as `&` and the General format do. */
export function numberText(value: number): string {
  const rounded = round15(value);
  const size = Math.abs(rounded);
  if (size !== 0 && (size >= 1e21 || size < 1e-9)) {
    const [digits = '', exponent = ''] = rounded.toExponential().split('e');
    const sign = exponent.startsWith('-') ? '-' : '+';
    return `${digits}E${sign}${exponent.slice(1).padStart(2, '0')}`;
  }
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/0+$/, '') : text;
}

export function toText(value: Scalar): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // oxlint-disable-next-line typescript/only-throw-error
  throw value;
}

/** Checks the length of a computed text and charges it to the budget. */
export function boundedText(text: string): string {
  if (text.length > MAX_TEXT) fail('#VALUE!');
  spend(text.length >> 6);
  return text;
}

/** Normalizes text for case-insensitive comparison. */
export const foldCase = (text: string) => text.toLowerCase();

function rank(value: Scalar): number {
  if (typeof value === 'number') return 0;
  return typeof value === 'string' ? 1 : 2;
}

/** Treats almost equal numbers as equal, such as 0.1+0.2 and 0.3. */
function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  if (Math.abs(a - b) < Math.abs(a) * 2 ** -48) return 0;
  return a < b ? -1 : 1;
}

const collator = new Intl.Collator('en', { sensitivity: 'accent' });

/** Orders numbers before texts and texts before booleans; an empty cell equals 0, "" and FALSE. */
export function compare(a: Scalar, b: Scalar): number {
  if (a instanceof FormulaError || b instanceof FormulaError) {
    // oxlint-disable-next-line typescript/only-throw-error
    throw a instanceof FormulaError ? a : b;
  }
  const left = a ?? emptyLike(b);
  const right = b ?? emptyLike(a);
  const ranks = rank(left) - rank(right);
  if (ranks !== 0) return ranks;
  if (typeof left === 'string' && typeof right === 'string')
    return foldCase(left) === foldCase(right) ? 0 : collator.compare(left, right);
  return compareNumbers(Number(left), Number(right));
}

function emptyLike(other: Scalar): Scalar {
  if (typeof other === 'string') return '';
  return typeof other === 'boolean' ? false : 0;
}
