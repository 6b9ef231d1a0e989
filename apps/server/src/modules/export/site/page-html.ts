import { SHEET_PAGE } from '@octavo/contract/page-type';
import { codeBlock } from '@octavo/markdown/write-markdown';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { toText } from '@octavo/sheet/to-text';
import type { LoadedChapter } from '../export-source.ts';
import type { ExportTools } from '../export-tools.ts';
import type { RenderedHtml } from './html-page.ts';

/** The files that a page embeds, links to or has as attachments. */
export function referencedFiles({ content, files }: LoadedChapter) {
  return files.filter(({ file_key, is_bound }) => is_bound || content.includes(file_key));
}

/** Renders a page as HTML; a page that times out is shown as source. */
export async function renderHtml(
  { title, content, page }: LoadedChapter,
  linkTargets: { files: Record<string, string>; pages: Record<string, string> },
  { exporter, siteOrigin }: ExportTools,
): Promise<RenderedHtml> {
  const is_sheet = page?.page_type === SHEET_PAGE;
  const shared = { title, siteOrigin, ...linkTargets };
  const source = () => (is_sheet ? toText(readCalculated(content)) : content);
  const rendered =
    (await exporter.html({ ...shared, content, is_sheet })) ??
    (await exporter.html({ ...shared, content: codeBlock(source(), ''), is_sheet: false }));
  return rendered ?? { html: '', outline: [], text: '', hasMath: false, hasDiagrams: false };
}
