/**
 * Short pieces of folded text as 32-bit numbers, for an index that finds any substring: of runs of
 * `[a-z0-9_/.-]` every two and three letters, of two runs with one space between them the two letters on
 * either side, without which a phrase of common words would name most pages; of everything else every
 * sign and every two that touch.
 * A piece of a title is its own number (the sign bit), so that titles are found apart. Two pieces may
 * share a number: the index only names candidates, which are read before they are believed.
 */
const RUN_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789_/.-';
const LETTERS = RUN_LETTERS.length;
const TWO_LETTERS = LETTERS ** 3;
const SINGLE_SIGNS = 0x2_0000;
const ACROSS_SPACE = 0x20_0000;
const TWO_SIGNS = 0x4000_0000;
const IN_TITLE = 0x8000_0000;
const SPACE = 0x20;

/** Each ASCII character's place in RUN_LETTERS, -1 for the others. */
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
/** Exact for two Chinese characters; rarer signs may meet. */
const two = (a: number, b: number) => TWO_SIGNS + (((a & 0x7fff) << 15) | (b & 0x7fff));

interface Pieces {
  /** A run of letters, as places; `before` is the run that one space parts from it, or empty. */
  run(places: readonly number[], before: readonly number[]): void;
  /** `before` is the sign that it touches, or 0. */
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
  // A word may begin or end within a run: of a single letter it is not known what stands beside it.
  if (a === undefined || b === undefined || c === undefined || d === undefined) return;
  add(across(a, b, c, d));
}

/** Everything that an index must hold of a folded text. */
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

/** What every text with a folded word holds; none when the index cannot help. */
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
        // The two say more than each alone.
        grams.delete(SINGLE_SIGNS + before);
      } else add(SINGLE_SIGNS + code);
    },
  });
  return [...grams];
}
