import type { SiteContents, SiteText, SiteLabels } from '@octavo/contract/static-site';
import type { Language } from '@octavo/contract/entities';
import { translateTo } from '../../../texts.ts';
import type { Archive } from '../../../lib/zip-writer.ts';
import type { ExportSource, LoadedChapter } from '../export-source.ts';
import { openFile } from '../export-tools.ts';
import type { ExportTools } from '../export-tools.ts';
import { findLinkedPageIds } from '../site-urls.ts';
import { assignPaths, relativeLink } from '../archive-paths.ts';
import type { ArchivePaths } from '../archive-paths.ts';
import { referencedFiles, renderHtml } from './page-html.ts';
import { passiveName } from './passive-name.policy.ts';
import { siteBundle } from './site-bundle.ts';
import { indexDocument, pageDocument, SITE_FOLDER } from './site-document.ts';
import type { Link } from './site-document.ts';

const INDEX = 'index.html';
/** Characters per search file; the files are loaded on the first search. */
const SEARCH_FILE_LENGTH = 1_000_000;

function siteTexts(language: Language): SiteLabels {
  const t = (key: Parameters<typeof translateTo>[1]) => translateTo(language, key as 'shell.copy');
  return {
    search: t('reader.search'),
    searching: t('reader.searching'),
    results: t('reader.results'),
    noHit: t('exporting.noHit'),
    pages: t('reader.pages'),
    contents: t('exporting.contents'),
    openMenu: t('reader.openMenu'),
    close: t('shell.close'),
    switchTheme: t('reader.switchTheme'),
    copy: t('shell.copy'),
    copied: t('shell.copied'),
    copyFailed: t('shell.copyFailed'),
    copyUrl: t('reader.copyUrl'),
    wrap: t('reader.wrap'),
    linkToSection: t('reader.linkToSection'),
    codeHint: t('reader.codeHint'),
    zoom: t('reader.zoom'),
    showLess: t('reader.showLess'),
    showAllLines: t('reader.showAllLines'),
    diagramFailed: t('reader.diagramFailed'),
    diagram: t('reader.diagram'),
  };
}

/** Data as a script, since pages opened by `file:` cannot fetch JSON. Escapes U+2028 and U+2029. */
function asScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function linkTargetsOf(chapter: LoadedChapter, archivePaths: ArchivePaths) {
  const from = archivePaths.page(chapter.number);
  const files = referencedFiles(chapter).map(
    (file) => [file.file_key, relativeLink(from, archivePaths.file(file))] as const,
  );
  const pages = findLinkedPageIds(chapter.content).flatMap((id) => {
    const to = archivePaths.pageOfId(Number(id));
    return to === undefined ? [] : [[id, relativeLink(from, to)] as const];
  });
  return { files: Object.fromEntries(files), pages: Object.fromEntries(pages) };
}

/** The links to the previous and next page. */
function createNeighbours({ chapters }: ExportSource, archivePaths: ArchivePaths) {
  const pages = chapters.filter(({ page }) => page);
  const at = new Map(pages.map(({ number }, index) => [number, index]));
  const link = (from: string, index: number): Link | undefined => {
    const to = pages[index];
    return to && { title: to.title, href: relativeLink(from, archivePaths.page(to.number)) };
  };
  return (number: number) => {
    const from = archivePaths.page(number);
    const index = at.get(number) ?? 0;
    return { previous: link(from, index - 1), next: link(from, index + 1) };
  };
}

/** Writes the texts for the search in several files, to limit the memory use. */
function createSearchFiles(archive: Archive) {
  let texts: SiteText[] = [];
  let size = 0;
  let count = 0;
  const flush = async () => {
    if (texts.length === 0) return;
    count += 1;
    await archive.put(`${SITE_FOLDER}/search-${count}.js`, `octavoTexts(${asScript(texts)});\n`);
    [texts, size] = [[], 0];
  };
  return {
    async add(number: number, text: string) {
      texts.push([number, text]);
      size += text.length;
      if (size >= SEARCH_FILE_LENGTH) await flush();
    },
    async end() {
      await flush();
      return count;
    },
  };
}

/** Writes a static site that needs no server and sends no requests to other hosts. */
export async function writeSite(
  archive: Archive,
  source: ExportSource,
  tools: ExportTools,
): Promise<void> {
  const archivePaths = assignPaths(source.chapters, {
    taken: [SITE_FOLDER, INDEX],
    extension: () => '.html',
    fileName: passiveName,
  });
  const neighboursOf = createNeighbours(source, archivePaths);
  const search = createSearchFiles(archive);
  const writtenPages = new Set<number>();
  const uses = { math: false, diagrams: false };
  for await (const chapter of source.read()) {
    const { number, title, page } = chapter;
    if (!page) continue;
    const from = archivePaths.page(number);
    const shown = await renderHtml(chapter, linkTargetsOf(chapter, archivePaths), tools);
    const attachments = referencedFiles(chapter)
      // Files that the text links to are not listed again.
      .filter(({ file_key }) => !chapter.content.includes(file_key))
      .map((file) => ({
        title: file.display_name,
        href: relativeLink(from, archivePaths.file(file)),
      }));
    const root = '../'.repeat(from.split('/').length - 1);
    const document = { source, title, root, number, catalogPath: chapter.catalogPath, attachments };
    await archive.put(from, pageDocument({ ...document, ...shown, ...neighboursOf(number) }));
    await search.add(number, shown.text);
    writtenPages.add(number);
    uses.math ||= shown.hasMath;
    uses.diagrams ||= shown.hasDiagrams;
    tools.onPage?.();
  }
  archive.add(
    INDEX,
    indexDocument(source, (number) => relativeLink(INDEX, archivePaths.page(number)), writtenPages),
  );
  const contents: SiteContents = {
    words: siteTexts(source.language),
    chapters: source.chapters.map(({ level, title, number, page }) => [
      level,
      title,
      page && writtenPages.has(number) ? relativeLink(INDEX, archivePaths.page(number)) : '',
      page?.method ?? '',
    ]),
    searchFiles: await search.end(),
  };
  archive.add(`${SITE_FOLDER}/contents.js`, `var octavoSite = ${asScript(contents)};\n`);
  const { baseFiles, math, diagrams } = await siteBundle();
  for (const [name, bytes] of baseFiles) archive.add(`${SITE_FOLDER}/${name}`, bytes);
  if (uses.math && math) archive.add(`${SITE_FOLDER}/math.css`, math);
  if (uses.diagrams && diagrams) archive.add(`${SITE_FOLDER}/diagrams.js`, diagrams);
  for (const [path, file] of archivePaths.files()) {
    const stored = await openFile(tools, file);
    if (stored) await archive.stream(path, stored);
    else
      tools.log.warn(
        { file_id: file.file_id },
        'a file of an exported page is missing in its store',
      );
  }
  archive.end();
}
