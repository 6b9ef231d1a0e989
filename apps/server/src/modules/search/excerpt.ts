import { normalizeForSearch } from '../search-index/search-text.ts';

/** Start and length of a hit, in UTF-16 code units of the displayed text. */
export type Hit = [number, number];

export interface Excerpt {
  readonly search_content: string;
  readonly hits: Hit[];
}

/** Number of characters shown on each side of the first hit. */
const CONTEXT_CHARS = 100;

/** ASCII and common Chinese characters: normalization maps each to one character and never combines it with the previous one. */
function isSimple(code: number): boolean {
  return code < 0x80 || (code >= 0x4e00 && code <= 0x9fff);
}

/** Combining marks and the trailing parts of a Korean syllable are normalized together with the preceding character. */
const COMBINING = /[\p{M}\u1160-\u11FF\uFF9E\uFF9F]/u;

const width = (code: number) => (code > 0xffff ? 2 : 1);

function clusterEnd(text: string, begin: number): number {
  let end = begin + width(text.codePointAt(begin) ?? 0);
  for (let code = text.codePointAt(end); code !== undefined; code = text.codePointAt(end)) {
    if (isSimple(code) || !COMBINING.test(String.fromCodePoint(code))) break;
    end += width(code);
  }
  return end;
}

/** A text in which normalization maps every character to exactly one, so that positions stay the same. */
const MAPS_ONE_TO_ONE =
  /^[\0-\x7F\u2013\u2014\u2018-\u201D\u3000-\u3003\u4E00-\u9FFF\uFF01-\uFF5E]*$/;

/** Maps each character of the normalized text to the start and end of its source in the original text. */
function mapToSource(text: string, limit: number): Hit[] {
  const ranges: Hit[] = [];
  for (let at = 0; at < text.length && ranges.length < limit;) {
    const end = clusterEnd(text, at);
    const isOne = end === at + 1 && isSimple(text.charCodeAt(at));
    const length = isOne ? 1 : normalizeForSearch(text.slice(at, end)).length;
    for (let normalized = 0; normalized < length; normalized += 1) ranges.push([at, end]);
    at = end;
  }
  return ranges;
}

/** Finds the occurrences of a normalized word in a text, regardless of case and width. */
export function findOccurrences(text: string, word: string): Hit[] {
  const normalized = normalizeForSearch(text);
  const positions: number[] = [];
  let at = normalized.indexOf(word);
  while (at >= 0) {
    positions.push(at);
    at = normalized.indexOf(word, at + word.length);
  }
  const last = positions.at(-1);
  if (last === undefined) return [];
  if (MAPS_ONE_TO_ONE.test(text)) return positions.map((position) => [position, word.length]);
  // Normalization can merge several characters into one or expand one into several.
  const from = mapToSource(text, last + word.length);
  return positions.map((position) => {
    const begin = from[position]?.[0] ?? 0;
    return [begin, (from[position + word.length - 1]?.[1] ?? begin) - begin];
  });
}

const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

/** Slices a text without leaving half of a surrogate pair at the end. */
function sliceSafely(text: string, begin: number, end: number): string {
  return text.slice(begin, isLowSurrogate(text, end) ? end - 1 : end);
}

/** Replaces only what is not a single space already, which most white space is. */
function toSingleLine(text: string): string {
  return text.replaceAll(/\s{2,}|[^\S ]/g, ' ').trim();
}

/** Returns the text around the first hit and all hits in it, or undefined if the text does not contain the word. */
export function excerptAround(text: string, word: string): Excerpt | undefined {
  const line = toSingleLine(text);
  const hits = findOccurrences(line, word);
  const [first] = hits;
  if (!first) return undefined;
  const [at, length] = first;
  let begin = Math.max(0, at - CONTEXT_CHARS);
  if (isLowSurrogate(line, begin)) begin += 1;
  const piece = sliceSafely(line, begin, at + length + CONTEXT_CHARS);
  return {
    search_content: piece,
    hits: hits
      .filter(([start, size]) => start + size <= begin + piece.length)
      .map(([start, size]) => [start - begin, size]),
  };
}

/** Excerpt for a page that contains the word only in its title. */
export function excerptFromStart(text: string): Excerpt {
  return { search_content: sliceSafely(toSingleLine(text), 0, 2 * CONTEXT_CHARS), hits: [] };
}
