import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it';
import { BLOCK_HTML, RAW_HTML, TAG, VOID_TAGS } from './allowed-html.ts';
import { isIndentedCode, isOutdented, lineAt } from './block-lines.ts';
import { documentOf } from './document.ts';
import { LIMITS } from './limits.ts';

const BLOCK_START = /^<(?:!--|\/?([a-z][a-z0-9]*)(?=[\s/>]|$))/i;
const TAG_HERE = new RegExp(TAG, 'y');
const TAG_OR_BRACKET = new RegExp(`${TAG}|<`, 'g');

/**
 * Raw HTML as in CommonMark, but only for allowed tags. Anything else in angle brackets
 * (`List<String>`, `<script>`) is shown as text.
 */
export function rawHtml(md: MarkdownIt): void {
  md.block.ruler.at('html_block', htmlBlock, { alt: ['paragraph', 'reference', 'blockquote'] });
  md.inline.ruler.at('html_inline', htmlInline);
  md.core.ruler.after('inline', 'raw_html', balanceTags);
}

function htmlBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  if (isIndentedCode(state, startLine)) return false;
  const first = lineAt(state, startLine);
  const name = BLOCK_START.exec(first)?.[1]?.toLowerCase();
  const end = first.startsWith('<!--') ? '-->' : name === 'pre' ? '</pre>' : '';
  if (end !== '-->' && !(name && BLOCK_HTML.has(name))) return false;
  // Otherwise an unclosed comment would hide the rest of the page.
  if (end === '-->' && lastComment(state) < (state.bMarks[startLine] ?? 0)) return false;
  if (silent) return true;

  let line = startLine;
  for (; line < endLine; line += 1) {
    const text = lineAt(state, line);
    if (line > startLine && isOutdented(state, line) && text) break;
    if (end ? text.toLowerCase().includes(end) : !text) break;
  }
  const nextLine = Math.min(end ? line + 1 : line, endLine);
  const token = state.push('html_block', '', 0);
  token.map = [startLine, nextLine];
  token.content = state.getLines(startLine, nextLine, state.blkIndent, true);
  state.line = nextLine;
  return true;
}

function lastComment(state: StateBlock): number {
  const document = documentOf(state.env);
  document.lastComment ??= state.src.lastIndexOf('-->');
  return document.lastComment;
}

function htmlInline(state: StateInline, silent: boolean) {
  if (state.src[state.pos] !== '<') return false;
  const end = state.src.startsWith('<!--', state.pos) ? endOfComment(state) : endOfTag(state);
  if (end < 0 || end > state.posMax) return false;
  if (!silent) {
    const token = state.push('html_inline', '', 0);
    token.content = state.src.slice(state.pos, end);
    if (/^<a[\s>]/i.test(token.content)) state.linkLevel += 1;
    if (/^<\/a\s*>/i.test(token.content)) state.linkLevel = Math.max(0, state.linkLevel - 1);
  }
  state.pos = end;
  return true;
}

function endOfTag(state: StateInline): number {
  TAG_HERE.lastIndex = state.pos;
  const name = TAG_HERE.exec(state.src)?.[2];
  return name && RAW_HTML.has(name.toLowerCase()) ? TAG_HERE.lastIndex : -1;
}

function endOfComment(state: StateInline): number {
  if (state.skipHtmlSpecial) return -1;
  const end = state.src.indexOf('-->', state.pos + 4);
  state.skipHtmlSpecial = end < 0;
  return end < 0 ? -1 : end + 3;
}

/** Removes closing tags without an open tag and limits the number of open tags, so that the sanitiser stays linear. */
function balanceTags(state: StateCore): void {
  const open = new Map<string, number>();
  let depth = 0;
  const filterTag = (tag: string, slash: string | undefined, tagName: string | undefined) => {
    const name = tagName?.toLowerCase();
    if (!name || !RAW_HTML.has(name)) return tag.replaceAll('<', '&lt;');
    if (VOID_TAGS.has(name)) return slash ? '' : tag;
    const count = open.get(name) ?? 0;
    if (slash) {
      if (count === 0) return '';
      open.set(name, count - 1);
      depth -= 1;
      return tag;
    }
    if (depth >= LIMITS.openTags) return tag.replaceAll('<', '&lt;');
    open.set(name, count + 1);
    depth += 1;
    return tag;
  };
  const cleanToken = (token: Token) => {
    if (token.type !== 'html_block' && token.type !== 'html_inline') return;
    token.content = withoutComments(token.content).replace(TAG_OR_BRACKET, filterTag);
  };
  for (const token of state.tokens) {
    cleanToken(token);
    token.children?.forEach(cleanToken);
  }
}

function withoutComments(html: string): string {
  let result = '';
  let from = 0;
  for (;;) {
    const start = html.indexOf('<!--', from);
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4);
    if (end < 0) return result + html.slice(from);
    result += html.slice(from, start);
    from = end + 3;
  }
}
