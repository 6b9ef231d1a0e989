import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeForSearch } from './search-text.ts';
import { titleNgrams, queryNgrams, ngramsOf } from './ngrams.ts';

/** Whether the index would return a text as a candidate for a word. */
function isCandidate(text: string, word: string): boolean {
  const there = new Set(ngramsOf(text));
  return queryNgrams(word).every((ngram) => there.has(ngram));
}

describe('n-grams', () => {
  it('match every text that contains the word, for any text and word', () => {
    const piece = fc.constantFrom(...'ab9_/.-用户登=>|"% \n😀é…Ａ㎡'.split(/(?:)/u), 'id', 'api');
    const text = fc.array(piece, { minLength: 2, maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 1, max: 12 }), (raw, at, length) => {
        const folded = normalizeForSearch(raw);
        const signs = Array.from(folded);
        const begin = at % signs.length;
        const word = signs.slice(begin, begin + length).join('');
        expect(isCandidate(folded, word)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['用户登录', '户登', true],
    ['用户登录', '登用', false],
    ['order_status', 'er_st', true],
    ['order status', 'er_st', false],
    ['user/login', 'user/log', true],
    ['user and log', 'user/log', false],
    ['valid', 'id', true],
    ['idea', 'id', true],
    ['an id', 'id', true],
    ['i d', 'id', false],
    ['"id": 1', '"id":', true],
    ['a login page here', 'ogin pa', true],
    ['a login page here', 'ogin p', true],
    ['a login  page here', 'login page', false],
    ['page of the login', 'login page', false],
    ['"ivory": 1', '"id":', false],
  ])('of %s match the word %s: %s', (text, word, expected) => {
    expect(isCandidate(text, word)).toBe(expected);
  });

  it('are 32-bit integers, and title n-grams differ from content n-grams', () => {
    const ngrams = ngramsOf('用户 user/login id ' + String.fromCodePoint(0x10_ff_ff, 0x10_ff_fe));
    const titles = titleNgrams(ngrams);
    for (const ngram of [...ngrams, ...titles]) expect(ngram | 0).toBe(ngram);
    expect(titles.some((ngram) => ngrams.includes(ngram))).toBe(false);
  });

  it('are empty for a word of single letters', () => {
    expect(queryNgrams('a b')).toEqual([]);
  });
});
