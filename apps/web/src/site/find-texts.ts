import type { SiteText } from '@octavo/contract/static-site';

export interface Hit {
  readonly number: number;
  /** A part of the text around the first place, and where the words stand in it. */
  readonly excerpt: string;
  readonly marks: readonly (readonly [from: number, to: number])[];
}

const BEFORE = 24;
const AFTER = 90;

/** As the product searches: full and half width, upper and lower case are one. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Every word must stand somewhere, anywhere inside other words too. */
export function wordsOf(keyword: string): string[] {
  return fold(keyword).split(/\s+/).filter(Boolean);
}

/** A text, its folded form, and for each character of that the place it came from. */
function foldedPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const sign of text) {
    const part = fold(sign);
    for (let index = 0; index < part.length; index += 1) places.push(at);
    folded += part;
    at += sign.length;
  }
  places.push(at);
  return { folded, places };
}

function placesOf(folded: string, word: string): number[] {
  const found: number[] = [];
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
    found.push(at);
  return found;
}

/** The words marked in a text; they may touch, but never overlap. */
export function marksIn(text: string, words: readonly string[]): [from: number, to: number][] {
  const { folded, places } = foldedPlaces(text);
  const all = words
    .flatMap((word) => placesOf(folded, word).map((at) => [at, at + word.length] as const))
    .toSorted(([a], [b]) => a - b);
  const marks: [number, number][] = [];
  let end = 0;
  for (const [from, to] of all) {
    if (from < end) continue;
    marks.push([places[from] ?? 0, places[to] ?? text.length]);
    end = to;
  }
  return marks;
}

export function excerptOf(number: number, text: string, words: readonly string[]): Hit {
  const flat = text.replaceAll('\n', ' ');
  const first = Math.max(0, Math.min(...words.map((word) => fold(flat).indexOf(word))));
  // Folding may have moved the place by a few signs: the window is wide enough.
  const start = Math.max(0, first - BEFORE);
  const cut = flat.slice(start, first + AFTER);
  const excerpt = `${start > 0 ? '…' : ''}${cut}${start + cut.length < flat.length ? '…' : ''}`;
  return { number, excerpt, marks: marksIn(excerpt, words) };
}

/** Pages whose title or text has all of the words; those with them in the title come first. */
export function findTexts(
  texts: readonly SiteText[],
  titleOf: (number: number) => string,
  keyword: string,
): number[] {
  const words = wordsOf(keyword);
  if (words.length === 0) return [];
  const inTitle: number[] = [];
  const inText: number[] = [];
  for (const [number, text] of texts) {
    const title = fold(titleOf(number));
    if (words.every((word) => title.includes(word))) inTitle.push(number);
    else {
      const whole = `${title}\n${fold(text)}`;
      if (words.every((word) => whole.includes(word))) inText.push(number);
    }
  }
  return [...inTitle, ...inText];
}
