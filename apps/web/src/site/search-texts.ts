import type { SiteText } from '@octavo/contract/static-site';

export interface SearchHit {
  readonly number: number;
  /** The text around the first occurrence, and the positions of the words in it. */
  readonly excerpt: string;
  readonly marks: readonly (readonly [from: number, to: number])[];
}

const LENGTH_BEFORE = 24;
const LENGTH_AFTER = 90;

/** Normalizes like the server's search: ignores case and character width. */
function normalizeForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The words of a search; each must occur, possibly inside another word. */
export function toSearchWords(keyword: string): string[] {
  return normalizeForSearch(keyword).split(/\s+/).filter(Boolean);
}

/** The normalized text, and for each of its characters the offset in the original text. */
function normalizeWithOffsets(text: string): { normalized: string; offsets: number[] } {
  let normalized = '';
  const offsets: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = normalizeForSearch(character);
    for (let index = 0; index < part.length; index += 1) offsets.push(at);
    normalized += part;
    at += character.length;
  }
  offsets.push(at);
  return { normalized, offsets };
}

function findOccurrences(normalized: string, word: string): number[] {
  const found: number[] = [];
  for (let at = normalized.indexOf(word); at >= 0; at = normalized.indexOf(word, at + word.length))
    found.push(at);
  return found;
}

/** The positions of the words in a text; they may touch but never overlap. */
export function findMarks(text: string, words: readonly string[]): [from: number, to: number][] {
  const { normalized, offsets } = normalizeWithOffsets(text);
  const all = words
    .flatMap((word) =>
      findOccurrences(normalized, word).map((at) => [at, at + word.length] as const),
    )
    .toSorted(([a], [b]) => a - b);
  const marks: [number, number][] = [];
  let end = 0;
  for (const [from, to] of all) {
    if (from < end) continue;
    marks.push([offsets[from] ?? 0, offsets[to] ?? text.length]);
    end = to;
  }
  return marks;
}

export function toExcerpt(number: number, text: string, words: readonly string[]): SearchHit {
  const flat = text.replaceAll('\n', ' ');
  const first = Math.max(
    0,
    Math.min(...words.map((word) => normalizeForSearch(flat).indexOf(word))),
  );
  // Normalization may shift the offset by a few characters; the excerpt is long enough for that.
  const start = Math.max(0, first - LENGTH_BEFORE);
  const cut = flat.slice(start, first + LENGTH_AFTER);
  const excerpt = `${start > 0 ? '…' : ''}${cut}${start + cut.length < flat.length ? '…' : ''}`;
  return { number, excerpt, marks: findMarks(excerpt, words) };
}

/** The pages whose title or text contains all words; pages with all words in the title come first. */
export function searchTexts(
  texts: readonly SiteText[],
  titleOf: (number: number) => string,
  keyword: string,
): number[] {
  const words = toSearchWords(keyword);
  if (words.length === 0) return [];
  const inTitle: number[] = [];
  const inText: number[] = [];
  for (const [number, text] of texts) {
    const title = normalizeForSearch(titleOf(number));
    if (words.every((word) => title.includes(word))) inTitle.push(number);
    else {
      const whole = `${title}\n${normalizeForSearch(text)}`;
      if (words.every((word) => whole.includes(word))) inText.push(number);
    }
  }
  return [...inTitle, ...inText];
}
