/**
 * N-grams of normalized text as 32-bit integers, for an index that supports substring search. Words of `[a-z0-9_/.-]`
 * produce all bigrams and trigrams. Two words separated by one space also produce an n-gram of the two letters on either
 * side; without it a phrase of common words would match most pages. All other characters ("symbols") produce an n-gram
 * each, and one for every adjacent pair.
 * N-grams of titles have the sign bit set, so that titles can be searched separately. Different n-grams may share a
 * number: the index returns candidates only, and the search compares their text.
 */
const RUN_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789_/.-';
const LETTERS = RUN_LETTERS.length;
const TWO_LETTERS = LETTERS ** 3;
const SINGLE_SIGNS = 0x2_0000;
const ACROSS_SPACE = 0x20_0000;
const TWO_SIGNS = 0x4000_0000;
const IN_TITLE = 0x8000_0000;
const SPACE = 0x20;

/** Index of each ASCII character in WORD_CHARS, or -1. */
const PLACE = Int8Array.from({ length: 128 }, (_, code) =>
  RUN_LETTERS.indexOf(String.fromCodePoint(code)),
);

function placeOf(code: number): number {
  return code < 128 ? (PLACE[code] ?? -1) : -1;
}

const three = (a: number, b: number, c: number) => (a * LETTERS + b) * LETTERS + c;
const pair = (a: number, b: number) => TWO_LETTERS + a * LETTERS + b;
const across = (a: number, b: number, c: number, d: number) =>
  ACROSS_SPACE + three(a, b, c) * LETTERS + d;
/** Unique for two Chinese characters; other symbols may collide. */
const two = (a: number, b: number) => TWO_SIGNS + (((a & 0x7fff) << 15) | (b & 0x7fff));

interface Pieces {
  /** Called for each word, as indexes into WORD_CHARS; `previous` is the word before it if one space separates them, else empty. */
  run(places: readonly number[], before: readonly number[]): void;
  /** Called for each symbol; `previous` is the symbol directly before it, or 0. */
  sign(code: number, before: number): void;
}

const NO_RUN: readonly number[] = [];

function walk(text: string, { run, sign }: Pieces): void {
  let places: number[] = [];
  let runBefore = NO_RUN;
  let before = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const place = placeOf(code);
    if (place >= 0) {
      places.push(place);
      before = 0;
    } else {
      if (places.length > 0) run(places, runBefore);
      runBefore = code === SPACE ? places : NO_RUN;
      places = [];
      if (code > SPACE) sign(code, before);
      before = code > SPACE ? code : 0;
    }
    at += code > 0xffff ? 2 : 1;
  }
  if (places.length > 0) run(places, runBefore);
}

function addThrees(places: readonly number[], add: (gram: number) => void): void {
  for (let at = 2; at < places.length; at += 1)
    add(three(places[at - 2] ?? 0, places[at - 1] ?? 0, places[at] ?? 0));
}

function addPairs(places: readonly number[], add: (gram: number) => void): void {
  for (let at = 1; at < places.length; at += 1) add(pair(places[at - 1] ?? 0, places[at] ?? 0));
}

function addAcross(
  before: readonly number[],
  places: readonly number[],
  add: (gram: number) => void,
): void {
  const [a, b] = before.slice(-2);
  const [c, d] = places;
  // A search word may start or end inside a word of the text: the neighbour of a single letter is unknown.
  if (a === undefined || b === undefined || c === undefined || d === undefined) return;
  add(across(a, b, c, d));
}

/** Returns all n-grams to index for a normalized text. */
export function gramsOf(text: string): number[] {
  const grams = new Set<number>();
  const add = (gram: number) => grams.add(gram);
  walk(text, {
    run(places, before) {
      addPairs(places, add);
      addThrees(places, add);
      addAcross(before, places, add);
    },
    sign(code, before) {
      add(SINGLE_SIGNS + code);
      if (before > 0) add(two(before, code));
    },
  });
  return [...grams];
}

export function asTitle(grams: readonly number[]): number[] {
  return grams.map((gram) => gram - IN_TITLE);
}

/** Returns n-grams that every text with this normalized word contains; empty if the index cannot be used. */
export function gramsFor(word: string): number[] {
  const grams = new Set<number>();
  const add = (gram: number) => grams.add(gram);
  walk(word, {
    run(places, before) {
      if (places.length === 2) addPairs(places, add);
      else addThrees(places, add);
      addAcross(before, places, add);
    },
    sign(code, before) {
      if (before > 0) {
        add(two(before, code));
        // The pair is more selective than its first symbol alone.
        grams.delete(SINGLE_SIGNS + before);
      } else add(SINGLE_SIGNS + code);
    },
  });
  return [...grams];
}
