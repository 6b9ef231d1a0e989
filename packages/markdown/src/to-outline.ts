import { envOf, newDocument, type Heading, type MarkdownOptions } from './document.ts';
import { parserFor } from './parser.ts';

/** The headings of a page with their ids in the HTML. */
export function toOutline(markdown: string, options: MarkdownOptions = {}): readonly Heading[] {
  const document = newDocument(options);
  parserFor(options.showdocDialect ?? true).parse(markdown, envOf(document));
  return document.outline;
}
