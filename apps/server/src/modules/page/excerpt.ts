import { foldText } from './fold-text.ts';

/** Begin and length, counted on the text as it is shown. */
export type Hit = [number, number];

export interface Excerpt {
  readonly search_content: string;
  readonly hits: Hit[];
}

/** Characters shown on each side of the first hit. */
const AROUND = 100;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function places(folded: string, word: string): number[] {
  const found: number[] = [];
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
    found.push(at);
  return found;
}

/** Folding can make one character of three and three of one: each folded one remembers its origin. */
function findExactly(text: string, word: string): Hit[] {
  let folded = '';
  const begins: number[] = [];
  const ends: number[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const part = foldText(segment);
    for (let at = 0; at < part.length; at += 1) {
      begins.push(index);
      ends.push(index + segment.length);
    }
    folded += part;
  }
  return places(folded, word).map((at) => {
    const begin = begins[at] ?? 0;
    return [begin, (ends[at + word.length - 1] ?? begin) - begin];
  });
}

/** Where a folded word stands in a text, whatever case and width it has there. */
export function findWord(text: string, word: string): Hit[] {
  const folded = foldText(text);
  const found = places(folded, word);
  const isPlain =
    folded.length === text.length &&
    found.every((at) => foldText(text.slice(at, at + word.length)) === word);
  return isPlain ? found.map((at) => [at, word.length]) : findExactly(text, word);
}

/** No character is cut in two. */
function cut(text: string, begin: number, end: number): string {
  return text.slice(begin, end).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}

/** A piece around the first hit with all hits in it; undefined when the text does not hold the word. */
export function excerptAround(text: string, word: string): Excerpt | undefined {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const first = findWord(line, word)[0];
  if (!first) return undefined;
  const [begin, length] = first;
  const piece = cut(line, Math.max(0, begin - AROUND), begin + length + AROUND);
  return { search_content: piece, hits: findWord(piece, word) };
}

/** For a page that has the word in its title alone. */
export function excerptFromStart(text: string): Excerpt {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return { search_content: cut(line, 0, 2 * AROUND), hits: [] };
}
