import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { METHOD_AND_URL, sectionOf } from '@octavo/markdown/api-labels';
import { hasPlaceholder } from '../attachments/placeholders.ts';
import type { SyntaxNode } from '../source/syntax-types.ts';

export type DrawnKind =
  | 'table'
  | 'code'
  | 'diagram'
  | 'formula'
  | 'image'
  | 'callout'
  | 'endpoint'
  | 'html';

/** A block of whole lines that Live draws, or that only the whole page can show. */
export interface Block {
  readonly kind: DrawnKind | 'unbalancedHtml' | 'toc';
  readonly from: number;
  readonly to: number;
  /** Its Markdown without the indentation of a list. */
  readonly text: string;
  readonly indent: number;
}

const DIAGRAMS = new Set(['mermaid', 'flow', 'flowchart', 'seq', 'sequence', 'mindmap']);
const FORMULAS = new Set(['math', 'latex', 'katex']);
const CALLOUT = /^\s*>\s*(?:\[!(?:[a-z]+|\p{Script=Han}+)\]|\*\*|__)/iu;
const TOC = /^\s*\[toc\]\s*$/i;
/** The renderer limits a formula to as many lines. */
const FORMULA_LINES = 300;

/**
 * The blocks between two positions. `isEndpoint` returns whether the renderer makes a text an endpoint, which depends
 * on several paragraphs.
 */
export function findBlocks(
  state: EditorState,
  from: number,
  to: number,
  isEndpoint: (text: string) => boolean,
): Block[] {
  const blocks: Block[] = [];
  let end = -1;
  let node = syntaxTree(state).topNode.childAfter(from);
  for (; node && node.from <= to; node = node.nextSibling) {
    if (node.from <= end) continue;
    const found = blocksAt(state, node, isEndpoint);
    blocks.push(...found);
    end = found.at(-1)?.to ?? end;
  }
  return blocks;
}

function blocksAt(
  state: EditorState,
  node: SyntaxNode,
  isEndpoint: (text: string) => boolean,
): Block[] {
  const formulaEnd = endOfFormula(state, node);
  if (formulaEnd !== undefined) return [blockOf(state, 'formula', node.from, formulaEnd)];
  if (node.name === 'BulletList' || node.name === 'OrderedList') return blocksInList(state, node);
  const kind = kindOf(state, node);
  if (kind) return [blockOf(state, kind, node.from, node.to)];
  const endpoint = endpointAt(state, node, isEndpoint);
  return endpoint ? [endpoint] : [];
}

function blockOf(state: EditorState, kind: Block['kind'], start: number, end: number): Block {
  const first = state.doc.lineAt(start);
  const { from } = first;
  const { to } = state.doc.lineAt(end);
  const indent = start - from;
  const lines = state.sliceDoc(from, to);
  const text = indent === 0 ? lines : removeIndent(lines, indent);
  return { kind, from, to, text, indent };
}

function removeIndent(text: string, indent: number): string {
  return text.replaceAll(new RegExp(String.raw`^[ \t]{1,${indent}}`, 'gm'), '');
}

function kindOf(state: EditorState, node: SyntaxNode): Block['kind'] | undefined {
  switch (node.name) {
    case 'Table':
      return 'table';
    case 'CodeBlock':
      return 'code';
    case 'FencedCode':
      return kindOfFence(state, node);
    case 'HTMLBlock':
      return isBalanced(state.sliceDoc(node.from, node.to)) ? 'html' : 'unbalancedHtml';
    case 'Blockquote':
      return CALLOUT.test(state.doc.lineAt(node.from).text) ? 'callout' : undefined;
    case 'Paragraph':
      if (node.getChild('Image'))
        // The placeholder of a file is shown by the editor itself.
        return hasPlaceholder(state.sliceDoc(node.from, node.to)) ? undefined : 'image';
      return TOC.test(state.sliceDoc(node.from, node.to)) ? 'toc' : undefined;
    default:
      return undefined;
  }
}

function kindOfFence(state: EditorState, node: SyntaxNode): 'diagram' | 'formula' | 'code' {
  const info = node.getChild('CodeInfo');
  const language = info ? state.sliceDoc(info.from, info.to).split(/\s/)[0]?.toLowerCase() : '';
  if (DIAGRAMS.has(language ?? '')) return 'diagram';
  return FORMULAS.has(language ?? '') ? 'formula' : 'code';
}

/** HTML that continues behind a blank line, such as `<details>`, cannot be drawn alone. */
function isBalanced(html: string): boolean {
  const name = /^\s*<([a-z][a-z\d]*)/i.exec(html)?.[1]?.toLowerCase();
  if (name === undefined) return false;
  if (/^(?:img|br|hr)$/.test(name)) return true;
  const count = (pattern: string) => html.match(new RegExp(pattern, 'gi'))?.length ?? 0;
  return count(String.raw`<${name}\b`) === count(String.raw`</${name}\s*>`);
}

/** Code and tables on lines of their own in a list. */
function blocksInList(state: EditorState, list: SyntaxNode): Block[] {
  const blocks: Block[] = [];
  list.cursor().iterate((node) => {
    if (node.name !== 'FencedCode' && node.name !== 'Table') return true;
    const line = state.doc.lineAt(node.from);
    const kind = kindOf(state, node.node);
    const isAlone = line.text.slice(0, node.from - line.from).trim() === '';
    if (kind && isAlone) blocks.push(blockOf(state, kind, node.from, node.to));
    return false;
  });
  return blocks;
}

/** The end of a `$$` block. The grammar does not know it and may see several blocks there. */
function endOfFormula(state: EditorState, node: SyntaxNode): number | undefined {
  if (/Code|HTML|List/.test(node.name)) return undefined;
  const first = state.doc.lineAt(node.from);
  const start = first.text.trim();
  if (!start.startsWith('$$')) return undefined;
  const last = Math.min(state.doc.lines, first.number + FORMULA_LINES);
  for (let at = first.number; at <= last; at += 1) {
    const line = state.doc.line(at);
    const text = at === first.number ? start.slice(2) : line.text.trim();
    if (text === '' && at > first.number) return undefined;
    const close = text.indexOf('$$');
    if (close < 0) continue;
    const isEnd = close === text.length - 2;
    const isEmpty = at === first.number && text === '$$';
    return isEnd && !isEmpty ? line.to : undefined;
  }
  return undefined;
}

/** One endpoint line, or the sections "Request URL" and "Method". */
function endpointAt(
  state: EditorState,
  node: SyntaxNode,
  isEndpoint: (text: string) => boolean,
): Block | undefined {
  const source = state.sliceDoc(node.from, Math.min(node.to, node.from + 300)).trim();
  const code = node.name === 'Paragraph' ? /^`+([^`]+)`+$/.exec(source)?.[1] : undefined;
  if (code !== undefined)
    return METHOD_AND_URL.test(code.trim()) && isEndpoint(source)
      ? blockOf(state, 'endpoint', node.from, node.to)
      : undefined;
  const first = sectionEnd(state, node);
  if (!first) return undefined;
  const second = first.nextSibling && sectionEnd(state, first.nextSibling);
  for (const last of [second, first]) {
    const block = last && blockOf(state, 'endpoint', node.from, last.to);
    if (block && isEndpoint(block.text)) return block;
  }
  return undefined;
}

/** The last node of the section that a label starts: the label has its value on the same line or in the next block. */
function sectionEnd(state: EditorState, node: SyntaxNode): SyntaxNode | undefined {
  const isHeading = /Heading/.test(node.name);
  if (!isHeading && node.name !== 'Paragraph') return undefined;
  const line = state.doc.lineAt(node.from);
  const [, label = '', value = ''] = isHeading
    ? (/^\s*#*\s*(.*?)[#\s]*()$/.exec(line.text) ?? [])
    : (/^\s*(?:\*\*|__)(.+?)(?:\*\*|__)[\s:：]*(.*)$/.exec(line.text) ?? []);
  if (!sectionOf(label.replaceAll(/\*\*|__/g, ''))) return undefined;
  if (value.trim() !== '' || node.to > line.to) return node;
  const next = node.nextSibling;
  return next && /^(?:Paragraph|BulletList|OrderedList)$/.test(next.name) ? next : undefined;
}
