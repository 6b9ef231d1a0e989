import { codeBlock } from '@octavo/markdown/write';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { toText } from '@octavo/sheet/to-text';
import type { ReadChapter } from '../export-source.ts';
import type { ExportTools } from '../export-tools.ts';
import type { WrittenHtml } from './html-page.ts';

const SHEET = 1;

/** The files that a page embeds, links to or has as attachments. */
export function filesOf({ content, files }: ReadChapter) {
  return files.filter(({ file_key, is_bound }) => is_bound || content.includes(file_key));
}

/** Renders a page as HTML; a page that times out is shown as source. */
export async function htmlOf(
  { title, content, page }: ReadChapter,
  ways: { files: Record<string, string>; pages: Record<string, string> },
  { exporter, siteOrigin }: ExportTools,
): Promise<WrittenHtml> {
  const is_sheet = page?.page_type === SHEET;
  const shared = { title, siteOrigin, ...ways };
  const source = () => (is_sheet ? toText(readCalculated(content)) : content);
  const written =
    (await exporter.html({ ...shared, content, is_sheet })) ??
    (await exporter.html({ ...shared, content: codeBlock(source(), ''), is_sheet: false }));
  return written ?? { html: '', outline: [], text: '', hasMath: false, hasDiagrams: false };
}
