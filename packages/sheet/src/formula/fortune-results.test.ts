import { describe, expect, it } from 'vitest';
import type { FortuneCell, FortuneRow } from '../fortune-format.ts';
import { createFortuneCalculator } from './fortune-results.ts';

const number = (v: number): FortuneCell => ({ v, m: String(v), ct: { fa: 'General', t: 'n' } });

describe('formulas in the spreadsheet', () => {
  it('get their results, display texts and cell types until nothing changes', () => {
    const calculator = createFortuneCalculator();
    const data: FortuneRow[] = [
      [number(2), { f: '=A1*3' }, { f: '=1/0', v: 'DIV/0', m: 'DIV/0' }, { f: '=TEXT(A1,"000")' }],
    ];
    const sheets = [{ name: 'S', id: 's1', data }];
    const changed = calculator(sheets);
    expect(changed.map(({ column, cell: { v, m, ct } }) => [column, v, m, ct?.t])).toEqual([
      [1, 6, '6', 'n'],
      [2, '#DIV/0!', '#DIV/0!', 'e'],
      [3, '002', '002', 'g'],
    ]);
    const [first] = data;
    let row = first ?? [];
    for (const { column, cell } of changed) row = row.with(column, cell);
    expect(calculator([{ name: 'S', id: 's1', data: [row] }])).toEqual([]);
    const other = row.with(0, number(5));
    const again = calculator([{ name: 'S', id: 's1', data: [other] }]);
    expect(again.map(({ cell }) => cell.v)).toEqual([15, '005']);
  });
});
