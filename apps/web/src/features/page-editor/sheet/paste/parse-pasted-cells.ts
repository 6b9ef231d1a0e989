import type { FortuneCell } from '@octavo/sheet/fortune-format';
import { parseDelimited } from '../../tools/format/parse-delimited.ts';
import { textToCell } from '../text-to-cell.ts';
import { htmlToCells } from './html-to-cells.ts';

/** Reads tab-separated text. Spreadsheet programs end the last row with a line break too. */
function parseTabSeparated(text: string): (FortuneCell | null)[][] {
  const rows = parseDelimited(text.replace(/\r?\n$/, ''));
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, at) => textToCell(row[at] ?? '')));
}

/** The cells, by row, that are pasted from another program; undefined when the clipboard has neither a table nor text. */
export function parsePastedCells(
  data: Pick<DataTransfer, 'getData'>,
  at: { row: number; column: number },
): (FortuneCell | null)[][] | undefined {
  const html = data.getData('text/html');
  const cells = html === '' ? undefined : htmlToCells(html, at);
  if (cells) return cells;
  const text = data.getData('text/plain');
  return text === '' ? undefined : parseTabSeparated(text);
}
