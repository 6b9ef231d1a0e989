import type { MarkdownIt, StateBlock } from 'markdown-it';
import { isIndentedCode, lineAt } from './block-lines.ts';
import { documentOf } from './document.ts';
import { escapeHtml } from './escape.ts';

/** Replaces a line `[TOC]` with the list of the page's headings; only the first one is rendered. */
export function toc(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'toc', tocLine, { alt: ['paragraph'] });
  md.renderer.rules['toc'] = (_tokens, _index, _options, env) => {
    const { outline, uses } = documentOf(env);
    if (uses.toc) return '';
    uses.toc = true;
    const rows = outline.map(
      ({ id, level, text }) =>
        `<li class="toc-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
    );
    return rows.length === 0 ? '' : `<ul class="toc">${rows.join('')}</ul>\n`;
  };
}

function tocLine(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, line) || !/^\[TOCM?\]$/i.test(lineAt(state, line))) return false;
  if (silent) return true;
  state.push('toc', '', 0).map = [line, line + 1];
  state.line = line + 1;
  return true;
}
