import { describe, expect, it } from 'vitest';
import { toHtml } from './to-html.ts';
import { toOutline } from './to-outline.ts';

describe('toHtml', () => {
  it('returns an outline with the ids of the headings', () => {
    const markdown = '# A\n\n## 中文 标题\n\n##A\n\n> ### in a quotation';
    const { html, outline } = toHtml(markdown);
    expect(outline).toEqual([
      { id: 'user-content-a', level: 1, text: 'A' },
      { id: 'user-content-中文-标题', level: 2, text: '中文 标题' },
      { id: 'user-content-a-1', level: 2, text: 'A' },
      { id: 'user-content-in-a-quotation', level: 3, text: 'in a quotation' },
    ]);
    for (const { id } of outline) expect(html).toContain(`id="${id}"`);
    expect(toOutline(markdown)).toEqual(outline);
  });

  it('reports whether the page has formulas and diagrams', () => {
    expect(toHtml('text')).toMatchObject({ hasMath: false, hasDiagrams: false });
    expect(toHtml('$x$')).toMatchObject({ hasMath: true, hasDiagrams: false });
    expect(toHtml('```mermaid\ngraph TD\n```')).toMatchObject({
      hasMath: false,
      hasDiagrams: true,
    });
  });

  it('parses plain CommonMark if the old dialect is off', () => {
    const markdown = '###tight\none\ntwo\n\n|a|b|\n|-|\n|1|2|';
    const { html } = toHtml(markdown, { showdocDialect: false });
    expect(html).not.toContain('<h3');
    expect(html).not.toContain('<br');
    expect(html).not.toContain('<table');
  });

  it('marks blocks with their source line for the editor', () => {
    const markdown = '# A\n\ntext\n\n- one\n- two\n\n```js\nx\n```\n\n$$\nx\n$$\n\n`GET /a`';
    const { html } = toHtml(markdown, { sourceLines: true });
    const found = [...html.matchAll(/<(\w+)[^>]*? data-line="(\d+)"/g)].map(([, tag, line]) => [
      tag,
      line,
    ]);
    expect(found).toEqual([
      ['h1', '0'],
      ['p', '2'],
      ['ul', '4'],
      ['li', '4'],
      ['li', '5'],
      ['figure', '7'],
      ['div', '11'],
      ['div', '15'],
    ]);
    expect(toHtml(markdown).html).not.toContain(' data-line=');
  });

  it('returns the same HTML each time', () => {
    const markdown = '# A\n\ntext[^1] $x$\n\n[^1]: note';
    expect(toHtml(markdown)).toEqual(toHtml(markdown));
  });

  it.each([
    ['a URL of the own site', 'https://docs.example.com/x', false],
    ['a path', '/page/1', false],
    ['another host', 'https://example.com/x', true],
    ['a host with the same prefix', 'https://docs.example.com.evil.example/', true],
    ['a URL without a scheme', '//example.com/x', true],
  ])('marks external links: %s', (_name, address, external) => {
    const { html } = toHtml(`[x](${address})`, { siteOrigin: 'https://docs.example.com' });
    expect(html.includes('class="external" target="_blank" rel="noopener noreferrer"')).toBe(
      external,
    );
  });
});

describe('a code block', () => {
  const classOf = (lines: number) =>
    /<figure class="([^"]*)"/.exec(toHtml(`\`\`\`\n${'x\n'.repeat(lines)}\`\`\``).html)?.[1];

  it('has line numbers from 12 lines and is collapsed beyond 40', () => {
    expect(classOf(11)).toBe('code');
    expect(classOf(12)).toBe('code code-numbered');
    expect(classOf(40)).toBe('code code-numbered');
    expect(classOf(41)).toBe('code code-numbered code-long');
  });
});
