import type { MarkdownIt, StateBlock } from 'markdown-it';
import { isIndentedCode, lineAt } from './block-lines.ts';

const INTERRUPTS = { alt: ['paragraph', 'reference', 'blockquote'] };

/** Syntax of ShowDoc beyond CommonMark and GFM. */
export function showdocDialect(md: MarkdownIt): void {
  md.set({ breaks: true });
  md.block.ruler.before('heading', 'tight_heading', tightHeading, INTERRUPTS);
  md.block.ruler.before('hr', 'page_break', pageBreak, INTERRUPTS);
}

/** `###Heading` is a heading; `#123`, `#!` and `#{` are not. */
function tightHeading(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  const text = lineAt(state, line);
  const start = /^(#{1,6})(?![#\s!{/\\])/.exec(text)?.[1];
  if (
    !start ||
    isIndentedCode(state, line) ||
    (start === '#' && /^#[0-9]/.test(text)) ||
    text === start
  )
    return false;
  if (silent) return true;
  const tag = `h${start.length}`;
  const open = state.push('heading_open', tag, 1);
  open.markup = start;
  open.map = [line, line + 1];
  const inline = state.push('inline', '', 0);
  inline.content = trimClosingHashes(text.slice(start.length));
  inline.map = [line, line + 1];
  inline.children = [];
  state.push('heading_close', tag, -1).markup = start;
  state.line = line + 1;
  return true;
}

function trimClosingHashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return (end < text.length && end > 0 ? text.slice(0, end) : text).trim();
}

/** `[========]` is a page break when printing. */
function pageBreak(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, line) || !/^\[={8,}\]$/.test(lineAt(state, line))) return false;
  if (silent) return true;
  const token = state.push('hr', 'hr', 0);
  token.attrs = [['class', 'page-break']];
  token.map = [line, line + 1];
  state.line = line + 1;
  return true;
}
