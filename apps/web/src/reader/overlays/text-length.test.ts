import { expect, it } from 'vitest';
import { charactersIn, wordsIn } from './text-length.ts';

it.each([
  ['', 0, 0],
  ['Two words', 2, 8],
  ['创建订单', 4, 4],
  ['创建 order_id 吗', 4, 11],
  ['😀 a\nb', 2, 3],
])('%o has %i words and %i characters', (text, words, characters) => {
  expect(wordsIn(text)).toBe(words);
  expect(charactersIn(text)).toBe(characters);
});
