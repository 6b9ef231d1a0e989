import { randomBetween, pickOne } from './search-corpus.ts';
import type { Random } from './search-corpus.ts';

/** Returns a random match of the pattern in the text. */
function pick(random: Random, text: string, pattern: RegExp): string | undefined {
  const matches = text.match(pattern);
  return matches ? pickOne(random, matches) : undefined;
}

function substringOf(
  random: Random,
  text: string | undefined,
  minLength: number,
  maxLength: number,
) {
  if (text === undefined || text.length < minLength) return undefined;
  const length = Math.min(randomBetween(random, minLength, maxLength + 1), text.length);
  const begin = randomBetween(random, 0, text.length - length + 1);
  return text.slice(begin, begin + length);
}

const HAN = /\p{Script=Han}{4,}/gu;
const WORD = /[a-z]{2,}/g;

/** The kinds of search queries that users enter, each taken from a normalized text. */
export const QUERY_KINDS: Readonly<
  Record<string, (random: Random, text: string) => string | undefined>
> = {
  'one or two Chinese characters': (random, text) =>
    substringOf(random, pick(random, text, HAN), 1, 2),
  'across the borders of words': (random, text) =>
    substringOf(random, pick(random, text, HAN), 3, 6),
  words: (random, text) => pick(random, text, WORD),
  'parts of words': (random, text) => substringOf(random, pick(random, text, WORD), 2, 5),
  identifiers: (random, text) => pick(random, text, /[a-z]+_[a-z_]+/g),
  paths: (random, text) => substringOf(random, pick(random, text, /\/api[a-z0-9/_]+/g), 4, 18),
  'phrases with spaces': (random, text) =>
    pick(random, text, /[a-z]+ [a-z]+(?: [a-z]+)?/g) ?? pick(random, text, /\| [a-z_]+ \|/g),
  signs: (random, text) =>
    substringOf(
      random,
      pick(random, text, /[a-z0-9]{0,3}[^\p{L}\p{N}\s]{1,3}[a-z0-9]{0,3}/gu),
      2,
      5,
    ),
};
