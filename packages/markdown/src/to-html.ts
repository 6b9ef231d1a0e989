import { envOf, newDocument, release, type Heading, type MarkdownOptions } from './document.ts';
import { escapeHtml } from './escape.ts';
import { LIMITS } from './limits.ts';
import { parserFor } from './parser.ts';
import { sanitize } from './sanitize.ts';

export interface RenderedMarkdown {
  /** Safe to put into a page as it is. */
  readonly html: string;
  readonly outline: readonly Heading[];
  /** The page needs KaTeX's style sheet. */
  readonly hasMath: boolean;
  /** The page has `pre.mermaid` blocks to draw. */
  readonly hasDiagrams: boolean;
}

/** Markdown as the reader, the preview, shares and exports show it. */
export function toHtml(markdown: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const document = newDocument(options);
  const rendered = parserFor(options.oldDialect ?? true).render(markdown, envOf(document));
  const isTooLong = rendered.length > LIMITS.html;
  const html = isTooLong
    ? `<pre class="cut">${escapeHtml(markdown)}</pre>`
    : release(document, sanitize(rendered, document));
  return {
    html,
    outline: document.outline,
    hasMath: document.uses.math && !isTooLong,
    hasDiagrams: document.uses.diagrams && !isTooLong,
  };
}
