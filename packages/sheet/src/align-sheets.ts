import { alignLines, mostSimilarPairs, toLineMappings, alignmentScore } from './align-lines.ts';
import type { LineTexts, LineMapping } from './align-lines.ts';
import { maskAddresses } from './move-formula.ts';
import { extentOf } from './workbook.ts';
import type { Cell, Sheet } from './workbook.ts';

/** Maps the rows and columns of one sheet to those of another. */
export interface Alignment {
  readonly rows: readonly LineMapping[];
  readonly columns: readonly LineMapping[];
}

/** Columns of larger sheets are not aligned; they are treated as unmoved. */
const MAX_COLUMN_WORK = 20_000_000;

/** The text of a cell for comparison. Addresses in formulas are masked, because they change when a formula is moved. */
function comparableText({ text }: Cell): string {
  return text.startsWith('=') ? maskAddresses(text) : text;
}

/** Counts each text per column, regardless of the row, because rows may have moved too. */
function countTexts(sheet: Sheet): Map<string, number>[] {
  const columns = Array.from({ length: extentOf(sheet).columns }, () => new Map<string, number>());
  for (const { cells } of sheet.rows.values())
    for (const [at, cell] of cells) {
      const text = comparableText(cell);
      const counts = columns[at];
      if (text !== '' && counts) counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  return columns;
}

function countCommon(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number {
  let common = 0;
  for (const [text, count] of before) common += Math.min(count, after.get(text) ?? 0);
  return common;
}

function alignColumns(before: Sheet, after: Sheet): LineMapping[] {
  const [old, now] = [countTexts(before), countTexts(after)];
  const none = new Map<string, number>();
  const similarityOf = ([a, b]: readonly [number, number]) =>
    countCommon(old[a] ?? none, now[b] ?? none);
  const unmoved = toLineMappings([], old.length, now.length);
  const unmovedScore = alignmentScore(unmoved, similarityOf);
  const all = old.reduce((sum, counts) => sum + countCommon(counts, counts), 0);
  const texts = old.reduce((sum, counts) => sum + counts.size, 0);
  if (unmovedScore === all || texts * now.length > MAX_COLUMN_WORK) return unmoved;
  const pairs = mostSimilarPairs({ from: [0, 0], to: [old.length, now.length] }, similarityOf);
  const aligned = toLineMappings(pairs, old.length, now.length);
  return alignmentScore(aligned, similarityOf) > unmovedScore ? aligned : unmoved;
}

/** The texts of each row, with column indexes mapped by `columnOf`; unmapped columns are omitted. */
function rowTexts(sheet: Sheet, columnOf: (at: number) => number | undefined): LineTexts[] {
  return Array.from({ length: extentOf(sheet).rows }, (_, row) => {
    const texts = new Map<number, string>();
    for (const [at, cell] of sheet.rows.get(row)?.cells ?? []) {
      const [column, text] = [columnOf(at), comparableText(cell)];
      if (column !== undefined && text !== '') texts.set(column, text);
    }
    return texts;
  });
}

/** The texts of single rows and columns of a sheet. */
export function lineTexts(sheet: Sheet) {
  const textsOf = (cells: Iterable<readonly [number, Cell]>): LineTexts =>
    new Map(
      [...cells].flatMap(([at, cell]) =>
        cell.text === '' ? [] : [[at, comparableText(cell)] as const],
      ),
    );
  return {
    row: (at: number) => textsOf(sheet.rows.get(at)?.cells ?? []),
    column: (at: number) =>
      textsOf(
        [...sheet.rows].flatMap(([row, { cells }]) => {
          const cell = cells.get(at);
          return cell ? [[row, cell] as const] : [];
        }),
      ),
  };
}

/** Whether every line has the same index before and after. */
export function isUnmoved(mappings: readonly LineMapping[]): boolean {
  return mappings.every(({ before, after }) => before === after);
}

/** True if a column has less than half of its cells unchanged: a column may have been added or removed before it. */
function mayHaveMovedColumns(
  before: readonly LineTexts[],
  after: readonly LineTexts[],
  rows: readonly LineMapping[],
) {
  const [all, same] = [new Map<number, number>(), new Map<number, number>()];
  const count = (counts: Map<number, number>, at: number) =>
    counts.set(at, (counts.get(at) ?? 0) + 1);
  for (const { before: old, after: now } of rows) {
    if (old === undefined || now === undefined) continue;
    for (const [column, text] of before[old] ?? []) {
      count(all, column);
      if (after[now]?.get(column) === text) count(same, column);
    }
  }
  return [...all].some(([column, cells]) => (same.get(column) ?? 0) * 2 < cells);
}

/** Matches the rows and columns of two sheets by their content. */
export function alignSheets(before: Sheet, after: Sheet): Alignment {
  const identity = (at: number) => at;
  const [old, now] = [rowTexts(before, identity), rowTexts(after, identity)];
  const rows = alignLines(old, now);
  const columns = mayHaveMovedColumns(old, now, rows)
    ? alignColumns(before, after)
    : toLineMappings([], extentOf(before).columns, extentOf(after).columns);
  if (isUnmoved(columns)) return { columns, rows };
  const previousColumns = new Map(columns.map((mapping) => [mapping.after, mapping.before]));
  const remainingColumns = new Set(
    columns.flatMap(({ before: at, after: to }) => (to === undefined ? [] : [at])),
  );
  return {
    columns,
    rows: alignLines(
      rowTexts(before, (at) => (remainingColumns.has(at) ? at : undefined)),
      rowTexts(after, (at) => previousColumns.get(at)),
    ),
  };
}
