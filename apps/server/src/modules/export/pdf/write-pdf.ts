import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../app-error.ts';
import { createArchive } from '../archive.ts';
import type { Archive } from '../archive.ts';
import type { ExportFile, ExportSource, ReadChapter } from '../export-source.ts';
import { openFile } from '../export-tools.ts';
import type { ExportTools } from '../export-tools.ts';
import { safeName } from '../names.policy.ts';
import { linkedPages } from '../own-addresses.ts';
import { filesOf, htmlOf } from '../site/page-html.ts';
import { siteBundle } from '../site/site-bundle.ts';
import { printFolder } from '../chromium.ts';
import { createDiagramDrawer } from '../diagrams/diagram-drawer.ts';
import type { DiagramDrawer, DrawnDiagram } from '../diagrams/diagram-drawer.ts';
import { partsOf } from './parts.ts';
import { pictureName, withDiagrams } from './print-diagrams.ts';
import { bookmark, PRINT_END, printChapter, printHead } from './print-document.ts';

/** The images of a page; other files are not included, and links to them lead to the site. */
function picturesOf(chapter: ReadChapter): ExportFile[] {
  return filesOf(chapter).filter(({ file_type }) => file_type.startsWith('image/'));
}

/** The images and diagrams of the printed pages. */
interface Shown {
  readonly pictures: Map<string, ExportFile>;
  readonly diagrams: Set<DrawnDiagram>;
}

async function* documentOf(
  source: ExportSource,
  tools: ExportTools,
  drawer: DiagramDrawer,
  { pictures, diagrams }: Shown,
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
    const pages = linkedPages(chapter.content).flatMap((id) => {
      const number = numbers.get(Number(id));
      return number === undefined ? [] : [[id, `#${bookmark(number)}`] as const];
    });
    const ways = { files: Object.fromEntries(files), pages: Object.fromEntries(pages) };
    const { html } = await htmlOf(chapter, ways, tools);
    const drawn = await withDiagrams(html, source.language, drawer, (one) => diagrams.add(one));
    yield printChapter(chapter, drawn);
    tools.onPage?.();
  }
  yield PRINT_END;
}

/** Writes the document, its styles and its images to a folder. */
async function prepare(folder: string, source: ExportSource, tools: ExportTools): Promise<void> {
  const { always, math } = await siteBundle();
  await writeFile(join(folder, 'site.css'), always.get('site.css') ?? '');
  await writeFile(join(folder, 'math.css'), math ?? '');
  await mkdir(join(folder, 'files'));
  const shown: Shown = { pictures: new Map(), diagrams: new Set() };
  const drawer = createDiagramDrawer({ ...tools, language: source.language, kind: 'svg' });
  try {
    const html = Readable.from(documentOf(source, tools, drawer, shown), { objectMode: false });
    await pipeline(html, createWriteStream(join(folder, 'print.html')));
    for (const diagram of shown.diagrams)
      await copyFile(diagram.file, join(folder, 'files', pictureName(diagram)));
  } finally {
    await drawer.close();
  }
  for (const [key, file] of shown.pictures) {
    const stored = await openFile(tools, file);
    if (stored) await pipeline(stored, createWriteStream(join(folder, 'files', key)));
    else tools.log.warn({ file_id: file.file_id }, 'a picture of an exported page is gone');
  }
}

/** Prints one document with cover, table of contents and bookmarks from local files with Chromium. */
async function* printed(source: ExportSource, tools: ExportTools): AsyncIterable<Buffer> {
  if (!tools.printer) throw new AppError('pdfMissing');
  const folder = await mkdtemp(join(tmpdir(), 'octavo-pdf-'));
  try {
    await prepare(folder, source, tools);
    yield* createReadStream(await printFolder(folder, tools.printer)) as AsyncIterable<Buffer>;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The number of pages that Chromium can lay out within its limits; larger exports are split. */
const MOST_PAGES = 250;

const isInParts = ({ pageCount }: ExportSource, most: number) => pageCount > most;

export const pdfEnding = (source: ExportSource): string =>
  isInParts(source, MOST_PAGES) ? '.pdf.zip' : '.pdf';

async function writeParts(
  archive: Archive,
  source: ExportSource,
  tools: ExportTools,
  most: number,
): Promise<void> {
  for (const part of partsOf(source, most))
    await archive.stream(`${safeName(part.name, 'export')}.pdf`, printed(part, tools));
  archive.end();
}

/** One document, or a zip of several. */
export function writePdf(
  source: ExportSource,
  tools: ExportTools,
  most: number = MOST_PAGES,
): Readable {
  if (!isInParts(source, most)) return Readable.from(printed(source, tools), { objectMode: false });
  const archive = createArchive();
  writeParts(archive, source, tools, most).catch(archive.fail);
  return archive.output;
}
