import type { EngineCell } from '@octavo/sheet/engine';
import { readTabbed } from '../../tools/format/tabbed.ts';
import { cellOfText } from '../cell-of-text.ts';
import { cellsInHtml } from './cells-in-html.ts';

/** Reads tab-separated text. Spreadsheet programs end the last row with a line break too. */
function fromTabs(text: string): (EngineCell | null)[][] {
  const rows = readTabbed(text.replace(/\r?\n$/, ''));
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, at) => cellOfText(row[at] ?? '')));
}

/** The cells, by row, that are pasted from another program; undefined when the clipboard has neither a table nor text. */
export function pastedCells(
  data: Pick<DataTransfer, 'getData'>,
  at: { row: number; column: number },
): (EngineCell | null)[][] | undefined {
  const html = data.getData('text/html');
  const found = html === '' ? undefined : cellsInHtml(html, at);
  if (found) return found;
  const text = data.getData('text/plain');
  return text === '' ? undefined : fromTabs(text);
}
