import { describe, expect, it } from 'vitest';
import { writeWordPage } from './word-page.ts';
import type { WordPage } from './word-page.ts';

const page: WordPage = {
  title: 'Codes',
  level: 1,
  number: 1,
  content: '',
  is_sheet: true,
  pictures: {},
  neighbours: {},
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
  it('shows its cells, a formula by its result, and empty ones empty', () => {
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

  it('names its sheets where there are several, and leaves out empty ones', () => {
    const content = JSON.stringify([sheet('One', ['a']), sheet('Two', ['b']), sheet('Three')]);
    const { xml } = writeWordPage({ ...page, content });
    expect(textsIn(xml)).toEqual(['Codes', 'One', 'a', 'Two', 'b']);
  });
});
