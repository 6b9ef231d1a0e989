import type { EngineCell, EngineSheet } from '@octavo/sheet/engine';
import { cellInFormat, cellOfText } from './cell-of-text.ts';

/** A cell that somebody is in the middle of: the engine learns of it when they leave it. */
export interface Typed {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

function cellOf(before: EngineCell | null | undefined, text: string): EngineCell | null {
  const { v: _v, m: _m, f: _f, ct, ...look } = before ?? {};
  if (text === '') return Object.keys(look).length > 0 ? look : null;
  // The engine will write it in the format of the cell; until it does, the text says it all.
  const made = cellInFormat(text, ct?.fa) ?? cellOfText(text);
  return { ...look, ...made };
}

/** What would be there if the cell were left now. */
export function withTyped(sheets: readonly EngineSheet[], typed: Typed): readonly EngineSheet[] {
  return sheets.map((sheet) => {
    const { data } = sheet;
    const row = data?.[typed.row];
    if (!data || !row || sheet.id !== typed.sheet) return sheet;
    const cell = cellOf(row[typed.column], typed.text);
    return { ...sheet, data: data.with(typed.row, row.with(typed.column, cell)) };
  });
}
