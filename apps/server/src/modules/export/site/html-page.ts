import type { Heading } from '@octavo/markdown/document';
import { toHtml } from '@octavo/markdown/to-html';
import { toText } from '@octavo/markdown/to-text';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { toText as sheetText } from '@octavo/sheet/to-text';
import { portableHtml } from './portable-html.ts';
import type { LinkTargets } from './portable-html.ts';
import { sheetHtml } from './sheet-html.ts';

/** A page as it is sent to the worker thread. */
export interface HtmlPage extends LinkTargets {
  readonly title: string;
  /** Markdown, or the data of a table. */
  readonly content: string;
  readonly is_sheet: boolean;
}

export interface RenderedHtml {
  readonly html: string;
  readonly outline: readonly Heading[];
  /** The visible text, for the search. */
  readonly text: string;
  readonly hasMath: boolean;
  readonly hasDiagrams: boolean;
}

const FIRST_HEADING = /^<h[1-6][^>]*>.*?<\/h[1-6]>\s*/s;

export function writeHtmlPage(page: HtmlPage): RenderedHtml {
  const { title, content } = page;
  if (page.is_sheet)
    return {
      html: sheetHtml(content),
      outline: [],
      text: sheetText(readCalculated(content)),
      hasMath: false,
      hasDiagrams: false,
    };
  const { html, outline, hasMath, hasDiagrams } = toHtml(content, { siteOrigin: page.siteOrigin });
  // The document shows the title, so a first heading with the same text is removed.
  const repeatsTitle = FIRST_HEADING.test(html) && outline[0]?.text.trim() === title.trim();
  return {
    html: portableHtml(repeatsTitle ? html.replace(FIRST_HEADING, '') : html, page),
    outline: repeatsTitle ? outline.slice(1) : outline,
    text: toText(content),
    hasMath,
    hasDiagrams,
  };
}
