import { escapeMarkdown, table } from '@octavo/markdown/write-markdown';
import { parseDelimited } from './parse-delimited.ts';

/** Removes empty rows and columns at the end. */
function trimRows(rows: readonly string[][]): string[][] {
  const last = rows.findLastIndex((cells) => cells.some((cell) => cell !== ''));
  const width = rows.reduce(
    (max, cells) => Math.max(max, cells.findLastIndex((cell) => cell !== '') + 1),
    0,
  );
  return rows
    .slice(0, last + 1)
    .map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? ''));
}

/** The cells of text with tabs, or another separator, as Markdown. */
export function tabToCells(text: string, separator = '\t'): string[][] {
  const rows = parseDelimited(text, separator).map((row) => row.map((cell) => cell.trim()));
  return trimRows(rows).map((cells) => cells.map(escapeMarkdown));
}

/** Converts text with tabs, or another separator, to a table with the first line as its head; undefined for empty text. */
export function tabToTable(text: string, separator = '\t'): string | undefined {
  const [head, ...rows] = tabToCells(text, separator);
  return head && table(head, rows);
}
