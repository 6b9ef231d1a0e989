import { foldText } from './fold-text.ts';

/** Start and length of a hit, in UTF-16 code units of the displayed text. */
export type Hit = [number, number];

export interface Excerpt {
  readonly search_content: string;
  readonly hits: Hit[];
}

/** Number of characters shown on each side of the first hit. */
const AROUND = 100;

/** ASCII and common Chinese characters: normalization maps each to one character and never combines it with the previous one. */
function isSimple(code: number): boolean {
  return code < 0x80 || (code >= 0x4e00 && code <= 0x9fff);
}

/** Combining marks and the trailing parts of a Korean syllable are normalized together with the preceding character. */
const JOINING = /[\p{M}\u1160-\u11FF\uFF9E\uFF9F]/u;

const width = (code: number) => (code > 0xffff ? 2 : 1);

function clusterEnd(text: string, begin: number): number {
  let end = begin + width(text.codePointAt(begin) ?? 0);
  for (let code = text.codePointAt(end); code !== undefined; code = text.codePointAt(end)) {
    if (isSimple(code) || !JOINING.test(String.fromCodePoint(code))) break;
    end += width(code);
  }
  return end;
}

/** A text in which normalization maps every character to exactly one, so that positions stay the same. */
const ONE_EACH = /^[\0-\x7F\u2013\u2014\u2018-\u201D\u3000-\u3003\u4E00-\u9FFF\uFF01-\uFF5E]*$/;

/** Maps each character of the normalized text to the start and end of its source in the original text. */
function origins(text: string, upTo: number): Hit[] {
  const found: Hit[] = [];
  for (let at = 0; at < text.length && found.length < upTo;) {
    const end = clusterEnd(text, at);
    const isOne = end === at + 1 && isSimple(text.charCodeAt(at));
    const length = isOne ? 1 : foldText(text.slice(at, end)).length;
    for (let folded = 0; folded < length; folded += 1) found.push([at, end]);
    at = end;
  }
  return found;
}

/** Finds the occurrences of a normalized word in a text, regardless of case and width. */
export function findWord(text: string, word: string, most = Number.POSITIVE_INFINITY): Hit[] {
  const folded = foldText(text);
  const places: number[] = [];
  let at = folded.indexOf(word);
  while (at >= 0 && places.length < most) {
    places.push(at);
    at = folded.indexOf(word, at + word.length);
  }
  const last = places.at(-1);
  if (last === undefined) return [];
  if (ONE_EACH.test(text)) return places.map((place) => [place, word.length]);
  // Normalization can merge several characters into one or expand one into several.
  const from = origins(text, last + word.length);
  return places.map((place) => {
    const begin = from[place]?.[0] ?? 0;
    return [begin, (from[place + word.length - 1]?.[1] ?? begin) - begin];
  });
}

/** Slices a text without leaving half of a surrogate pair at either end. */
function cut(text: string, begin: number, end: number): string {
  return text.slice(begin, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}

function asLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the text around the first hit and all hits in it, or undefined if the text does not contain the word. */
export function excerptAround(text: string, word: string): Excerpt | undefined {
  const line = asLine(text);
  const [first] = findWord(line, word, 1);
  if (!first) return undefined;
  const [begin, length] = first;
  const piece = cut(line, Math.max(0, begin - AROUND), begin + length + AROUND);
  return { search_content: piece, hits: findWord(piece, word) };
}

/** Excerpt for a page that contains the word only in its title. */
export function excerptFromStart(text: string): Excerpt {
  return { search_content: cut(asLine(text), 0, 2 * AROUND), hits: [] };
}
