import type { MarkdownIt, StateBlock } from 'markdown-it';
import { isIndentedCode, isOutdented, lineAt } from './block-lines.ts';
import { documentOf } from './document.ts';
import { LIMITS } from './limits.ts';

type Align = 'left' | 'center' | 'right' | '';

/**
 * GFM tables. In the dialect of ShowDoc, the delimiter row may have fewer or more cells than the header,
 * as in generated pages.
 */
export function tables(md: MarkdownIt, showdocDialect: boolean): void {
  const rule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) =>
    tableRule(state, { startLine, endLine, silent, loose: showdocDialect });
  md.block.ruler.at('table', rule, { alt: ['paragraph', 'reference'] });
  md.renderer.rules['table_open'] = (tokens, index, options, _env, renderer) =>
    `<div class="table-wrap" tabindex="0">${renderer.renderToken(tokens, index, options)}`;
  md.renderer.rules['table_close'] = () => '</table></div>\n';
}

interface TableContext {
  readonly startLine: number;
  readonly endLine: number;
  readonly silent: boolean;
  readonly loose: boolean;
}

function tableRule(
  state: StateBlock,
  { startLine, endLine, silent, loose }: TableContext,
): boolean {
  if (startLine + 1 >= endLine || isOutside(state, startLine) || isOutside(state, startLine + 1)) {
    return false;
  }
  const aligns = parseDelimiters(lineAt(state, startLine + 1));
  if (!aligns) return false;
  const header = lineAt(state, startLine);
  if (!header.includes('|')) return false;
  const names = splitCells(header);
  const columns = names.length;
  if (columns === 0 || columns > LIMITS.tableColumns) return false;
  if (!loose && columns !== aligns.length) return false;
  if (silent) return true;

  const { budget } = documentOf(state.env);
  const parent = state.parentType;
  state.parentType = 'table';
  const open = state.push('table_open', 'table', 1);
  state.push('thead_open', 'thead', 1);
  pushRow(state, { tag: 'th', texts: names, aligns, line: startLine });
  state.push('thead_close', 'thead', -1);
  state.push('tbody_open', 'tbody', 1);
  const stops = state.md.block.ruler.getRules('blockquote');
  let line = startLine + 2;
  for (; line < endLine; line += 1) {
    if (isOutside(state, line) || state.isEmpty(line)) break;
    if (stops.some((rule) => rule(state, line, endLine, true))) break;
    budget.cells -= columns;
    if (budget.cells < 0) break;
    const texts = splitCells(lineAt(state, line));
    texts.length = columns;
    pushRow(state, { tag: 'td', texts, aligns, line });
  }
  state.push('tbody_close', 'tbody', -1);
  state.push('table_close', 'table', -1);
  if (budget.cells < 0) line = restAsText(state, line, endLine);
  open.map = [startLine, line];
  state.parentType = parent;
  state.line = line;
  return true;
}

interface Row {
  readonly tag: 'th' | 'td';
  readonly texts: readonly (string | undefined)[];
  readonly aligns: readonly Align[];
  readonly line: number;
}

function pushRow(state: StateBlock, { tag, texts, aligns, line }: Row): void {
  state.push('tr_open', 'tr', 1).map = [line, line + 1];
  for (let column = 0; column < texts.length; column += 1) {
    const open = state.push(`${tag}_open`, tag, 1);
    const align = aligns[column];
    if (align) open.attrs = [['align', align]];
    const inline = state.push('inline', '', 0);
    inline.content = texts[column] ?? '';
    inline.children = [];
    state.push(`${tag}_close`, tag, -1);
  }
  state.push('tr_close', 'tr', -1);
}

/** Shows the rows beyond the limit as source text. */
function restAsText(state: StateBlock, from: number, endLine: number): number {
  let line = from;
  while (line < endLine && !isOutside(state, line) && !state.isEmpty(line)) line += 1;
  state.push('cut', '', 0).content = state.getLines(from, line, state.blkIndent, false);
  return line;
}

function isOutside(state: StateBlock, line: number): boolean {
  return isOutdented(state, line) || isIndentedCode(state, line);
}

function parseDelimiters(text: string): Align[] | undefined {
  if (!/^[-:| \t]*$/.test(text) || !text.includes('-') || !/[|:]/.test(text)) return undefined;
  const marks = splitCells(text);
  if (!marks.every((mark) => /^:?-+:?$/.test(mark))) return undefined;
  return marks.map((mark) => {
    if (mark.endsWith(':')) return mark.startsWith(':') ? 'center' : 'right';
    return mark.startsWith(':') ? 'left' : '';
  });
}

/** Splits at each unescaped bar; the bars at both ends are optional. */
function splitCells(text: string): string[] {
  // The parser has replaced every NUL in the source, so NUL can be the placeholder for an escaped bar.
  const parts = text.replaceAll('\\|', '\0').split('|');
  if (parts[0]?.trim() === '') parts.shift();
  if (parts.length > 1 && parts.at(-1)?.trim() === '') parts.pop();
  return parts.map((cell) => cell.replaceAll('\0', '|').trim());
}
