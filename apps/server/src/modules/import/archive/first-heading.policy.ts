import { toText } from '@octavo/markdown/to-text';

const FRONT_MATTER = /^---[ \t]*\r?\n[^]*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?!#)/;
const UNDERLINE = /^ {0,3}=+[ \t\r]*$/;
const BLANK = /^[ \t\r]*$/;
/** Longer than any title; the rest of the line is not parsed. */
const MAX_LINE = 1000;

interface TitledText {
  readonly title: string;
  /** The text without its title. */
  readonly text: string;
}

/** The lines of the first heading if it has level 1, else undefined. */
function findTitle(lines: readonly string[]): { at: number; count: number } | undefined {
  let fence = '';
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
    }
    if (fence !== '' || mark !== undefined) continue;
    const level = HEADING.exec(line)?.[1]?.length;
    if (level !== undefined) return level === 1 ? { at, count: 1 } : undefined;
    const isSingleLine =
      at > 0 && !BLANK.test(lines[at - 1] ?? '') && BLANK.test(lines[at - 2] ?? '');
    if (isSingleLine && UNDERLINE.test(line)) return { at: at - 1, count: 2 };
  }
  return undefined;
}

/**
 * Extracts the title of a Markdown file from its first heading. The heading is removed from the text, since a page shows
 * its title above the text. Undefined when the file has no title.
 */
export function firstHeading(source: string): TitledText | undefined {
  const frontMatter = FRONT_MATTER.exec(source)?.[0] ?? '';
  const lines = source.slice(frontMatter.length).split('\n');
  const position = findTitle(lines);
  if (!position) return undefined;
  const { at, count } = position;
  const heading = lines.slice(at, at + count).map((line) => line.slice(0, MAX_LINE));
  const title = toText(heading.join('\n')).trim();
  if (title === '') return undefined;
  const after = lines.slice(at + count);
  const next = after.findIndex((line) => !BLANK.test(line));
  const rest = next < 0 ? [] : after.slice(next);
  const before = lines.slice(0, at);
  const isFirst = before.every((line) => BLANK.test(line));
  return { title, text: frontMatter + [...(isFirst ? [] : before), ...rest].join('\n') };
}
