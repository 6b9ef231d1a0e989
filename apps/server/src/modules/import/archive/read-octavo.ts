import { REGULAR_ITEM } from '@octavo/contract/item-type';
import { pageType } from '@octavo/contract/page.entities';
import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { DEFAULT_POSITION, MAX_POSITION } from '@octavo/contract/limits';
import { z } from 'zod';
import type { ImportedItem, ImportedPage, LinkTarget } from '../imported-item.ts';
import { toTitle, toCatalogPath } from './names.ts';
import type { Archive } from '../../../lib/zip-reader.ts';
import { decodeText, findLinks, createTextReader, tooLongNote } from './text-reader.ts';

const MANIFEST = 'octavo.json';

const orderSchema = z.int().min(0).max(MAX_POSITION);

/** The manifest of the Markdown export. It is untrusted, so most fields have defaults. */
const manifestSchema = z.object({
  octavo: z.literal(1),
  item_name: z.string().default(''),
  item_description: z.string().default(''),
  item_type: z.int().catch(REGULAR_ITEM),
  global_param: z.record(z.string(), z.unknown()).catch({}),
  catalogs: z
    .array(
      z.object({ catalog: z.array(z.string()), s_number: orderSchema.catch(DEFAULT_POSITION) }),
    )
    .default([]),
  pages: z.array(
    z.object({
      file: z.string(),
      title: z.string(),
      catalog: z.array(z.string()).default([]),
      s_number: orderSchema.catch(DEFAULT_POSITION),
      page_type: pageType.catch(MARKDOWN_PAGE),
      attachments: z.array(z.string()).default([]),
      run_api: z.string().optional(),
    }),
  ),
});

type ManifestPage = z.output<typeof manifestSchema>['pages'][number];

async function readManifest(archive: Archive) {
  if (!archive.files.has(MANIFEST)) return undefined;
  try {
    return manifestSchema.safeParse(JSON.parse(decodeText(await archive.read(MANIFEST)))).data;
  } catch {
    return undefined;
  }
}

/** Attachments that the text does not link to. Their keys begin with a line break, which no destination contains. */
function attachmentLinks(archive: Archive, { attachments }: ManifestPage): [string, LinkTarget][] {
  return attachments.flatMap((name) => {
    const file = archive.files.get(name);
    return file ? [[`\n${name}`, { file: name, mark: file.mark }]] : [];
  });
}

/** Reads an archive of the Markdown export, and restores names, order and page types. */
export async function readOctavo(archive: Archive): Promise<ImportedItem | undefined> {
  const manifest = await readManifest(archive);
  if (!manifest) return undefined;
  const texts = createTextReader(archive);
  const notes: string[] = [];
  const rows = manifest.pages.filter((row) => archive.files.has(row.file));
  const pageIndexes = new Map(rows.map((row, at) => [row.file, at]));
  const pages: ImportedPage[] = [];
  for (const row of rows) {
    const text = await texts.read(row.file);
    if (text === undefined) notes.push(tooLongNote(row.file));
    // The file of a Run-API page is its Markdown form; the manifest contains its data.
    const page_content = row.run_api?.toWellFormed().replaceAll('\0', '') ?? text ?? '';
    const textLinks =
      row.page_type === MARKDOWN_PAGE
        ? findLinks(page_content, row.file, archive, pageIndexes)
        : [];
    pages.push({
      catalogPath: toCatalogPath(row.catalog),
      page_title: toTitle(row.title, row.file),
      page_content,
      source: row.file,
      s_number: row.s_number,
      page_type: row.page_type,
      links: new Map([...textLinks, ...attachmentLinks(archive, row)]),
    });
  }
  const missing = manifest.pages.filter((row) => !archive.files.has(row.file));
  return {
    item_name: toTitle(manifest.item_name, 'Markdown'),
    item_description: manifest.item_description.toWellFormed().replaceAll('\0', ''),
    item_type: manifest.item_type,
    global_param: manifest.global_param,
    catalogs: manifest.catalogs.map(({ catalog, s_number }) => ({
      catalogPath: toCatalogPath(catalog),
      s_number,
    })),
    pages,
    notes: [...notes, ...missing.map((row) => row.file)],
  };
}
