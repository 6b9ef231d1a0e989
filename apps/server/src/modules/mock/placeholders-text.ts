import { toRange, textOr } from './argument.ts';
import type { Argument, Placeholder } from './argument.ts';
import { assertLength } from './budget.ts';
import { randomCharacters } from './placeholders-basic.ts';
import { pick, randomInteger } from './random.ts';
import {
  chineseFamilyNames,
  chineseGivenNames,
  chineseCharacters,
  firstNames,
  lastNames,
} from './sample-words.ts';

type Range = readonly [Argument, Argument];

function generateMany([min, max]: Range, low: number, high: number, make: () => string): string[] {
  const length = assertLength(randomInteger(...toRange(min, max, low, high)));
  // Each element has several words, so the limit applies to an estimate of the total.
  assertLength(length * 20);
  return Array.from({ length }, make);
}

const LETTERS = 'aeiouaeiouaeioubcdfghjklmnprstvw';
const capitalize = (text: string) => text.replace(/^./u, (character) => character.toUpperCase());
const word = (...range: Range) =>
  randomCharacters(LETTERS, randomInteger(...toRange(...range, 3, 10)));
const sentence = (...range: Range) =>
  `${capitalize(generateMany(range, 12, 18, () => word(undefined, undefined)).join(' '))}.`;
const chineseWords = (range: Range, low: number, high: number) =>
  randomCharacters(chineseCharacters, randomInteger(...toRange(...range, low, high)));
const chineseSentence = (...range: Range) => `${chineseWords(range, 12, 18)}。`;

export const text = {
  word: (min, max) => word(min, max),
  sentence: (min, max) => sentence(min, max),
  paragraph: (min, max) =>
    generateMany([min, max], 3, 7, () => sentence(undefined, undefined)).join(' '),
  title: (min, max) =>
    generateMany([min, max], 3, 7, () => capitalize(word(undefined, undefined))).join(' '),
  cword(...args) {
    // cword(2), cword(2, 4), cword(pool), cword(pool, 2, 4)
    const [pool, min, max] = typeof args[0] === 'string' ? args : [undefined, ...args];
    const customPool = textOr(pool, '');
    return randomCharacters(
      customPool === '' ? chineseCharacters : customPool,
      randomInteger(...toRange(min, max, 1, 1)),
    );
  },
  csentence: (min, max) => chineseSentence(min, max),
  cparagraph: (min, max) =>
    generateMany([min, max], 3, 7, () => chineseSentence(undefined, undefined)).join(''),
  ctitle: (min, max) => chineseWords([min, max], 3, 7),
  first: () => pick(firstNames),
  last: () => pick(lastNames),
  name: (middle) =>
    [pick(firstNames), middle === true ? pick(firstNames) : '', pick(lastNames)]
      .filter(Boolean)
      .join(' '),
  cfirst: () => pick(chineseFamilyNames),
  clast: () => pick(chineseGivenNames),
  cname: () => `${pick(chineseFamilyNames)}${pick(chineseGivenNames)}`,
} satisfies Record<string, Placeholder>;
