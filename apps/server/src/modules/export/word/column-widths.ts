import { plainText } from '@octavo/markdown/blocks';
import type { Cell, ImageInline } from '@octavo/markdown/blocks';

/** East Asian characters are as wide as two Latin letters, and a line may break after each of them. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
/** All widths are in twentieths of a point. The average width of a Latin letter in a table. */
const LETTER_WIDTH = 102;
/** A wider estimate for words, so that bold headers and fallback fonts do not break them. */
const WORD_LETTER_WIDTH = 126;
const PADDING = 240;
const TWIPS_PER_PIXEL = 15;
/** In letters: longer lines are wrapped, and longer words too when space is short. */
const MAX_LINE = 64;
const MAX_WORD = 24;

interface CellWidth {
  /** The width of the longest line. */
  readonly line: number;
  /** The width of the longest word. */
  readonly word: number;
}

const lettersOf = (text: string) => text.length + (text.match(WIDE)?.length ?? 0);
const longestOf = (parts: readonly string[]) => Math.max(0, ...parts.map(lettersOf));

function widthOf(cell: Cell, pictureWidth: ColumnOptions['pictureWidth']): CellWidth {
  const lines = plainText(cell).split('\n');
  const words = lines.flatMap((line) => line.replaceAll(WIDE, '$& ').split(/\s+/));
  const picture = Math.max(
    0,
    ...cell.map((part) => (part.kind === 'image' ? pictureWidth(part) * TWIPS_PER_PIXEL : 0)),
  );
  const word = Math.min(MAX_WORD, longestOf(words)) * WORD_LETTER_WIDTH;
  const line = Math.min(MAX_LINE, longestOf(lines)) * LETTER_WIDTH;
  return { line: Math.max(picture, line, word) + PADDING, word: word + PADDING };
}

interface ColumnOptions {
  readonly columns: number;
  readonly total: number;
  /** In CSS pixels; 0 for an image that is not shown. */
  pictureWidth(image: ImageInline): number;
}

/** Computes column widths by content; their sum is `total`. */
export function columnWidths(
  rows: readonly (readonly Cell[])[],
  { columns, total, pictureWidth }: ColumnOptions,
): number[] {
  const widths = Array.from({ length: columns }, (_, at): CellWidth => {
    let [line, word] = [PADDING, PADDING];
    for (const row of rows) {
      const width = widthOf(row[at] ?? [], pictureWidth);
      line = Math.max(line, Math.min(width.line, total));
      word = Math.max(word, width.word);
    }
    return { line, word };
  });
  const sum = (of: keyof CellWidth) => widths.reduce((all, width) => all + width[of], 0);
  const [lines, words] = [sum('line'), sum('word')];
  const idealWidths = widths.map(({ line, word }) => {
    if (lines <= total) return (line * total) / lines;
    if (words >= total) return (word * total) / words;
    // Every word fits; the remaining width goes to the columns with long lines.
    return word + ((line - word) * (total - words)) / (lines - words);
  });
  const ends = idealWidths.map((_, at) =>
    Math.round(idealWidths.slice(0, at + 1).reduce((all, width) => all + width, 0)),
  );
  return ends.map((end, at) => end - (ends[at - 1] ?? 0));
}
