import { describe, expect, it } from 'vitest';
import { fillPlaceholders, writeWordPage } from './word-page.ts';
import type { WordPage } from './word-page.ts';

const page: WordPage = {
  title: 'Codes',
  level: 1,
  number: 1,
  content: '',
  is_sheet: true,
  pictures: {},
  linkedChapters: {},
  siteOrigin: 'https://octavo.test',
  firstList: 1,
};

const textsIn = (xml: string) =>
  Array.from(xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)</g), ([, text]) => text);
const sheet = (name: string, ...lines: string[][]) => ({
  name,
  rows: lines.map((cells) => ({ cells: cells.map((text) => ({ text })) })),
});

describe('a table in a Word document', () => {
  it('shows its cells, formulas by their results, and empty cells', () => {
    const first = sheet(
      'Errors',
      ['Code', 'Cause'],
      ['10102', 'not <logged> in\n未登录'],
      ['', ''],
    );
    Object.assign(first.rows[2]?.cells[0] ?? {}, { text: '=1+1', value: 2 });
    const { xml } = writeWordPage({ ...page, content: JSON.stringify([first]) });
    expect(textsIn(xml)).toEqual([
      'Codes',
      'Code',
      'Cause',
      '10102',
      'not &lt;logged&gt; in',
      '未登录',
      '2',
    ]);
    expect(xml.match(/<w:tr[ >]/g)).toHaveLength(3);
    expect(xml.match(/<w:tc>/g)).toHaveLength(6);
  });

  it('has column widths by content that fill the page width', () => {
    const widths = (...lines: string[]) => {
      const { xml } = writeWordPage({ ...page, is_sheet: false, content: lines.join('\n') });
      return Array.from(xml.matchAll(/<w:gridCol w:w="(\d+)"\/>/g), ([, width]) => Number(width));
    };
    const long = '创建订单并锁定库存，超过三十分钟未支付则自动取消。'.repeat(4);
    const [name = 0, type = 0, text = 0, ...more] = widths(
      '|Name|Type|说明|',
      '|-|-|-|',
      `|merchant_order_number|int|${long}|`,
    );
    expect(more).toEqual([]);
    expect(name + type + text).toBe(9638);
    expect(text).toBeGreaterThan(name);
    expect(name).toBeGreaterThan(2 * type);
    // The longest name is not wrapped.
    expect(name).toBeGreaterThan('merchant_order_number'.length * 95);
    expect(widths('|a|a|', '|-|-|', '|b|b|')).toEqual([4819, 4819]);
    const words = Array.from({ length: 40 }, () => 'x'.repeat(200));
    const crowded = widths(`|${words.join('|')}|`, `|${'-|'.repeat(40)}`);
    expect(crowded).toHaveLength(40);
    expect(Math.min(...crowded)).toBeGreaterThan(200);
  });

  it('names its sheets if there are several, and leaves out empty ones', () => {
    const content = JSON.stringify([sheet('One', ['a']), sheet('Two', ['b']), sheet('Three')]);
    const { xml } = writeWordPage({ ...page, content });
    expect(textsIn(xml)).toEqual(['Codes', 'One', 'a', 'Two', 'b']);
  });
});

describe('a page in a Word document', () => {
  it('has formulas as Office Math, and invalid ones as code', () => {
    const content = 'a $x^2$ b $\\frac{c}$\n\n$$\ny_1\n$$\n\n|$z$|\n|-|\n|1|';
    const { xml } = writeWordPage({ ...page, is_sheet: false, content });
    expect(xml.match(/<m:oMath>/g)).toHaveLength(3);
    expect(xml).toMatch(/<w:p><m:oMathPara><m:oMath><m:sSub>.*?<\/m:oMathPara><\/w:p>/);
    expect(textsIn(xml)).toContain('\\frac{c}');
  });

  it('has images with their widths and captions', () => {
    const key = 'a'.repeat(32);
    const pictures = { [key]: { id: 'p1', width: 1000, height: 500 } };
    const write = (content: string) =>
      writeWordPage({ ...page, is_sheet: false, content, pictures }).xml;
    const url = `/file/${key}/states.png`;
    const size = (xml: string) => /<wp:extent cx="(\d+)" cy="(\d+)"\/>/.exec(xml)?.slice(1);
    const [textWidth, half] = [9638 * 635, (9638 * 635) / 2];
    expect(size(write(`![a](${url})`))).toEqual([`${textWidth}`, `${half}`]);
    expect(size(write(`![a](${url}){width=200}`))).toEqual([`${200 * 9525}`, `${100 * 9525}`]);
    expect(size(write(`![a](${url}){width=50%}`))).toEqual([
      `${Math.round(half)}`,
      `${Math.round(half / 2)}`,
    ]);
    // Never wider than the page.
    expect(size(write(`![a](${url}){width=2000}`))).toEqual([`${textWidth}`, `${half}`]);

    const figure = write(`![a](${url} "The <caption>"){width=200}`);
    expect(figure).toMatch(/<w:keepNext\/>.*<w:drawing>.*<w:pStyle w:val="Caption"\/>/);
    expect(textsIn(figure)).toEqual(['Codes', 'The &lt;caption&gt;']);
    const list = write(`- ![a](${url} "In a list")\n- text`);
    expect(list).toMatch(/<w:numPr>.*<w:drawing>.*<w:pStyle w:val="Caption"\/>/);
    expect(textsIn(list)).toEqual(['Codes', 'In a list', 'text']);
    // A narrow image leaves its column narrow.
    const columns = (width: string) =>
      Array.from(
        write(`|a|b|\n|-|-|\n|![a](${url})${width}|text|`).matchAll(/<w:gridCol w:w="(\d+)"\/>/g),
        ([, twips]) => Number(twips),
      );
    expect(columns('{width=40}')[0]).toBeLessThan(columns('')[0] ?? 0);
  });

  it('has a placeholder for each diagram, which page text cannot forge', () => {
    const content = '```mermaid\ngraph TD\n```\n\n<!--diagram 0-->\n\n`<!--diagram 0-->`';
    const written = writeWordPage({ ...page, is_sheet: false, content });
    expect(written.diagrams).toMatchObject([{ mermaid: 'graph TD', indent: 0 }]);
    expect(written.diagrams[0]?.sourceXml).toContain('graph TD');
    expect(written.xml).not.toContain('graph TD');
    expect(fillPlaceholders(written, () => 'HERE').match(/HERE/g)).toHaveLength(1);
  });
});
