import type { Token } from 'markdown-it';
import { endpointOf } from './api-endpoints.ts';
import type { Align, Block, Cell, Inline, ListItem } from './blocks.ts';
import { envOf, newDocument, type MarkdownDocument, type MarkdownOptions } from './document.ts';
import { toMermaid, isFormula } from './fences.ts';
import { htmlInlines, imageOf, inlinesOf } from './inline-blocks.ts';
import { countFormula } from './math-render.ts';
import { parserFor } from './parser.ts';

/** Converts Markdown to plain data, with the same parser as the HTML. */
export function toBlocks(markdown: string, options: MarkdownOptions = {}): Block[] {
  const document = newDocument(options);
  const tokens = parserFor(options.showdocDialect ?? true).parse(markdown, envOf(document));
  return new BlockReader(tokens, document).blocks();
}

const LISTS = new Set(['bullet_list_open', 'ordered_list_open', 'ol_open']);
/** Containers without a block of their own. */
const TRANSPARENT_TOKENS = new Set([
  'code_tabs_open',
  'code_tabs_close',
  'section_open',
  'section_close',
]);

/** Converts the tokens of a page in one pass. */
class BlockReader {
  readonly #tokens: readonly Token[];
  readonly #document: MarkdownDocument;
  #at = 0;

  constructor(tokens: readonly Token[], document: MarkdownDocument) {
    this.#tokens = tokens;
    this.#document = document;
  }

  /** The blocks up to the closing token of the current container, or to the end. */
  blocks(): Block[] {
    const result: Block[] = [];
    for (;;) {
      const token = this.#next();
      if (!token) return result;
      if (TRANSPARENT_TOKENS.has(token.type)) continue;
      if (token.nesting < 0) return result;
      const block = this.#block(token);
      if (block) result.push(block);
    }
  }

  #next(): Token | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token;
  }

  #block(token: Token): Block | undefined {
    if (LISTS.has(token.type)) return this.#list(token);
    switch (token.type) {
      case 'heading_open':
        return { kind: 'heading', level: Number(token.tag.slice(1)), text: this.#line() };
      case 'paragraph_open':
        return { kind: 'paragraph', text: this.#line() };
      case 'figure_open':
        return this.#figure();
      case 'blockquote_open':
        return { kind: 'quote', blocks: this.blocks() };
      case 'table_open':
        return this.#table();
      case 'endpoint':
        return { kind: 'endpoint', ...endpointOf(token) };
      case 'fence':
        return this.#fence(token);
      case 'math_block':
        return this.#formula(token);
      case 'code_block':
      case 'cut':
        return codeOf(token);
      case 'hr':
        return { kind: 'rule' };
      case 'html_block':
        return { kind: 'paragraph', text: trimmed(htmlInlines(token.content)) };
      case 'inline':
        return { kind: 'paragraph', text: inlinesOf(token.children ?? [], this.#document) };
      default:
        // Any other container is converted to a quotation with its blocks.
        return token.nesting > 0 ? { kind: 'quote', blocks: this.blocks() } : undefined;
    }
  }

  #fence(token: Token): Block {
    if (isFormula(token)) return this.#formula(token);
    const mermaid = toMermaid(token);
    return mermaid === undefined ? codeOf(token) : { ...codeOf(token), kind: 'diagram', mermaid };
  }

  #formula(token: Token): Block {
    const source = token.content.trim();
    return countFormula(source, this.#document) ? { kind: 'formula', source } : codeOf(token);
  }

  /** The inline content of a heading or paragraph; also consumes the closing token. */
  #line(): Inline[] {
    const result: Inline[] = [];
    for (let token = this.#next(); token && token.nesting >= 0; token = this.#next())
      result.push(...inlinesOf(token.children ?? [], this.#document));
    return result;
  }

  /** An image with its caption; also consumes the closing token. */
  #figure(): Block | undefined {
    const [image, , caption] = this.#next()?.children ?? [];
    this.#next();
    if (!image || !caption) return undefined;
    return { kind: 'figure', image: imageOf(image, this.#document), caption: caption.content };
  }

  #list(open: Token): Block {
    const items: ListItem[] = [];
    for (let token = this.#next(); token && token.nesting > 0; token = this.#next()) {
      const inline = this.#tokens[this.#at + 1];
      const box = inline?.children?.find(({ type }) => type === 'task_box');
      const checked = box && box.attrGet('checked') !== null;
      items.push({ checked, blocks: this.blocks() });
    }
    const start = Number(open.attrGet('start') ?? 1);
    return { kind: 'list', ordered: open.type !== 'bullet_list_open', start, items };
  }

  #table(): Block {
    const rows: { cells: Cell[]; isHead: boolean }[] = [];
    const aligns: Align[] = [];
    let cell: Inline[] = [];
    for (let token = this.#next(); token?.type !== 'table_close'; token = this.#next()) {
      if (!token) break;
      if (token.type === 'tr_open') rows.push({ cells: [], isHead: false });
      if (token.type === 'th_open' || token.type === 'td_open') {
        const row = rows.at(-1);
        cell = [];
        row?.cells.push(cell);
        if (row && token.type === 'th_open') {
          row.isHead = true;
          aligns.push((token.attrGet('align') ?? '') as Align);
        }
      }
      if (token.type === 'inline') cell.push(...inlinesOf(token.children ?? [], this.#document));
    }
    return {
      kind: 'table',
      aligns,
      head: rows.find(({ isHead }) => isHead)?.cells ?? [],
      rows: rows.filter(({ isHead }) => !isHead).map(({ cells }) => cells),
    };
  }
}

function codeOf({ info, content }: Token) {
  return { kind: 'code', info: info.trim(), code: content.replace(/\n$/, '') } as const;
}

/** Removes line breaks and blank text at both ends. */
function trimmed(text: readonly Inline[]): Inline[] {
  const isBlank = (part: Inline) =>
    part.kind === 'break' || (part.kind === 'text' && part.text.trim() === '');
  const first = text.findIndex((part) => !isBlank(part));
  const last = text.findLastIndex((part) => !isBlank(part));
  return first < 0 ? [] : text.slice(first, last + 1);
}
