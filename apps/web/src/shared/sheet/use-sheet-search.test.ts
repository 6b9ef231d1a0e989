import { readWorkbook } from '@octavo/sheet/read-workbook';
import { describe, expect, it } from 'vitest';
import { findInSheet } from './use-sheet-search.ts';

const [sheet] = readWorkbook(
  '[{"name":"S","rows":[["Ａlpha","beta"],["x",{"text":"=1+1","value":"ALPHA"}]]}]',
);
if (!sheet) throw new Error('no sheet');

describe('findInSheet', () => {
  it('searches the displayed text, ignoring case and character width', () => {
    expect(findInSheet(sheet, ' alpha ', undefined)).toEqual([
      { row: 0, column: 0 },
      { row: 1, column: 1 },
    ]);
  });

  it('can be limited to one column and finds nothing for an empty word', () => {
    expect(findInSheet(sheet, 'alpha', 1)).toEqual([{ row: 1, column: 1 }]);
    expect(findInSheet(sheet, ' ', undefined)).toEqual([]);
  });
});
