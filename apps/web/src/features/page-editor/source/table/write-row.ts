import type { ChangeSpec } from '@codemirror/state';
import type { TableRow } from './read-table.ts';

/** Writes rows of tables so that what has not changed keeps its bytes. */

export const EMPTY_CELL = '  ';

export const contentOf = (row: TableRow): string => row.line.slice(row.start - row.from);

/** The indentation and marks before the cells of a row. */
export const marksOf = (row: TableRow): string => row.line.slice(0, row.start - row.from);

/** The cells of a row with their spaces, as they are between two bars. */
export function cellSources(row: TableRow): string[] {
  const sources = row.cells.map(({ source }) => source);
  const last = sources.length - 1;
  if (!row.hasFirstBar) sources[0] = ` ${sources[0] ?? ''}`;
  if (!row.hasLastBar && !sources[last]?.endsWith(' ')) sources[last] += ' ';
  return sources;
}

/** An empty cell at the end of a row is only read if a bar encloses it. */
export function joinCells(
  sources: readonly string[],
  bars: Pick<TableRow, 'hasFirstBar' | 'hasLastBar'>,
): string {
  const isSingle = sources.length < 2;
  const isEmpty = (source = '') => source.trim() === '';
  const content = sources.join('|');
  const hasFirstBar = bars.hasFirstBar || isSingle || isEmpty(sources[0]);
  const hasLastBar = bars.hasLastBar || isSingle || isEmpty(sources.at(-1));
  const start = hasFirstBar ? `|${content}` : content.trimStart();
  return hasLastBar ? `${start}|` : start.trimEnd();
}

/** A new row, with bars at both ends. */
export function writeRow(sources: readonly string[]): string {
  return joinCells(sources, { hasFirstBar: true, hasLastBar: true });
}

/** Adds cells at the end until there are enough. */
export function pad(sources: readonly string[], length: number, empty = EMPTY_CELL): string[] {
  return [...sources, ...Array.from({ length: Math.max(length - sources.length, 0) }, () => empty)];
}

/** The smallest change from one text to another, if they differ. */
export function replaceText(from: number, before: string, after: string): ChangeSpec[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    {
      from: from + start,
      to: from + before.length - end,
      insert: after.slice(start, after.length - end),
    },
  ];
}

export function replaceContent(row: TableRow, content: string): ChangeSpec[] {
  return replaceText(row.start, contentOf(row), content);
}

export function replaceCells(row: TableRow, sources: readonly string[]): ChangeSpec[] {
  return replaceContent(row, joinCells(sources.length > 0 ? sources : [EMPTY_CELL], row));
}
