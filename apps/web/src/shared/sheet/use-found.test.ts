import { readWorkbook } from '@octavo/sheet/read-workbook';
import { describe, expect, it } from 'vitest';
import { findInSheet } from './use-found.ts';

const [sheet] = readWorkbook(
  '[{"name":"S","rows":[["Ａlpha","beta"],["x",{"text":"=1+1","value":"ALPHA"}]]}]',
);
if (!sheet) throw new Error('no sheet');

describe('finding in a sheet', () => {
  it('looks at what is shown, whatever case and width it has', () => {
    expect(findInSheet(sheet, ' alpha ', undefined)).toEqual([
      { row: 0, column: 0 },
      { row: 1, column: 1 },
    ]);
  });

  it('keeps to one column, and finds nothing for no word', () => {
    expect(findInSheet(sheet, 'alpha', 1)).toEqual([{ row: 1, column: 1 }]);
    expect(findInSheet(sheet, ' ', undefined)).toEqual([]);
  });
});
