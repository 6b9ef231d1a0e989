import { describe, expect, it } from 'vitest';
import { parsePastedCells } from './parse-pasted-cells.ts';

const AT = { row: 2, column: 1 };
const paste = (data: Record<string, string>) =>
  parsePastedCells({ getData: (kind) => data[kind] ?? '' }, AT);
const texts = (data: Record<string, string>) =>
  paste(data)?.map((row) => row.map((cell) => cell?.f ?? cell?.m ?? ''));

const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--
td {color:black;font-weight:400;} .xl65 {font-weight:700;background:#FFFF00;text-align:center;}
.xl66 {mso-number-format:"\\@";}--></style></head><body><table><!--StartFragment-->
<tr height=20><td colspan=2 class=xl65>Head &amp;
  more</td><td rowspan=2 class=xl65>Both</td></tr>
<tr><td>line one<br>line&nbsp;two</td><td align=right x:num="1234.5">¥1,234.50</td></tr>
<tr><td>"quoted"</td><td class=xl66>12</td><td style="color:#ff0000">007</td></tr>
<!--EndFragment--></table></body></html>`;

describe('cells pasted from another program', () => {
  it('reads tab-separated text with line breaks and quotation marks in cells', () => {
    const text = 'a\t"two\nlines"\tc\r\n"say ""hi"""\t007\t=1+1\r\nlast\r\n';
    expect(texts({ 'text/plain': text })).toEqual([
      ['a', 'two\nlines', 'c'],
      ['say "hi"', '007', '=1+1'],
      ['last', '', ''],
    ]);
  });

  it('preserves a quotation mark that does not enclose a cell', () => {
    expect(texts({ 'text/plain': '5" pipe\t"open\nnext' })).toEqual([
      ['5" pipe', '"open'],
      ['next', ''],
    ]);
  });

  it('reads an HTML table with merged cells, line breaks, numbers and styles', () => {
    const cells = paste({ 'text/html': EXCEL, 'text/plain': 'not this' });
    expect(texts({ 'text/html': EXCEL })).toEqual([
      ['Head & more', '', 'Both'],
      ['line one\nline two', '¥1,234.50', ''],
      ['"quoted"', '12', '007'],
    ]);
    expect(cells?.[0]?.[0]).toMatchObject({ bl: 1, bg: '#ffff00', ht: 0 });
    expect(cells?.[0]?.[0]?.mc).toEqual({ r: 2, c: 1, rs: 1, cs: 2 });
    expect(cells?.[1]?.[2]?.mc).toEqual({ r: 2, c: 3 });
    expect(cells?.[1]?.[0]).toMatchObject({ tb: '2' });
    expect(cells?.[1]?.[1]).toMatchObject({ v: 1234.5, ct: { t: 'n' } });
    expect(cells?.[2]?.[1]).toMatchObject({ v: '12', ct: { fa: '@' } });
    expect(cells?.[2]?.[2]).toMatchObject({ fc: '#ff0000', v: '007' });
  });

  it('reads the plain text of an HTML document without a table', () => {
    expect(texts({ 'text/html': '<b>x</b>', 'text/plain': 'x\ty' })).toEqual([['x', 'y']]);
  });

  it('returns undefined for an empty clipboard', () => {
    expect(paste({})).toBeUndefined();
  });
});
