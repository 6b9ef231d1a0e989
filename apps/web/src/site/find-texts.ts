import type { SiteText } from '@octavo/contract/static-site';

export interface Hit {
  readonly number: number;
  /** The text around the first occurrence, and the positions of the words in it. */
  readonly excerpt: string;
  readonly marks: readonly (readonly [from: number, to: number])[];
}

const BEFORE = 24;
const AFTER = 90;

/** Normalizes like the server's search: ignores case and character width. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The words of a search; each must occur, possibly inside another word. */
export function wordsOf(keyword: string): string[] {
  return fold(keyword).split(/\s+/).filter(Boolean);
}

/** The normalized text, and for each of its characters the offset in the original text. */
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

/** The positions of the words in a text; they may touch but never overlap. */
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
  // Normalization may shift the offset by a few characters; the excerpt is long enough for that.
  const start = Math.max(0, first - BEFORE);
  const cut = flat.slice(start, first + AFTER);
  const excerpt = `${start > 0 ? '…' : ''}${cut}${start + cut.length < flat.length ? '…' : ''}`;
  return { number, excerpt, marks: marksIn(excerpt, words) };
}

/** The pages whose title or text contains all words; pages with all words in the title come first. */
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
