import { tableCell } from '@octavo/markdown/write-markdown';
import { tabToCells, tabToTable } from '../format/tab-to-table.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { tableCells } from './table-text.ts';

/** Larger HTML is pasted as plain text, because converting it would take too long. */
const MAX_HTML_LENGTH = 2_000_000;

const STYLED_SELECTOR =
  'table, h1, h2, h3, h4, h5, h6, ul, ol, a[href], b, strong, i, em, s, del, pre, code, blockquote, img, ' +
  '[style*="mso-list"], [style*="font-weight"], [style*="font-style"]';

/** Code editors copy their syntax colours as HTML; the plain text is pasted instead. */
const CODE_SELECTOR = '[style*="white-space: pre"], [style*="white-space:pre"]';

function parseBody(html: string): HTMLElement {
  // Only the fragment: the surrounding HTML contains the styles of the source program.
  const [, fragment = html] = /<!--StartFragment-->([\s\S]*)<!--EndFragment-->/.exec(html) ?? [];
  const isRows = /^\s*(<(col|colgroup|tbody|tr|td|th)\b)/i.test(fragment);
  return new DOMParser().parseFromString(isRows ? html : fragment, 'text/html').body;
}

function isCode(body: HTMLElement): boolean {
  const [only, ...others] = body.children;
  return others.length === 0 && only instanceof HTMLElement && only.matches(CODE_SELECTOR);
}

function convertHtml(html: string): string | undefined {
  if (html.length > MAX_HTML_LENGTH) return undefined;
  const body = parseBody(html);
  if (isCode(body) || !body.querySelector(STYLED_SELECTOR)) return undefined;
  try {
    return htmlToMarkdown(body) || undefined;
  } catch {
    // The HTML is nested too deep for the recursion.
    return undefined;
  }
}

/** Converts rows with the same number of tabs; this excludes indented code. */
function convertCells(plain: string): string | undefined {
  const lines = plain.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  const tabs = lines.map((line) => line.split('\t').length - 1);
  const isTable =
    lines.length > 1 &&
    (tabs[0] ?? 0) > 0 &&
    tabs.every((count) => count === tabs[0]) &&
    lines.every((line) => !line.startsWith('\t\t')) &&
    !lines[0]?.startsWith('\t');
  return isTable ? tabToTable(plain) : undefined;
}

export interface ClipboardTexts {
  readonly html: string;
  readonly plain: string;
}

/** The table of a document that contains nothing else. */
function onlyTable(html: string): HTMLElement | undefined {
  if (html === '' || html.length > MAX_HTML_LENGTH) return undefined;
  const body = parseBody(html);
  const found = body.querySelector('table');
  if (!found) return undefined;
  const { textContent } = found;
  for (const hidden of body.querySelectorAll('style, script, title')) hidden.remove();
  return body.textContent.trim() === textContent.trim() ? found : undefined;
}

/** The copied cells of a spreadsheet, as texts of Markdown cells; undefined if something else was copied. */
export function clipboardToCells({ html, plain }: ClipboardTexts): string[][] | undefined {
  const found = onlyTable(html);
  const cells = found ? tableCells(found) : plain.includes('\t') ? tabToCells(plain) : [];
  return cells.length > 0 ? cells.map((row) => row.map(tableCell)) : undefined;
}

/** The Markdown to insert instead of the plain text; undefined to paste the plain text. */
export function clipboardToMarkdown(clipboard: ClipboardTexts): string | undefined {
  if (clipboard.html !== '') {
    const markdown = convertHtml(clipboard.html);
    return markdown?.trim() === clipboard.plain.trim() ? undefined : markdown;
  }
  return convertCells(clipboard.plain);
}
