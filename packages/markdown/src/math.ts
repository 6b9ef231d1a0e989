import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { isIndentedCode, isOutdented, lineAt } from './block-lines.ts';
import { documentOf, stashHtml } from './document.ts';
import { LIMITS } from './limits.ts';
import { renderFormula } from './math-render.ts';

/** `$…$` and `$$…$$` inside text, `$$` blocks, and paragraphs that are one `$$…$$`. */
export function math(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'math_block', mathBlock, {
    alt: ['paragraph', 'reference', 'blockquote'],
  });
  md.inline.ruler.before('escape', 'math_inline', mathInline);
  md.renderer.rules['math_inline'] = (tokens, index, _options, env) => {
    const document = documentOf(env);
    return stashHtml(document, renderFormula(tokens[index]?.content ?? '', false, document));
  };
  md.renderer.rules['math_block'] = (tokens, index, _options, env) => {
    const document = documentOf(env);
    const line = tokens[index]?.attrGet('data-line');
    const mark = line === null || line === undefined ? '' : ` data-line="${line}"`;
    const html = renderFormula(tokens[index]?.content ?? '', true, document);
    return stashHtml(document, `<div class="math-block"${mark}>${html}</div>\n`);
  };
}

function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
  if (isIndentedCode(state, startLine)) return false;
  const first = lineAt(state, startLine);
  if (!first.startsWith('$$')) return false;
  const nextLine = endOfBlock(state, startLine, endLine);
  if (nextLine < 0) return false;
  const lines = state.getLines(startLine, nextLine, state.blkIndent, false);
  const formula = lines.trim().slice(2, -2).trim();
  if (formula === '') return false;
  if (silent) return true;
  const token = state.push('math_block', '', 0);
  token.content = formula;
  token.map = [startLine, nextLine];
  state.line = nextLine;
  return true;
}

/** The line after the closing `$$`; -1 if the line does not start a block. */
function endOfBlock(state: StateBlock, startLine: number, endLine: number): number {
  const last = Math.min(endLine, startLine + LIMITS.formulaLines);
  for (let line = startLine; line < last; line += 1) {
    if (line > startLine && (state.isEmpty(line) || isOutdented(state, line))) return -1;
    const text = line === startLine ? lineAt(state, line).slice(2) : lineAt(state, line);
    const close = text.indexOf('$$');
    if (close >= 0) return text.endsWith('$$') && close === text.length - 2 ? line + 1 : -1;
  }
  return -1;
}

/**
 * Avoids treating prices and shell variables as formulas: `$` opens before and closes after a non-space
 * character. No letter or digit may precede the opening `$`; no letter, digit or opening bracket may follow the
 * closing one. Only the next `$` can close a formula.
 */
function mathInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '$') return false;
  const fence = src[pos + 1] === '$' ? '$$' : '$';
  const start = pos + fence.length;
  const close = nextDollar(src, start, posMax);
  if (close <= start || !src.startsWith(fence, close)) return skipDollars(state, silent);
  const content = src.slice(start, close);
  if (fence === '$' && !isInlineFormula(src, pos, close)) return skipDollars(state, silent);
  if (!content.trim()) return skipDollars(state, silent);
  if (!silent) state.push('math_inline', '', 0).content = content.trim();
  state.pos = close + fence.length;
  return true;
}

function isInlineFormula(src: string, open: number, close: number): boolean {
  return (
    !/[\w\\$]/.test(src[open - 1] ?? '') &&
    /\S/.test(src[open + 1] ?? '') &&
    /\S/.test(src[close - 1] ?? '') &&
    !/[\w({$]/.test(src[close + 1] ?? '')
  );
}

function nextDollar(src: string, from: number, to: number): number {
  for (let at = src.indexOf('$', from); at >= 0 && at < to; at = src.indexOf('$', at + 1)) {
    if (src[at - 1] !== '\\') return at;
  }
  return -1;
}

/** Consumes a run of `$` as text, so that it is not tried again. */
function skipDollars(state: StateInline, silent: boolean): boolean {
  let end = state.pos;
  while (end < state.posMax && state.src[end] === '$') end += 1;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}
