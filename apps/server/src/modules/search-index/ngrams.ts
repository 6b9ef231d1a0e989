/**
 * N-grams of normalized text as 32-bit integers, for an index that supports substring search. Words of `[a-z0-9_/.-]`
 * produce all bigrams and trigrams. Two words separated by one space also produce an n-gram of the two letters on either
 * side; without it a phrase of common words would match most pages. All other characters ("symbols") produce an n-gram
 * each, and one for every adjacent pair.
 * N-grams of titles have the sign bit set, so that titles can be searched separately. Different n-grams may share a
 * number: the index returns candidates only, and the search compares their text.
 */
const WORD_CHARS = 'abcdefghijklmnopqrstuvwxyz0123456789_/.-';
const CHAR_COUNT = WORD_CHARS.length;
const BIGRAM_BASE = CHAR_COUNT ** 3;
const SYMBOL_BASE = 0x2_0000;
const SPANNING_BASE = 0x20_0000;
const SYMBOL_PAIR_BASE = 0x4000_0000;
const TITLE_OFFSET = 0x8000_0000;
const SPACE = 0x20;

/** Index of each ASCII character in WORD_CHARS, or -1. */
const CHAR_INDEXES = Int8Array.from({ length: 128 }, (_, code) =>
  WORD_CHARS.indexOf(String.fromCodePoint(code)),
);

function charIndexOf(code: number): number {
  return code < 128 ? (CHAR_INDEXES[code] ?? -1) : -1;
}

const trigram = (a: number, b: number, c: number) => (a * CHAR_COUNT + b) * CHAR_COUNT + c;
const bigram = (a: number, b: number) => BIGRAM_BASE + a * CHAR_COUNT + b;
const spanningNgram = (a: number, b: number, c: number, d: number) =>
  SPANNING_BASE + trigram(a, b, c) * CHAR_COUNT + d;
/** Unique for two Chinese characters; other symbols may collide. */
const symbolPair = (a: number, b: number) =>
  SYMBOL_PAIR_BASE + (((a & 0x7fff) << 15) | (b & 0x7fff));

interface TextVisitor {
  /** Called for each word, as indexes into WORD_CHARS; `previous` is the word before it if one space separates them, else empty. */
  onWord(chars: readonly number[], previous: readonly number[]): void;
  /** Called for each symbol; `previous` is the symbol directly before it, or 0. */
  onSymbol(code: number, previous: number): void;
}

const NO_WORD: readonly number[] = [];

function visitText(text: string, { onWord, onSymbol }: TextVisitor): void {
  let chars: number[] = [];
  let previousWord = NO_WORD;
  let previous = 0;
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const char = charIndexOf(code);
    if (char >= 0) {
      chars.push(char);
      previous = 0;
    } else {
      if (chars.length > 0) onWord(chars, previousWord);
      previousWord = code === SPACE ? chars : NO_WORD;
      chars = [];
      if (code > SPACE) onSymbol(code, previous);
      previous = code > SPACE ? code : 0;
    }
    at += code > 0xffff ? 2 : 1;
  }
  if (chars.length > 0) onWord(chars, previousWord);
}

function addTrigrams(chars: readonly number[], add: (ngram: number) => void): void {
  for (let at = 2; at < chars.length; at += 1)
    add(trigram(chars[at - 2] ?? 0, chars[at - 1] ?? 0, chars[at] ?? 0));
}

function addBigrams(chars: readonly number[], add: (ngram: number) => void): void {
  for (let at = 1; at < chars.length; at += 1) add(bigram(chars[at - 1] ?? 0, chars[at] ?? 0));
}

function addSpanning(
  previous: readonly number[],
  chars: readonly number[],
  add: (ngram: number) => void,
): void {
  const [a, b] = previous.slice(-2);
  const [c, d] = chars;
  // A search word may start or end inside a word of the text: the neighbour of a single letter is unknown.
  if (a === undefined || b === undefined || c === undefined || d === undefined) return;
  add(spanningNgram(a, b, c, d));
}

/** Returns all n-grams to index for a normalized text. */
export function ngramsOf(text: string): number[] {
  const ngrams = new Set<number>();
  const add = (ngram: number) => ngrams.add(ngram);
  visitText(text, {
    onWord(chars, previous) {
      addBigrams(chars, add);
      addTrigrams(chars, add);
      addSpanning(previous, chars, add);
    },
    onSymbol(code, previous) {
      add(SYMBOL_BASE + code);
      if (previous > 0) add(symbolPair(previous, code));
    },
  });
  return [...ngrams];
}

export function titleNgrams(ngrams: readonly number[]): number[] {
  return ngrams.map((ngram) => ngram - TITLE_OFFSET);
}

/** Returns n-grams that every text with this normalized word contains; empty if the index cannot be used. */
export function queryNgrams(word: string): number[] {
  const ngrams = new Set<number>();
  const add = (ngram: number) => ngrams.add(ngram);
  visitText(word, {
    onWord(chars, previous) {
      if (chars.length === 2) addBigrams(chars, add);
      else addTrigrams(chars, add);
      addSpanning(previous, chars, add);
    },
    onSymbol(code, previous) {
      if (previous > 0) {
        add(symbolPair(previous, code));
        // The pair is more selective than its first symbol alone.
        ngrams.delete(SYMBOL_BASE + previous);
      } else add(SYMBOL_BASE + code);
    },
  });
  return [...ngrams];
}
