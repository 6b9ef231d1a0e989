import { describe, expect, it } from 'vitest';
import { toExcerpt, toText } from './to-text.ts';

describe('toText', () => {
  it.each([
    ['# Title\n\nText with **marks** and [a link](/x).', 'Title\nText with marks and a link.'],
    ['|a|b|\n|-|-|\n|1|`2`|', 'a b\n1 2'],
    ['- one\n- two\n  - three', 'one\ntwo\nthree'],
    ['```json\n{"a": 1}\n```', '{"a": 1}'],
    ['**请求URL：** `https://a.b/c`\n\n**请求方式：** POST', 'POST  https://a.b/c'],
    ['a<br>b <font color=red>red</font> List<String>', 'ab red List<String>'],
    ['<div>\n<p>raw &amp; text</p>\n</div>', ' raw & text'],
    ['![alt text](/x.png) $E=mc^2$', 'alt text E=mc^2'],
    ['![alt text](/x.png "The caption"){width=480}', 'alt text\nThe caption'],
    ['a ![b](/x.png "title"){width=50%} c', 'a b c'],
    ['text[^1]\n\n[^1]: the note', 'text\nthe note'],
    ['- [x] done', ' done'],
    ['[TOC]\n\n第一行\n第二行', '第一行\n第二行'],
    ['', ''],
  ])('returns the visible text of %j', (markdown, text) => {
    expect(toText(markdown)).toBe(text);
  });
});

describe('toExcerpt', () => {
  it('returns the first paragraphs, without headings, tables and code', () => {
    const markdown =
      '# Title\n\n|a|b|\n|-|-|\n|1|2|\n\n```\ncode\n```\n\nFirst *words*\n\nand more.';
    expect(toExcerpt(markdown, 100)).toBe('First words and more.');
  });

  it('ends a truncated text with an ellipsis and never splits a character', () => {
    expect(toExcerpt('abc def ghi', 8)).toBe('abc def…');
    expect(toExcerpt('ab😀😀😀', 4)).toBe('ab…');
  });
});
