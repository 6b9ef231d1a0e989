import { foldText } from './fold-text.ts';

/** Begin and length, counted on the text as it is shown. */
export type Hit = [number, number];

export interface Excerpt {
  readonly search_content: string;
  readonly hits: Hit[];
}

/** Characters shown on each side of the first hit. */
const AROUND = 100;

/** Folding leaves these as one character each, and none of them joins the one before it. */
function isSimple(code: number): boolean {
  return code < 0x80 || (code >= 0x4e00 && code <= 0x9fff);
}

/** Marks and the later parts of a Korean syllable fold together with what stands before them. */
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

/** Letters, signs and Chinese characters, narrow or wide, of which folding makes one each. */
const ONE_EACH = /^[\0-\x7F\u2013\u2014\u2018-\u201D\u3000-\u3003\u4E00-\u9FFF\uFF01-\uFF5E]*$/;

/** For each character of the folded text the piece of the original that it came from. */
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

/** Where a folded word stands in a text, whatever case and width it has there. */
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
  // One folded character can come from three, and three from one.
  const from = origins(text, last + word.length);
  return places.map((place) => {
    const begin = from[place]?.[0] ?? 0;
    return [begin, (from[place + word.length - 1]?.[1] ?? begin) - begin];
  });
}

/** No character is cut in two. */
function cut(text: string, begin: number, end: number): string {
  return text.slice(begin, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}

function asLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A piece around the first hit with all hits in it; undefined when the text does not hold the word. */
export function excerptAround(text: string, word: string): Excerpt | undefined {
  const line = asLine(text);
  const [first] = findWord(line, word, 1);
  if (!first) return undefined;
  const [begin, length] = first;
  const piece = cut(line, Math.max(0, begin - AROUND), begin + length + AROUND);
  return { search_content: piece, hits: findWord(piece, word) };
}

/** For a page that has the word in its title alone. */
export function excerptFromStart(text: string): Excerpt {
  return { search_content: cut(asLine(text), 0, 2 * AROUND), hits: [] };
}
