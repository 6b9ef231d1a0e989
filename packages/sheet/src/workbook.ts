import { asText } from './as-text.ts';
import { plainValue } from './plain-value.ts';

/** What a table is: sheets, each with a name and rows of cells with text, and attributes beside. */

export type Attributes = Readonly<Record<string, unknown>>;

/** A cell as it is stored. Besides its text it may have attributes of any name; they are kept. */
export interface Cell extends Attributes {
  /** A formula begins with `=`; anything else stands for itself. */
  readonly text: string;
  /** What the text cannot say: a number shown as a date, digits that are no number, a formula's result. */
  readonly value?: unknown;
  /** How the result of a formula is written, where it differs from the result. */
  readonly shown?: unknown;
  /** Fonts, colours, number formats, in the engine's words. */
  readonly look?: unknown;
}

export interface Row {
  readonly cells: ReadonlyMap<number, Cell>;
  /** Height and whatever else was stored. */
  readonly attributes: Attributes;
}

export interface Sheet {
  readonly name: string;
  readonly rows: ReadonlyMap<number, Row>;
  /** How many rows there are, filled or not; undefined where nobody said. */
  readonly rowCount: number | undefined;
  /** Freeze, styles, merges, cols and whatever else was stored. */
  readonly attributes: Attributes;
}

export type Workbook = readonly Sheet[];

export const LIMITS = { sheets: 100, rows: 10_000, columns: 702, cellText: 32_767 } as const;

/** As long as nobody asked for more. */
export const USUAL_ROWS = 500;
export const ROW_HEIGHT = 25;

/** What is wrong with a workbook that came from outside; undefined when it is of bearable size. */
export function excessOf(workbook: Workbook): keyof typeof LIMITS | undefined {
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

/** How far a sheet is filled: rows and columns, counted from the first. */
export function extentOf({ rows }: Sheet): { rows: number; columns: number } {
  let [lastRow, lastColumn] = [-1, -1];
  for (const [at, { cells }] of rows)
    for (const column of cells.keys()) {
      if (at > lastRow) lastRow = at;
      if (column > lastColumn) lastColumn = column;
    }
  return { rows: lastRow + 1, columns: lastColumn + 1 };
}

/** Numbers and days stand at the right of their cell. */
export function isNumeric({ text, value }: Cell): boolean {
  if (value !== undefined && value !== null) return typeof value === 'number';
  return text !== '' && typeof plainValue(text) === 'number';
}

/** What a reader sees in a cell. */
export function shownText({ text, value, shown }: Cell): string {
  if (!text.startsWith('=')) return text;
  if (typeof shown === 'string') return shown;
  return value === undefined || value === null ? text : asText(value);
}
