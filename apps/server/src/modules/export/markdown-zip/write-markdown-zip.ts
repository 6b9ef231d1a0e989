import { RUN_API_ITEM } from '@octavo/contract/item-type';
import { MARKDOWN_PAGE, SHEET_PAGE } from '@octavo/contract/page-type';
import type { Archive } from '../../../lib/zip-writer.ts';
import type { Chapter, ExportSource, LoadedChapter } from '../export-source.ts';
import { openFile } from '../export-tools.ts';
import type { ExportTools } from '../export-tools.ts';
import { assignPaths, relativeLink } from '../archive-paths.ts';
import type { ArchivePaths } from '../archive-paths.ts';

/** The version of the archive format. */
const FORMAT_VERSION = 1;
const MANIFEST = 'octavo.json';

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

interface UrlPatterns {
  /** Matches a file URL and captures its key. */
  readonly file: RegExp;
  /** Matches a page URL as the target of a link and captures its id. */
  readonly page: RegExp;
}

/** Patterns of URLs of this site, with and without its origin. */
function urlPatterns({ item }: ExportSource, { siteOrigin }: ExportTools): UrlPatterns {
  const site = `(?:${escapeRegExp(siteOrigin)})?`;
  const roots = ['page', String(item.item_id), item.item_domain].filter((root) => root !== '');
  return {
    file: new RegExp(String.raw`${site}/file/([0-9a-f]{32})/[^\s"'()<>\]\\|]*`, 'g'),
    page: new RegExp(
      String.raw`(?<=\]\(<?)${site}/(?:${roots.map(escapeRegExp).join('|')})/(\d{1,15})(?=[)>#\s])`,
      'g',
    ),
  };
}

/** Replaces URLs of this site in the text by relative paths inside the archive. */
function toRelativeLinks(
  content: string,
  { number, files }: LoadedChapter,
  archivePaths: ArchivePaths,
  patterns: UrlPatterns,
): string {
  const from = archivePaths.page(number);
  return content
    .replaceAll(patterns.file, (address, key: string) => {
      const file = files.find(({ file_key }) => file_key === key);
      return file ? relativeLink(from, archivePaths.file(file)) : address;
    })
    .replaceAll(patterns.page, (address, id: string) => {
      const to = archivePaths.pageOfId(Number(id));
      return to === undefined ? address : relativeLink(from, to);
    });
}

function manifestPage(
  { number, title, catalogPath, s_number, page }: Chapter,
  archivePaths: ArchivePaths,
) {
  return {
    file: archivePaths.page(number),
    title,
    catalog: catalogPath,
    s_number,
    page_type: page?.page_type ?? MARKDOWN_PAGE,
  };
}

/** Writes Markdown files in the folders of their catalogs, their files, and a manifest with the other data. */
export async function writeMarkdownZip(
  archive: Archive,
  source: ExportSource,
  tools: ExportTools,
): Promise<void> {
  const archivePaths = assignPaths(source.chapters, {
    taken: [MANIFEST],
    extension: ({ page_type }) => (page_type === SHEET_PAGE ? '.json' : '.md'),
  });
  const patterns = urlPatterns(source, tools);
  const pages: object[] = [];
  for await (const chapter of source.read()) {
    const { page, number, content, stored, files } = chapter;
    if (!page) continue;
    const isMarkdown = page.page_type === MARKDOWN_PAGE;
    const text = isMarkdown ? toRelativeLinks(content, chapter, archivePaths, patterns) : content;
    await archive.put(archivePaths.page(number), text);
    // Files that the text links to are not listed again.
    const attachments = files
      .filter(({ is_bound, file_key }) => is_bound && !content.includes(file_key))
      .map((file) => archivePaths.file(file));
    // Markdown contains less than the data of a Run-API page, so the archive contains both.
    const run_api =
      stored === content ? undefined : toRelativeLinks(stored, chapter, archivePaths, patterns);
    pages.push({
      ...manifestPage(chapter, archivePaths),
      attachments: attachments.toSorted(),
      run_api,
    });
    tools.onPage?.();
  }
  for (const [path, file] of archivePaths.files()) {
    const stored = await openFile(tools, file);
    if (stored) await archive.stream(path, stored);
    else
      tools.log.warn(
        { file_id: file.file_id },
        'a file of an exported page is missing in its store',
      );
  }
  const { item_name, item_description, item_type, global_param } = source.item;
  const catalogs = source.chapters
    .filter(({ page }) => !page)
    .map(({ number, catalogPath, s_number }) => ({
      folder: archivePaths.folder(number),
      catalog: catalogPath,
      s_number,
    }));
  const item = {
    item_name,
    item_description,
    item_type,
    ...(item_type === RUN_API_ITEM && { global_param }),
  };
  const manifest = { octavo: FORMAT_VERSION, ...item, catalogs, pages };
  archive.add(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  archive.end();
}
