import { SHEET_PAGE } from '@octavo/contract/page-type';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { codeBlock } from '@octavo/markdown/write-markdown';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { toText } from '@octavo/sheet/to-text';
import { loadSharp } from '../../../lib/load-sharp.ts';
import { translateTo } from '../../../texts.ts';
import { MAX_PIXELS } from '../../../lib/picture-size.ts';
import type { Archive } from '../../../lib/zip-writer.ts';
import { createDiagramDrawer } from '../diagrams/diagram-drawer.ts';
import type { DiagramDrawer, DrawnDiagram, UndrawnDiagram } from '../diagrams/diagram-drawer.ts';
import type { ExportFile, ExportSource, LoadedChapter } from '../export-source.ts';
import { openFile, readAll } from '../export-tools.ts';
import type { ExportTools } from '../export-tools.ts';
import { findLinkedPageIds } from '../site-urls.ts';
import { paragraphXml } from './block-xml.ts';
import {
  CONTENT_TYPES_XML,
  contentsXml,
  coreXml,
  DOCUMENT_END,
  DOCUMENT_HEAD,
  documentRelationsXml,
  FOOTER_XML,
  linkRelation,
  PACKAGE_RELATIONS_XML,
  pictureRelation,
  SETTINGS_XML,
} from './parts-xml.ts';
import { pictureXml } from './picture-xml.ts';
import type { WordPicture } from './picture-xml.ts';
import { FIRST_NUMBERED_LIST, numberingXml, STYLES_XML, TEXT_WIDTH } from './styles-xml.ts';
import { fillPlaceholders, titleXml } from './word-page.ts';
import type { NumberedDiagram, WordPageResult } from './word-page.ts';
import { textXml } from './xml.ts';

/** File extensions of the image types that Word supports; WebP is converted to PNG. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/webp': 'png',
};

/** The shared state of the pages of one document. */
interface WordDocument {
  readonly pageNumbers: ReadonlyMap<number, number>;
  readonly relations: string[];
  readonly lists: number[];
  /** Keyed by object key, so that an image that was uploaded twice is included once. */
  readonly pictures: Map<string, { readonly name: string; readonly file: ExportFile }>;
  /** The drawn diagrams, in the order of their relationships. */
  readonly diagrams: Set<DrawnDiagram>;
}

const diagramName = ({ file }: DrawnDiagram) => basename(file);

/** Inserts the diagrams of a page as images, or as source with the reason above. */
async function insertDiagrams(
  rendered: WordPageResult,
  { diagrams, relations }: WordDocument,
  { language }: ExportSource,
  drawer: DiagramDrawer,
): Promise<string> {
  const results = new Map<NumberedDiagram, DrawnDiagram | UndrawnDiagram>();
  for (const diagram of rendered.diagrams) results.set(diagram, await drawer.draw(diagram.mermaid));
  return fillPlaceholders(rendered, (diagram) => {
    const { number, indent, sourceXml } = diagram;
    const result = results.get(diagram);
    if (!result) return sourceXml;
    if ('reason' in result) {
      const words = translateTo(language, 'exporting.diagramAsSource', { reason: result.reason });
      const run = `<w:r>${textXml(words)}</w:r>`;
      return paragraphXml(run, { style: 'CodeTitle', indent, keepNext: true }) + sourceXml;
    }
    const name = diagramName(result);
    if (!diagrams.has(result)) relations.push(pictureRelation(name, name));
    diagrams.add(result);
    const alt = translateTo(language, 'reader.diagram');
    const availableWidth = TEXT_WIDTH - indent;
    return paragraphXml(pictureXml({ id: name, ...result }, { number, alt, availableWidth }), {
      indent,
    });
  });
}

function pictureOf({ width, height, file_type, object_key }: ExportFile): WordPicture | undefined {
  if (!width || !height || !EXTENSIONS[file_type]) return undefined;
  return { id: `p${object_key}`, width, height };
}

function linkedChaptersOf(content: string, { pageNumbers }: WordDocument): Record<string, number> {
  return Object.fromEntries(
    findLinkedPageIds(content).flatMap((id) => {
      const number = pageNumbers.get(Number(id));
      return number === undefined ? [] : [[id, number]];
    }),
  );
}

async function chapterXml(
  chapter: LoadedChapter,
  document: WordDocument,
  source: ExportSource,
  { exporter, siteOrigin, onPage }: ExportTools,
  drawer: DiagramDrawer,
): Promise<string> {
  const { title, level, number, content, files, page } = chapter;
  if (!page) return titleXml(title, level, number);
  const pictures = Object.fromEntries(
    files.flatMap((file) => {
      const picture = pictureOf(file);
      return picture ? [[file.file_key, picture] as const] : [];
    }),
  );
  const shared = { title, level, number, pictures, siteOrigin };
  const isSheet = page.page_type === SHEET_PAGE;
  const rendered =
    (await exporter.word({
      ...shared,
      content,
      is_sheet: isSheet,
      linkedChapters: isSheet ? {} : linkedChaptersOf(content, document),
      firstList: FIRST_NUMBERED_LIST + document.lists.length,
    })) ??
    // A page that times out is shown as source.
    (await exporter.word({
      ...shared,
      content: codeBlock(isSheet ? toText(readCalculated(content)) : content, ''),
      is_sheet: false,
      linkedChapters: {},
      firstList: FIRST_NUMBERED_LIST + document.lists.length,
    }));
  onPage?.();
  if (!rendered) return titleXml(title, level, number);
  for (const start of rendered.lists) document.lists.push(start);
  for (const { id, href } of rendered.links) document.relations.push(linkRelation(id, href));
  for (const key of rendered.shown) {
    const file = files.find(({ file_key }) => file_key === key);
    if (!file || document.pictures.has(file.object_key)) continue;
    const name = `${file.object_key}.${EXTENSIONS[file.file_type]}`;
    document.pictures.set(file.object_key, { name, file });
    document.relations.push(pictureRelation(`p${file.object_key}`, name));
  }
  return insertDiagrams(rendered, document, source, drawer);
}

/** The beginning of the document: its title, description and table of contents. */
function frontMatterXml({ item, chapters, language }: ExportSource): string {
  const name = paragraphXml(`<w:r>${textXml(item.item_name)}</w:r>`, { style: 'Title' });
  const description = item.item_description
    ? paragraphXml(`<w:r>${textXml(item.item_description)}</w:r>`, { style: 'Subtitle' })
    : '';
  const contents =
    chapters.length > 1 ? contentsXml(translateTo(language, 'exporting.contents'), chapters) : '';
  const newPage = contents && '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  return name + description + contents + newPage;
}

async function* documentXml(
  source: ExportSource,
  document: WordDocument,
  tools: ExportTools,
  drawer: DiagramDrawer,
) {
  yield DOCUMENT_HEAD + frontMatterXml(source);
  for await (const chapter of source.read())
    yield await chapterXml(chapter, document, source, tools, drawer);
  yield DOCUMENT_END;
}

async function* pictureBytes(file: ExportFile, tools: ExportTools): AsyncIterable<Uint8Array> {
  const stored = await openFile(tools, file);
  if (!stored)
    tools.log.warn(
      { file_id: file.file_id },
      'a picture of an exported page is missing in its store',
    );
  else if (file.file_type !== 'image/webp') yield* stored;
  else {
    const bytes = await readAll(stored);
    const sharp = await loadSharp();
    yield sharp(bytes, { limitInputPixels: MAX_PIXELS }).png().toBuffer();
  }
}

/** Writes a .docx page by page, so that the memory use does not depend on its size. */
export async function writeWord(
  archive: Archive,
  source: ExportSource,
  tools: ExportTools,
): Promise<void> {
  const document: WordDocument = {
    pageNumbers: new Map(
      source.chapters.flatMap(({ page, number }) => (page ? [[page.page_id, number]] : [])),
    ),
    relations: [],
    lists: [],
    pictures: new Map(),
    diagrams: new Set(),
  };
  archive.add('[Content_Types].xml', CONTENT_TYPES_XML);
  archive.add('_rels/.rels', PACKAGE_RELATIONS_XML);
  archive.add('docProps/core.xml', coreXml(source.item.item_name));
  archive.add('word/styles.xml', STYLES_XML);
  archive.add('word/settings.xml', SETTINGS_XML);
  archive.add('word/footer.xml', FOOTER_XML);
  const drawer = createDiagramDrawer({ ...tools, language: source.language, kind: 'png' });
  try {
    await archive.stream('word/document.xml', documentXml(source, document, tools, drawer));
    await drawer.endBrowser();
    for (const diagram of document.diagrams)
      await archive.stream(`word/media/${diagramName(diagram)}`, createReadStream(diagram.file));
  } finally {
    await drawer.close();
  }
  archive.add('word/numbering.xml', numberingXml(document.lists));
  archive.add('word/_rels/document.xml.rels', documentRelationsXml(document.relations));
  for (const { name, file } of document.pictures.values())
    await archive.stream(`word/media/${name}`, pictureBytes(file, tools));
  archive.end();
}
