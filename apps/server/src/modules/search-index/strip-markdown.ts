import { RAW_HTML, TAG } from '@octavo/markdown/allowed-html';

const TAGS = new RegExp(TAG, 'g');
/** Code fences, horizontal rules and the delimiter row of a table. */
const MARKUP_LINE = /^[ \t]*(?:```.*|~~~.*|[|:+=-][|:+=\- \t]*)$/gm;
const BLOCK_MARK = /^[ \t]*(?:#{1,6}|>+|[-*+](?=[ \t])|\d{1,3}\.(?=[ \t]))[ \t]*/gm;
/** The type marker of a callout, such as `[!NOTE]`. */
const CALLOUT = /^\[!\w{1,20}\]/gm;
const LINK = /!?\[([^\]\n]*)\]\([^)\n]*\)/g;

/**
 * Approximates the visible text of a Markdown fragment. The parser would be exact, but it needs the whole document and a
 * hundred times as long, and a search result has up to 200 fragments.
 */
export function stripMarkdown(markdown: string): string {
  return markdown
    .replaceAll(MARKUP_LINE, '')
    .replaceAll(BLOCK_MARK, '')
    .replaceAll(CALLOUT, '')
    .replaceAll(LINK, '$1')
    .replaceAll(TAGS, (tag, _slash, name: string) => (RAW_HTML.has(name.toLowerCase()) ? ' ' : tag))
    .replaceAll(/\*\*|~~|`/g, '')
    .replaceAll(/[ \t]*\|[ \t]*/g, ' ');
}
