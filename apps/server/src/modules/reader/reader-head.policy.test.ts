import { describe, expect, it } from 'vitest';
import { toDescription as firstWords, headHtml, scriptJson } from './reader-head.policy.ts';

describe('the data of a document', () => {
  it('cannot end its script element or break old parsers', () => {
    const value = { title: '</script><script>alert(1)</script><!--', line: 'a\u2028b\u2029c' };
    const json = scriptJson(value);
    expect(json).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual(value);
  });
});

describe('the head of a document', () => {
  const head = {
    title: 'A <b> & "c"',
    description: 'first "words"',
    canonical: 'https://docs.example/x/1',
    siteName: 'Octavo',
    isIndexed: true,
  };

  it('escapes user input', () => {
    const html = headHtml(head);
    expect(html).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot;</title>');
    expect(html).toContain('<meta name="description" content="first &quot;words&quot;">');
    expect(html).toContain('<link rel="canonical" href="https://docs.example/x/1">');
    expect(html).not.toContain('noindex');
  });

  it('has noindex if the page must not be indexed', () => {
    expect(headHtml({ ...head, isIndexed: false })).toContain(
      '<meta name="robots" content="noindex">',
    );
  });
});

describe('the description', () => {
  it('is the beginning of the text, cut at a word boundary', () => {
    expect(firstWords('  One\n\ntwo ')).toBe('One two');
    const cut = firstWords('word '.repeat(100));
    expect(cut.length).toBeLessThanOrEqual(161);
    expect(cut).toMatch(/word…$/);
  });

  it('is cut between characters if there are no spaces', () => {
    expect(firstWords('字'.repeat(300))).toBe(`${'字'.repeat(160)}…`);
  });
});
