import { envOf, newDocument, restoreHtml, type Heading, type MarkdownOptions } from './document.ts';
import { escapeHtml } from './escape.ts';
import { LIMITS } from './limits.ts';
import { parserFor } from './parser.ts';
import { sanitize } from './sanitize.ts';

export interface RenderedMarkdown {
  /** Safe to insert into a page: sanitised, except for generated parts, which are escaped or validated. */
  readonly html: string;
  readonly outline: readonly Heading[];
  /** The page needs KaTeX's style sheet. */
  readonly hasMath: boolean;
  /** The page has `pre.mermaid` blocks to draw. */
  readonly hasDiagrams: boolean;
}

/** Renders Markdown for the reader, the preview, shared pages and exports. */
export function toHtml(markdown: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const document = newDocument(options);
  const rendered = parserFor(options.showdocDialect ?? true).render(markdown, envOf(document));
  const html = restoreHtml(document, sanitize(rendered, document));
  const isTooLong = html.length > LIMITS.html;
  return {
    html: isTooLong ? `<pre class="cut">${escapeHtml(markdown)}</pre>` : html,
    outline: document.outline,
    hasMath: document.uses.math && !isTooLong,
    hasDiagrams: document.uses.diagrams && !isTooLong,
  };
}
