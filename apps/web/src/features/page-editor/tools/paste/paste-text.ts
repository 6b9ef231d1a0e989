import { tabToTable } from '../format/tab-to-table.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

/** Larger ones are pasted as plain text at once rather than in style a while later. */
const MOST_HTML = 2_000_000;

const STYLED =
  'table, h1, h2, h3, h4, h5, h6, ul, ol, a[href], b, strong, i, em, s, del, pre, code, blockquote, img, ' +
  '[style*="mso-list"], [style*="font-weight"], [style*="font-style"]';

/** Programs for code copy their colours; the text itself is what was meant. */
const CODE = '[style*="white-space: pre"], [style*="white-space:pre"]';

function bodyOf(html: string): HTMLElement {
  // The fragment alone: what stands around it are the copying program's own styles.
  const [, fragment = html] = /<!--StartFragment-->([\s\S]*)<!--EndFragment-->/.exec(html) ?? [];
  const isRows = /^\s*(<(col|colgroup|tbody|tr|td|th)\b)/i.test(fragment);
  return new DOMParser().parseFromString(isRows ? html : fragment, 'text/html').body;
}

function isCode(body: HTMLElement): boolean {
  const [only, ...others] = body.children;
  return others.length === 0 && only instanceof HTMLElement && only.matches(CODE);
}

function fromHtml(html: string): string | undefined {
  if (html.length > MOST_HTML) return undefined;
  const body = bodyOf(html);
  if (isCode(body) || !body.querySelector(STYLED)) return undefined;
  try {
    return htmlToMarkdown(body) || undefined;
  } catch {
    // Nested deeper than can be walked.
    return undefined;
  }
}

/** Rows of one width with a tab in each: cells, not indented code. */
function fromCells(plain: string): string | undefined {
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

/** What pasting should insert instead of the plain text; undefined: just that text. */
export function pasteText(clipboard: { html: string; plain: string }): string | undefined {
  if (clipboard.html !== '') {
    const markdown = fromHtml(clipboard.html);
    return markdown?.trim() === clipboard.plain.trim() ? undefined : markdown;
  }
  return fromCells(clipboard.plain);
}
