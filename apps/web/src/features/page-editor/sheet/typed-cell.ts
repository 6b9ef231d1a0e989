import type { EngineCell, EngineSheet } from '@octavo/sheet/engine';
import { cellInFormat, cellOfText } from './cell-of-text.ts';

/** The text of the cell being edited, which the spreadsheet reports only after the user leaves the cell. */
export interface Typed {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

function cellOf(before: EngineCell | null | undefined, text: string): EngineCell | null {
  const { v: _v, m: _m, f: _f, ct, ...look } = before ?? {};
  if (text === '') return Object.keys(look).length > 0 ? look : null;
  // FortuneSheet applies the format of the cell when the edit ends; until then the plain text is stored.
  const made = cellInFormat(text, ct?.fa) ?? cellOfText(text);
  return { ...look, ...made };
}

/** The sheets as if the edit of the cell ended now. */
export function withTyped(sheets: readonly EngineSheet[], typed: Typed): readonly EngineSheet[] {
  return sheets.map((sheet) => {
    const { data } = sheet;
    const row = data?.[typed.row];
    if (!data || !row || sheet.id !== typed.sheet) return sheet;
    const cell = cellOf(row[typed.column], typed.text);
    return { ...sheet, data: data.with(typed.row, row.with(typed.column, cell)) };
  });
}
