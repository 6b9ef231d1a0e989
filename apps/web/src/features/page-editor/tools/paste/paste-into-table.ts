import type { EditorState, TransactionSpec } from '@codemirror/state';
import { fillCells, toCellText } from '../../source/table/edit-table.ts';
import { placeAt, readTable, type Table } from '../../source/table/read-table.ts';
import { tableTransaction } from '../../source/table/table-commands.ts';
import { clipboardToCells, type ClipboardTexts } from './clipboard-to-markdown.ts';

/**
 * Copied cells replace the cells to the right of the cursor and below it. Text of several lines stays in the cell of
 * the cursor. Undefined outside of a table and for text that cannot break the row.
 */
export function pasteIntoTable(
  state: EditorState,
  clipboard: ClipboardTexts,
): TransactionSpec | undefined {
  const { main, ranges } = state.selection;
  const table = readTable(state, main.from);
  const isOneLine = state.doc.lineAt(main.from).to >= main.to;
  if (!table || !isOneLine || ranges.length > 1) return undefined;
  const cells = clipboardToCells(clipboard);
  const isSingle = cells?.length === 1 && cells[0]?.length === 1;
  if (cells && !isSingle) {
    const place = placeAt(table, main.from);
    const spec = { ...fillCells(table, place, cells), userEvent: 'input.paste' };
    return tableTransaction(state, table, { spec, place, isNewCell: true });
  }
  const text = cells?.[0]?.[0] ?? toSafeText(clipboard.plain);
  if (text === undefined || !isInCell(table, main.from)) return undefined;
  return { ...state.replaceSelection(text), userEvent: 'input.paste', scrollIntoView: true };
}

/** Text of several lines as the text of one cell; undefined for one line and for rows of a Markdown table. */
function toSafeText(plain: string): string | undefined {
  const text = plain.replaceAll(/\r\n?/g, '\n').trim();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isRows = lines.every((line) => /(?<!\\)\|/.test(line));
  return lines.length < 2 || isRows ? undefined : toCellText(text);
}

/** Before the first bar and behind the last one there is no cell. */
function isInCell({ rows, delimiter }: Table, at: number): boolean {
  if (at >= delimiter.from && at <= delimiter.to) return false;
  return rows.some(({ cells }) => at >= (cells[0]?.from ?? 0) && at <= (cells.at(-1)?.to ?? -1));
}
