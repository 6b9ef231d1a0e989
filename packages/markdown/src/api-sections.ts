import type { Token } from 'markdown-it';
import { sectionOf, type Section } from './api-labels.ts';
import { inlineText } from './inline-text.ts';

/** The tokens of one top-level block. */
export interface TokenBlock {
  readonly tokens: readonly Token[];
}

export interface ApiSection {
  readonly section: Section;
  readonly values: readonly string[];
  /** The index of the block after it. */
  readonly end: number;
}

export function blocksOf(tokens: readonly Token[]): TokenBlock[] {
  const blocks: { tokens: Token[] }[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) blocks.push({ tokens: [] });
    blocks.at(-1)?.tokens.push(token);
    depth += token.nesting;
  }
  return blocks;
}

/**
 * The sections that start at a block: a heading or a bold label, with its value on the same line or in the
 * next paragraph or list. Several labels may share one paragraph.
 */
export function sectionsAt(blocks: readonly TokenBlock[], index: number): ApiSection[] {
  const [open, inline] = blocks[index]?.tokens ?? [];
  if (open?.type === 'heading_open') {
    return withNextBlock(sectionOf(inlineText(inline?.children ?? [])), blocks, index);
  }
  if (open?.type !== 'paragraph_open' || inline?.children?.[0]?.type === 'code_inline') return [];
  const lines = linesOf(inline?.children ?? []).map(parseLabelLine);
  const [first, ...others] = lines;
  if (!first?.section) return [];
  if (others.length > 0 && others.every(({ section }) => section)) {
    return lines.flatMap(({ section, text }) =>
      section && text ? [{ section, values: [text], end: index + 1 }] : [],
    );
  }
  const values = lines.map(({ text }) => text).filter((text) => text !== '');
  if (values.length === 0) return withNextBlock(first.section, blocks, index);
  return [{ section: first.section, values, end: index + 1 }];
}

function withNextBlock(
  section: Section | undefined,
  blocks: readonly TokenBlock[],
  index: number,
): ApiSection[] {
  const values = section ? valuesOf(blocks[index + 1]) : [];
  return section && values.length > 0 ? [{ section, values, end: index + 2 }] : [];
}

const LABEL_ENDS = /^[\s:：]+/;

function parseLabelLine(line: readonly Token[]): { section: Section | undefined; text: string } {
  const tokens = line.filter(({ type, content }) => type !== 'text' || content.trim() !== '');
  const end = tokens.findIndex(({ type }) => type === 'strong_close');
  const isBold = tokens[0]?.type === 'strong_open' && end > 0;
  const section = isBold ? sectionOf(inlineText(tokens.slice(0, end))) : undefined;
  const text = inlineText(section ? tokens.slice(end + 1) : tokens);
  return { section, text: text.replace(LABEL_ENDS, '').trim() };
}

function linesOf(children: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of children) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') lines.push([]);
    else lines.at(-1)?.push(token);
  }
  return lines;
}

const PLAIN = new Set([
  'paragraph_open',
  'paragraph_close',
  'bullet_list_open',
  'bullet_list_close',
  'ordered_list_open',
  'ordered_list_close',
  'list_item_open',
  'list_item_close',
  'inline',
]);

function valuesOf(block: TokenBlock | undefined): string[] {
  if (!block || block.tokens.length > 60 || !block.tokens.every(({ type }) => PLAIN.has(type))) {
    return [];
  }
  return block.tokens
    .flatMap(({ children }) => inlineText(children ?? []).split('\n'))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
