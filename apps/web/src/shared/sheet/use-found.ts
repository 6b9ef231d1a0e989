import { shownText, type Sheet } from '@octavo/sheet/workbook';
import { useMemo } from 'react';

export interface Place {
  readonly row: number;
  readonly column: number;
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** Finds the cells that contain a word, row by row; `column` limits the search to one column. */
export function findInSheet(sheet: Sheet, word: string, column: number | undefined): Place[] {
  const wanted = fold(word.trim());
  if (wanted === '') return [];
  const found: Place[] = [];
  for (const row of [...sheet.rows.keys()].toSorted((a, b) => a - b))
    for (const [at, cell] of sheet.rows.get(row)?.cells ?? [])
      if ((column === undefined || column === at) && fold(shownText(cell)).includes(wanted))
        found.push({ row, column: at });
  return found;
}

export function useFound(sheet: Sheet, word: string, column: number | undefined) {
  return useMemo(() => findInSheet(sheet, word, column), [sheet, word, column]);
}
