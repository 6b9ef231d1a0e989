import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../app-error.ts';
import { createArchive } from '../../../lib/zip-writer.ts';
import type { Archive } from '../../../lib/zip-writer.ts';
import type { ExportFile, ExportSource, LoadedChapter } from '../export-source.ts';
import { openFile } from '../export-tools.ts';
import type { ExportTools } from '../export-tools.ts';
import { safeName } from '../../../lib/file-names.ts';
import { findLinkedPageIds } from '../site-urls.ts';
import { referencedFiles, renderHtml } from '../site/page-html.ts';
import { siteBundle } from '../site/site-bundle.ts';
import { printFolder } from '../chromium.ts';
import { createDiagramDrawer } from '../diagrams/diagram-drawer.ts';
import type { DiagramDrawer, DrawnDiagram } from '../diagrams/diagram-drawer.ts';
import { splitSource } from './split-source.ts';
import { pictureName, drawDiagrams } from './print-diagrams.ts';
import { bookmark, PRINT_END, printChapter, printHead } from './print-document.ts';

/** The images of a page; other files are not included, and links to them lead to the site. */
function picturesOf(chapter: LoadedChapter): ExportFile[] {
  return referencedFiles(chapter).filter(({ file_type }) => file_type.startsWith('image/'));
}

/** The images and diagrams of the printed pages. */
interface ShownImages {
  readonly pictures: Map<string, ExportFile>;
  readonly diagrams: Set<DrawnDiagram>;
}

async function* renderDocument(
  source: ExportSource,
  tools: ExportTools,
  drawer: DiagramDrawer,
  { pictures, diagrams }: ShownImages,
) {
  const numbers = new Map(
    source.chapters.flatMap(({ page, number }) => (page ? [[page.page_id, number] as const] : [])),
  );
  yield printHead(source);
  for await (const chapter of source.read()) {
    if (!chapter.page) {
      yield printChapter(chapter, '');
      continue;
    }
    const own = picturesOf(chapter);
    for (const file of own) pictures.set(file.object_key, file);
    const files = own.map((file) => [file.file_key, `files/${file.object_key}`] as const);
    const pages = findLinkedPageIds(chapter.content).flatMap((id) => {
      const number = numbers.get(Number(id));
      return number === undefined ? [] : [[id, `#${bookmark(number)}`] as const];
    });
    const linkTargets = { files: Object.fromEntries(files), pages: Object.fromEntries(pages) };
    const { html } = await renderHtml(chapter, linkTargets, tools);
    const drawn = await drawDiagrams(html, source.language, drawer, (one) => diagrams.add(one));
    yield printChapter(chapter, drawn);
    tools.onPage?.();
  }
  yield PRINT_END;
}

/** Writes the document, its styles and its images to a folder. */
async function writePrintFolder(
  folder: string,
  source: ExportSource,
  tools: ExportTools,
): Promise<void> {
  const { baseFiles, math } = await siteBundle();
  await writeFile(join(folder, 'site.css'), baseFiles.get('site.css') ?? '');
  await writeFile(join(folder, 'math.css'), math ?? '');
  await mkdir(join(folder, 'files'));
  const shown: ShownImages = { pictures: new Map(), diagrams: new Set() };
  const drawer = createDiagramDrawer({ ...tools, language: source.language, kind: 'svg' });
  try {
    const html = Readable.from(renderDocument(source, tools, drawer, shown), { objectMode: false });
    await pipeline(html, createWriteStream(join(folder, 'print.html')));
    for (const diagram of shown.diagrams)
      await copyFile(diagram.file, join(folder, 'files', pictureName(diagram)));
  } finally {
    await drawer.close();
  }
  for (const [key, file] of shown.pictures) {
    const stored = await openFile(tools, file);
    if (stored) await pipeline(stored, createWriteStream(join(folder, 'files', key)));
    else
      tools.log.warn(
        { file_id: file.file_id },
        'a picture of an exported page is missing in its store',
      );
  }
}

/** Prints one document with cover, table of contents and bookmarks from local files with Chromium. */
async function* printPdf(source: ExportSource, tools: ExportTools): AsyncIterable<Buffer> {
  if (!tools.printer) throw new AppError('pdfMissing');
  const folder = await mkdtemp(join(tmpdir(), 'octavo-pdf-'));
  try {
    await writePrintFolder(folder, source, tools);
    yield* createReadStream(await printFolder(folder, tools.printer)) as AsyncIterable<Buffer>;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The number of pages that Chromium can lay out within its limits; larger exports are split. */
const MAX_PAGES_PER_PDF = 250;

const isSplit = ({ pageCount }: ExportSource, maxPages: number) => pageCount > maxPages;

export const pdfExtension = (source: ExportSource): string =>
  isSplit(source, MAX_PAGES_PER_PDF) ? '.pdf.zip' : '.pdf';

async function writeParts(
  archive: Archive,
  source: ExportSource,
  tools: ExportTools,
  maxPages: number,
): Promise<void> {
  for (const part of splitSource(source, maxPages))
    await archive.stream(`${safeName(part.name, 'export')}.pdf`, printPdf(part, tools));
  archive.end();
}

/** One document, or a zip of several. */
export function writePdf(
  source: ExportSource,
  tools: ExportTools,
  maxPages: number = MAX_PAGES_PER_PDF,
): Readable {
  if (!isSplit(source, maxPages))
    return Readable.from(printPdf(source, tools), { objectMode: false });
  const archive = createArchive();
  writeParts(archive, source, tools, maxPages).catch(archive.fail);
  return archive.output;
}
