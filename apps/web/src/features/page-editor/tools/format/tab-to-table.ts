import { literal, table } from '@octavo/markdown/write';
import { readTabbed } from './tabbed.ts';

/** Rows and columns without those that are empty at the end. */
function trimRows(rows: readonly string[][]): string[][] {
  const last = rows.findLastIndex((cells) => cells.some((cell) => cell !== ''));
  const width = rows.reduce(
    (most, cells) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1),
    0,
  );
  return rows
    .slice(0, last + 1)
    .map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? ''));
}

/** Lines with tabs, or another separator, as a table; the first one is its head. Undefined when there is nothing in them. */
export function tabToTable(text: string, separator = '\t'): string | undefined {
  const [head, ...rows] = trimRows(
    readTabbed(text, separator).map((row) => row.map((cell) => cell.trim())),
  );
  if (!head) return undefined;
  return table(
    head.map(literal),
    rows.map((cells) => cells.map(literal)),
  );
}
