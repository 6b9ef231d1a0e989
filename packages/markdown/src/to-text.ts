import type { Token } from 'markdown-it';
import { TAG } from './allowed-html.ts';
import { endpointOf } from './api-endpoints.ts';
import { envOf, newDocument, type MarkdownOptions } from './document.ts';
import { inlineText } from './inline-text.ts';
import { parserFor } from './parser.ts';

const TAGS = new RegExp(TAG, 'g');

/** The visible text of a page: one line per block; the cells of a table row are on one line. */
export function toText(markdown: string, options: MarkdownOptions = {}): string {
  let text = '';
  for (const token of tokensOf(markdown, options)) text += textOf(token) + endOf(token);
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.filter((line) => line !== '').join('\n');
}

/** The text of the first paragraphs of a page, for a description; headings and tables are skipped. */
export function toExcerpt(markdown: string, length: number, options: MarkdownOptions = {}): string {
  const head = tokensOf(markdown.slice(0, length * 20), options);
  const paragraphTokens = head.filter(
    (_token, index) => head[index - 1]?.type === 'paragraph_open',
  );
  const text = paragraphTokens.map(textOf).join(' ').replace(/\s+/g, ' ').trim();
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

function tokensOf(markdown: string, options: MarkdownOptions): Token[] {
  return parserFor(options.showdocDialect ?? true).parse(markdown, envOf(newDocument(options)));
}

function textOf(token: Token): string {
  switch (token.type) {
    case 'inline':
      return inlineText(token.children ?? []);
    case 'endpoint': {
      const { methods, note, url } = endpointOf(token);
      return [...methods, note, url].join(' ');
    }
    case 'html_block':
      return parserFor(true).utils.unescapeAll(token.content.replace(TAGS, ' '));
    default:
      return token.content;
  }
}

function endOf({ type, nesting }: Token): string {
  if (type === 'td_close' || type === 'th_close') return ' ';
  return nesting < 0 || (nesting === 0 && type !== 'inline') ? '\n' : '';
}
