import { between, textOr } from './argument.ts';
import type { Argument, Placeholder } from './argument.ts';
import { assertLength } from './budget.ts';
import { signs } from './placeholders-basic.ts';
import { pick, whole } from './random.ts';
import {
  chineseFamilyNames,
  chineseGivenNames,
  chineseSigns,
  firstNames,
  lastNames,
} from './words.ts';

type Range = readonly [Argument, Argument];

function times([min, max]: Range, low: number, high: number, make: () => string): string[] {
  const length = assertLength(whole(...between(min, max, low, high)));
  // Each element has several words, so the limit applies to an estimate of the total.
  assertLength(length * 20);
  return Array.from({ length }, make);
}

const LETTERS = 'aeiouaeiouaeioubcdfghjklmnprstvw';
const capital = (text: string) => text.replace(/^./u, (sign) => sign.toUpperCase());
const word = (...range: Range) => signs(LETTERS, whole(...between(...range, 3, 10)));
const sentence = (...range: Range) =>
  `${capital(times(range, 12, 18, () => word(undefined, undefined)).join(' '))}.`;
const chineseWords = (range: Range, low: number, high: number) =>
  signs(chineseSigns, whole(...between(...range, low, high)));
const chineseSentence = (...range: Range) => `${chineseWords(range, 12, 18)}。`;

export const text = {
  word: (min, max) => word(min, max),
  sentence: (min, max) => sentence(min, max),
  paragraph: (min, max) => times([min, max], 3, 7, () => sentence(undefined, undefined)).join(' '),
  title: (min, max) => times([min, max], 3, 7, () => capital(word(undefined, undefined))).join(' '),
  cword(...given) {
    // cword(2), cword(2, 4), cword(pool), cword(pool, 2, 4)
    const [pool, min, max] = typeof given[0] === 'string' ? given : [undefined, ...given];
    const own = textOr(pool, '');
    return signs(own === '' ? chineseSigns : own, whole(...between(min, max, 1, 1)));
  },
  csentence: (min, max) => chineseSentence(min, max),
  cparagraph: (min, max) =>
    times([min, max], 3, 7, () => chineseSentence(undefined, undefined)).join(''),
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
