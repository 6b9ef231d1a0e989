import { displayText, type Sheet } from '@octavo/sheet/workbook';
import { useMemo } from 'react';

export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

const normalizeForSearch = (text: string) => text.normalize('NFKC').toLowerCase();

/** Finds the cells that contain a word, row by row; `column` limits the search to one column. */
export function findInSheet(
  sheet: Sheet,
  word: string,
  column: number | undefined,
): CellPosition[] {
  const needle = normalizeForSearch(word.trim());
  if (needle === '') return [];
  const matches: CellPosition[] = [];
  for (const row of [...sheet.rows.keys()].toSorted((a, b) => a - b))
    for (const [at, cell] of sheet.rows.get(row)?.cells ?? [])
      if (
        (column === undefined || column === at) &&
        normalizeForSearch(displayText(cell)).includes(needle)
      )
        matches.push({ row, column: at });
  return matches;
}

export function useSheetSearch(sheet: Sheet, word: string, column: number | undefined) {
  return useMemo(() => findInSheet(sheet, word, column), [sheet, word, column]);
}
