import { describe, expect, it } from 'vitest';
import { toHtml } from './to-html.ts';
import { toText } from './to-text.ts';

/** CPU time of the process, so that other load on the machine does not affect the test. */
function secondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Large enough for quadratic run time to exceed the limit. */
const SIZE = process.env['NIGHTLY'] === '1' ? 150_000 : 60_000;
const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length));

const SLOW_DOCUMENTS: Readonly<Record<string, string>> = {
  'open emphasis': fill('*a _b '),
  'nested emphasis': '**a'.repeat(50_000) + 'b**'.repeat(50_000),
  'one run of stars': '*'.repeat(1_000_000),
  'open strikethrough': fill('~~a '),
  'open brackets': fill('['),
  'open links': fill('[a]('),
  'nested images': '!['.repeat(10_000) + 'a' + '](b)'.repeat(10_000),
  'runs of backticks': lines(900, (index) => '`'.repeat(index)),
  'deep quotations': '>'.repeat(50_000) + 'a',
  'deep lists': lines(700, (index) => `${'  '.repeat(index)}- a`),
  'lists on one line': fill('1. - '),
  'bare addresses': fill('http://a.b/c '),
  'incomplete URLs': fill('http://'),
  'incomplete www links': fill('www.'),
  'open autolinks': fill('<http:'),
  'many colons': fill('a:'),
  'incomplete entities': fill('&#'),
  'incomplete tags': fill('<a '),
  'unterminated tags': fill('<a b="'),
  'unclosed tags': fill('<div>'),
  'closing tags without opening tags': fill('<b>') + fill('</i>'),
  'raw blocks': fill('<div>\n\n'),
  'open comments': fill('<!-- '),
  'open comments on lines': fill('<!-- \n'),
  'one tag with many attributes': `<a ${fill('b ')}>`,
  'repeated long reference': `${fill('[a]\n')}\n[a]: /${'x'.repeat(100_000)}`,
  'reference definitions': fill('[a]: b\n'),
  'table of empty rows': `${'|a'.repeat(150)}|\n${'|-'.repeat(150)}|\n${fill('|\n')}`,
  'escaped bars': `|a|\n|-|\n|${fill('\\|')}|`,
  'parameter tables': `|name|type|remark|\n|-|-|-|\n${fill('|a.b.c|object|x|\n')}`,
  'footnote definitions': fill('[^a]: x\n\n    [^b]: y\n\n'),
  'one footnote with many references': `${fill('[^a]')}\n\n[^a]: x`,
  headings: fill('#a\n'),
  'tables of contents': fill('[TOC]\n\n# a\n\n'),
  'single dollars': fill('$a '),
  'double dollars': fill('$$ a\n'),
  formulas: fill('$x$ '),
  'deep formula': `$$${'{'.repeat(1_900)}x${'}'.repeat(1_900)}$$`,
  'long formulas': `$$${'x^2+'.repeat(900)}$$\n\n`.repeat(30),
  'growing macros': fill('$$\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\a$$\n\n'),
  callouts: fill('> **Note** a\n\n'),
  tasks: fill('- [ ] a\n'),
  'code blocks': fill('```json\n{"a":1}\n```\n\n'),
  'hostile code': `\`\`\`csharp\n${fill(`${'a '.repeat(200)}\n`)}\`\`\``,
  'hostile code in many blocks': fill(
    `\`\`\`csharp\n${`${'a '.repeat(200)}\n`.repeat(20)}\`\`\`\n\n`,
  ),
  'hostile code on one line': `\`\`\`md\n${'[a]('.repeat(5_000)}\n\`\`\``,
  'hostile diagram': `\`\`\`seq\na${' '.repeat(20_000)}b\n\`\`\``,
  'open fences': fill('```\n~~~\n'),
  'long spaces': `#a${' '.repeat(SIZE)}b`,
  'API labels': fill('**请求URL：** `/a`\n\n**请求方式：** GET\n\n'),
  'line breaks': fill('a\r\n'),
  images: fill('![](a)'),
  'images with widths': fill('![](a "b"){width=480}'),
  'captions on lines of their own': fill('![](a "b"){width=50%}\n\n'),
  'open widths': `![](a)${fill('{width=')}`,
  'open widths of images': fill('![](a){width=1'),
};

describe('a malicious document', () => {
  it.each(Object.entries(SLOW_DOCUMENTS))('is rendered in bounded time: %s', (_name, markdown) => {
    let html = '';
    expect(secondsOf(() => (html = toHtml(markdown).html))).toBeLessThan(10);
    expect(html.length).toBeLessThan(16_000_001);
    expect(secondsOf(() => toText(markdown))).toBeLessThan(10);
  });

  it('with 200 levels shows the deepest levels as text and renders the rest', () => {
    const list = lines(200, (index) => `${'  '.repeat(index)}- level ${index}`);
    const { html } = toHtml(`${'>'.repeat(200)} deep quotation\n\n${list}\n\nAfter.`);
    for (const text of ['deep quotation', 'level 199', '<p>After.</p>'])
      expect(html).toContain(text);
  });

  it('is shown as source if its HTML exceeds the limit', () => {
    const markdown = '![](a)'.repeat(250_000);
    const { html } = toHtml(markdown);
    expect(html).toBe(`<pre class="cut">${markdown}</pre>`);
  });

  it('with 50,000 table rows shows every row, the last ones as text', () => {
    const rows = lines(50_000, (index) => `|field_${index}|string|Yes|remark ${index}|x|`);
    const markdown = `|name|type|required|remark|y|\n|-|-|-|-|-|\n${rows}`;
    let html = '';
    expect(secondsOf(() => (html = toHtml(markdown).html))).toBeLessThan(15);
    expect(html).toContain('<td data-role="name">field_0</td>');
    expect(html).toContain('<pre class="cut">');
    expect(html).toContain('|field_49999|string|Yes|remark 49999|x|');
  });

  it('with 10,000 footnotes renders the first 5,000 and shows the rest as text', () => {
    const mentions = lines(10_000, (index) => `text[^${index}]`);
    const notes = lines(10_000, (index) => `[^${index}]: note ${index}`);
    let html = '';
    expect(secondsOf(() => (html = toHtml(`${mentions}\n\n${notes}`).html))).toBeLessThan(15);
    expect(html.match(/class="footnote-ref"/g)).toHaveLength(5_000);
    expect(html).toContain('text[^9999]');
  });

  it('with 1 MB of emphasis is rendered', () => {
    const markdown = '*a **b** c* '.repeat(90_000);
    let html = '';
    expect(secondsOf(() => (html = toHtml(markdown).html))).toBeLessThan(20);
    expect(html.match(/<em>/g)).toHaveLength(90_000);
  });
});
