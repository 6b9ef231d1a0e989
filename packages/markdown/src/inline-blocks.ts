import type { Token } from 'markdown-it';
import { TAG } from './allowed-html.ts';
import { isSafeLink } from './url-safety.ts';
import { plainText, type ImageInline, type Inline, type Marks } from './blocks.ts';
import type { MarkdownDocument } from './document.ts';
import { parseImageWidth } from './image-width.ts';
import { countFormula } from './math-render.ts';
import { parserFor } from './parser.ts';

const TAGS = new RegExp(TAG, 'g');
const SRC = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const ALT = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const LINE_ENDS = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt']);

/** Decodes HTML entities. Backslashes are protected, because they are no escapes in HTML. */
function unescapeEntities(html: string): string {
  return parserFor(true).utils.unescapeAll(html.replaceAll('\\', '\\\\'));
}

/** Converts raw HTML to text, line breaks and images; all other tags are ignored. */
export function htmlInlines(html: string, marks: Marks = {}): Inline[] {
  const inlines: Inline[] = [];
  const pushText = (part: string) => {
    const text = unescapeEntities(part).replace(/\s+/g, ' ');
    if (text !== '') inlines.push({ kind: 'text', text, ...marks });
  };
  let from = 0;
  for (const tag of html.matchAll(TAGS)) {
    pushText(html.slice(from, tag.index));
    from = tag.index + tag[0].length;
    const name = tag[2]?.toLowerCase() ?? '';
    if (name === 'img') inlines.push(rawImageOf(tag[0]));
    else if (name === 'br' || (tag[1] && LINE_ENDS.has(name))) inlines.push({ kind: 'break' });
    else if (tag[1] && (name === 'td' || name === 'th')) pushText(' ');
  }
  pushText(html.slice(from));
  return inlines;
}

function rawImageOf(tag: string): Inline {
  const [, ...sources] = SRC.exec(tag) ?? [];
  const [, ...words] = ALT.exec(tag) ?? [];
  const first = (values: readonly (string | undefined)[]) =>
    unescapeEntities(values.find((value) => value !== undefined) ?? '');
  return { kind: 'image', src: first(sources), alt: first(words) };
}

const OPENING: Readonly<Record<string, Marks>> = {
  strong_open: { bold: true },
  em_open: { italic: true },
  s_open: { strike: true },
};

export function imageOf(token: Token, document: MarkdownDocument): ImageInline {
  const title = token.attrGet('title');
  const width = parseImageWidth(String(token.attrGet('width') ?? ''));
  return {
    kind: 'image',
    src: String(token.attrGet('src') ?? ''),
    alt: plainText(inlinesOf(token.children ?? [], document)),
    ...(title && { title: String(title) }),
    ...(width && { width }),
  };
}

/** Converts inline tokens; each part gets the marks that are open around it. */
export function inlinesOf(tokens: readonly Token[], document: MarkdownDocument): Inline[] {
  const inlines: Inline[] = [];
  const open: Marks[] = [];
  for (const token of tokens) {
    const marks: Marks = Object.assign({}, ...open);
    const pushText = (text: string, more: Marks = {}) => {
      if (text !== '') inlines.push({ kind: 'text', text, ...marks, ...more });
    };
    switch (token.type) {
      case 'text':
        pushText(token.content);
        break;
      case 'softbreak':
        pushText('\n');
        break;
      case 'hardbreak':
        inlines.push({ kind: 'break' });
        break;
      case 'code_inline':
        pushText(token.content, { code: true });
        break;
      case 'math_inline': {
        const source = token.content;
        if (countFormula(source, document)) inlines.push({ kind: 'formula', source });
        else pushText(source, { code: true });
        break;
      }
      case 'html_inline':
        inlines.push(...htmlInlines(token.content, marks));
        break;
      case 'footnote_ref':
        pushText(`[${String(token.meta?.['number'])}]`, { sup: true });
        break;
      case 'image':
        inlines.push(imageOf(token, document));
        break;
      case 'link_open': {
        const href = String(token.attrGet('href') ?? '');
        open.push(isSafeLink(href) ? { href } : {});
        break;
      }
      default:
        if (token.nesting > 0) open.push(OPENING[token.type] ?? {});
        else if (token.nesting < 0) open.pop();
    }
  }
  return inlines;
}
