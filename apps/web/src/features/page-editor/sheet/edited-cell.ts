import type { FortuneCell, FortuneSheet } from '@octavo/sheet/fortune-format';
import { textToFormattedCell, textToCell } from './text-to-cell.ts';

/** The field of FortuneSheet over the selected cell; it has the focus while cells are selected by keyboard. */
export const CELL_INPUT = '.luckysheet-cell-input';

/** The text of the cell being edited, which the spreadsheet reports only after the user leaves the cell. */
export interface EditedCell {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

function toCell(before: FortuneCell | null | undefined, text: string): FortuneCell | null {
  const { v: _v, m: _m, f: _f, ct, ...style } = before ?? {};
  if (text === '') return Object.keys(style).length > 0 ? style : null;
  // FortuneSheet applies the format of the cell when the edit ends; until then the plain text is stored.
  const content = textToFormattedCell(text, ct?.fa) ?? textToCell(text);
  return { ...style, ...content };
}

/** The sheets as if the edit of the cell ended now. */
export function withEditedCell(
  sheets: readonly FortuneSheet[],
  editedCell: EditedCell,
): readonly FortuneSheet[] {
  return sheets.map((sheet) => {
    const { data } = sheet;
    const row = data?.[editedCell.row];
    if (!data || !row || sheet.id !== editedCell.sheet) return sheet;
    const cell = toCell(row[editedCell.column], editedCell.text);
    return { ...sheet, data: data.with(editedCell.row, row.with(editedCell.column, cell)) };
  });
}
