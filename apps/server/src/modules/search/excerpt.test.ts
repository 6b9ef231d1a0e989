import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { excerptAround, excerptFromStart, findOccurrences } from './excerpt.ts';
import { normalizeForSearch } from '../search-index/search-text.ts';

const marked = (text: string, word: string) =>
  findOccurrences(text, normalizeForSearch(word)).map(([begin, length]) =>
    text.slice(begin, begin + length),
  );

describe('findOccurrences', () => {
  it.each([
    ['in another case', 'Timeout and TIMEOUT', 'timeout', ['Timeout', 'TIMEOUT']],
    ['in another width', 'ＡＰＩ 与 API', 'api', ['ＡＰＩ', 'API']],
    ['in Chinese', '用户登录和用户退出', '用户', ['用户', '用户']],
    ['after characters that normalize to several', '等等……再看 Ａpi', 'api', ['Ａpi']],
    ['that is part of a normalized character', '面积 5㎡', 'm2', ['㎡']],
    ['after letters that become longer in lower case', 'İİİ order', 'order', ['order']],
    ['written with a combining mark', 'cafe\u0301 bar', 'café', ['cafe\u0301']],
    ['after an emoji', '😀😀 key', 'key', ['key']],
    ['that does not occur', 'nothing', 'word', []],
  ])('a word %s: returns the range in the original text', (_case, text, word, expected) => {
    expect(marked(text, word)).toEqual(expected);
  });

  it('finds exactly the ranges whose normalized text contains the word, in any text', () => {
    const piece = fc.constantFrom('a', 'Ａ', 'A', '…', '中', 'ﬁ', 'İ', '😀', ' ', '㎡', 'e\u0301');
    const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('aa', '中', 'm2', 'fi', '..'), (whole, word) => {
        for (const hit of marked(whole, word)) expect(normalizeForSearch(hit)).toContain(word);
        expect(marked(whole, word).length > 0).toBe(normalizeForSearch(whole).includes(word));
      }),
      { numRuns: 500 },
    );
  });
});

describe('an excerpt', () => {
  it('shows 100 characters on each side of the first hit, with all hits in it', () => {
    const text = `${'a'.repeat(300)} Word ${'b'.repeat(50)} word ${'c'.repeat(300)} word`;
    const found = excerptAround(text, 'word');
    expect(found?.search_content).toBe(
      `${'a'.repeat(99)} Word ${'b'.repeat(50)} word ${'c'.repeat(43)}`,
    );
    expect(found?.hits).toEqual([
      [100, 4],
      [156, 4],
    ]);
  });

  it('is a single line', () => {
    expect(excerptAround('a\n\n  b\tword\r\n', 'word')?.search_content).toBe('a b word');
  });

  it('does not split surrogate pairs', () => {
    const text = `${'😀'.repeat(80)}x word ${'😀'.repeat(80)}`;
    expect(excerptAround(text, 'word')?.search_content.isWellFormed()).toBe(true);
    expect(excerptFromStart(`x${'😀'.repeat(200)}`).search_content.isWellFormed()).toBe(true);
  });

  it('is undefined if the text does not contain the word', () => {
    expect(excerptAround('text', 'word')).toBeUndefined();
  });
});
