import { RAW_HTML, TAG } from '@octavo/markdown/allowed-html';

const TAGS = new RegExp(TAG, 'g');
/** Fences, rulers and the line under a table's head say nothing. */
const SILENT_LINE = /^[ \t]*(?:```.*|~~~.*|[|:+=-][|:+=\- \t]*)$/gm;
const BLOCK_MARK = /^[ \t]*(?:#{1,6}|>+|[-*+](?=[ \t])|\d{1,3}\.(?=[ \t]))[ \t]*/gm;
/** `[!NOTE]` only names the kind of a callout. */
const CALLOUT = /^\[!\w{1,20}\]/gm;
const LINK = /!?\[([^\]\n]*)\]\([^)\n]*\)/g;

/**
 * A piece cut out of Markdown, nearly as a reader sees it. The parser knows better, but it needs the
 * whole document and a hundred times as long, and a search has two hundred pieces to show.
 */
export function unmark(piece: string): string {
  return piece
    .replaceAll(SILENT_LINE, '')
    .replaceAll(BLOCK_MARK, '')
    .replaceAll(CALLOUT, '')
    .replaceAll(LINK, '$1')
    .replaceAll(TAGS, (tag, _slash, name: string) => (RAW_HTML.has(name.toLowerCase()) ? ' ' : tag))
    .replaceAll(/\*\*|~~|`/g, '')
    .replaceAll(/[ \t]*\|[ \t]*/g, ' ');
}
