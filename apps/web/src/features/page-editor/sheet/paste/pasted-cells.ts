import type { EngineCell } from '@octavo/sheet/engine';
import { readTabbed } from '../../tools/format/tabbed.ts';
import { cellOfText } from '../cell-of-text.ts';
import { cellsInHtml } from './cells-in-html.ts';

/** Spreadsheets end the last row too. */
function fromTabs(text: string): (EngineCell | null)[][] {
  const rows = readTabbed(text.replace(/\r?\n$/, ''));
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, at) => cellOfText(row[at] ?? '')));
}

/** Cells that come from another program, rows first; undefined when there is nothing for cells in it. */
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
