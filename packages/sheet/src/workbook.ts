import { asText } from './as-text.ts';
import { plainValue } from './plain-value.ts';

/** The data model of a table: sheets with a name, attributes, and rows of cells. */

export type Attributes = Readonly<Record<string, unknown>>;

/** A stored cell. Unknown attributes are preserved. */
export interface Cell extends Attributes {
  /** A formula begins with `=`; any other text is shown as it is. */
  readonly text: string;
  /** The value if the text alone does not define it: a number shown as a date, digits stored as text, a formula's result. */
  readonly value?: unknown;
  /** The formatted result of a formula, if it differs from `value`. */
  readonly shown?: unknown;
  /** The style: fonts, colours and number formats in FortuneSheet's fields. */
  readonly look?: unknown;
}

export interface Row {
  readonly cells: ReadonlyMap<number, Cell>;
  /** Height and any other stored attributes. */
  readonly attributes: Attributes;
}

export interface Sheet {
  readonly name: string;
  readonly rows: ReadonlyMap<number, Row>;
  /** The number of rows, filled or not; undefined if not stored. */
  readonly rowCount: number | undefined;
  /** Freeze, styles, merges, cols and any other stored attributes. */
  readonly attributes: Attributes;
}

export type Workbook = readonly Sheet[];

export const LIMITS = { sheets: 100, rows: 10_000, columns: 702, cellText: 32_767 } as const;

/** The default number of rows of a sheet. */
export const DEFAULT_ROWS = 500;
export const ROW_HEIGHT = 25;

/** The limit that a submitted workbook exceeds; undefined if none. */
export function exceededLimit(workbook: Workbook): keyof typeof LIMITS | undefined {
  if (workbook.length > LIMITS.sheets) return 'sheets';
  for (const { rows } of workbook)
    for (const [at, { cells }] of rows) {
      if (at >= LIMITS.rows) return 'rows';
      for (const [column, { text }] of cells) {
        if (column >= LIMITS.columns) return 'columns';
        if (text.length > LIMITS.cellText) return 'cellText';
      }
    }
  return undefined;
}

/** The size of the filled area, from the first row and column. */
export function extentOf({ rows }: Sheet): { rows: number; columns: number } {
  let [lastRow, lastColumn] = [-1, -1];
  for (const [at, { cells }] of rows)
    for (const column of cells.keys()) {
      if (at > lastRow) lastRow = at;
      if (column > lastColumn) lastColumn = column;
    }
  return { rows: lastRow + 1, columns: lastColumn + 1 };
}

/** Numbers and dates are right-aligned. */
export function isNumeric({ text, value }: Cell): boolean {
  if (value !== undefined && value !== null) return typeof value === 'number';
  return text !== '' && typeof plainValue(text) === 'number';
}

/** The text that readers see in a cell. */
export function displayText({ text, value, shown }: Cell): string {
  if (!text.startsWith('=')) return text;
  if (typeof shown === 'string') return shown;
  return value === undefined || value === null ? text : asText(value);
}
