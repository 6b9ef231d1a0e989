import { TABLE_ITEM } from '@octavo/contract/item-type';
import { SHEET_PAGE } from '@octavo/contract/page-type';
import { DEFAULT_POSITION, MAX_POSITION } from '@octavo/contract/limits';
import type { ImportedItem, ImportedPage } from '../imported-item.ts';
import { isObject, toArray, toObject, toText } from '../json.ts';
import { archiveTitle, toTitle, toCatalogPath } from './names.ts';
import type { Archive } from '../../../lib/zip-reader.ts';
import { decodeText, findLinks } from './text-reader.ts';

const INFO_FILES = ['info.json', 'prefix_info.json'];
const MAX_DEPTH = 20;

/** ShowDoc stores texts HTML-escaped. */
function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#0?39;/g, "'")
    .replaceAll('&amp;', '&');
}

function parseOrder(value: unknown): number {
  const number = Number(toText(value));
  return toText(value) !== '' && Number.isInteger(number) && number >= 0
    ? number
    : DEFAULT_POSITION;
}

/** The archive, and the item type that applies to all of its pages. */
interface ShowdocFile {
  readonly archive: Archive;
  readonly item_type: number;
}

function toPage(value: unknown, catalogPath: readonly string[], file: ShowdocFile): ImportedPage {
  const page = toObject(value);
  const isTable = file.item_type === TABLE_ITEM;
  const text = typeof page['page_content'] === 'string' ? page['page_content'] : '';
  const page_content = unescapeHtml(text).toWellFormed().replaceAll('\0', '');
  return {
    catalogPath: toCatalogPath(catalogPath),
    page_title: toTitle(unescapeHtml(toText(page['page_title'])), '—'),
    page_content,
    s_number: Math.min(parseOrder(page['s_number']), MAX_POSITION),
    ...(isTable
      ? { page_type: SHEET_PAGE }
      : { links: findLinks(page_content, 'info.json', file.archive, new Map()) }),
  };
}

interface ShowdocContent {
  readonly pages: ImportedPage[];
  readonly catalogs: { catalogPath: readonly string[]; s_number: number }[];
}

function collect(
  value: unknown,
  catalogPath: readonly string[],
  file: ShowdocFile,
  content: ShowdocContent,
): void {
  const level = toObject(value);
  for (const page of toArray(level['pages'])) content.pages.push(toPage(page, catalogPath, file));
  if (catalogPath.length >= MAX_DEPTH) return;
  for (const child of toArray(level['catalogs'])) {
    const row = toObject(child);
    const childPath = [...catalogPath, unescapeHtml(toText(row['cat_name'])) || '—'];
    content.catalogs.push({
      catalogPath: toCatalogPath(childPath),
      s_number: parseOrder(row['s_number']),
    });
    collect(row, childPath, file, content);
  }
}

/** Reads an archive of ShowDoc, which stores the whole item in one JSON file. */
export async function readShowdoc(
  archive: Archive,
  fileName: string,
): Promise<ImportedItem | undefined> {
  const name = INFO_FILES.find((one) => archive.files.has(one));
  if (name === undefined) return undefined;
  let info: unknown;
  try {
    info = JSON.parse(decodeText(await archive.read(name)));
  } catch {
    return undefined;
  }
  if (!isObject(info) || !isObject(info['pages'])) return undefined;
  const content: ShowdocContent = { pages: [], catalogs: [] };
  const item_type = Number(toText(info['item_type']));
  collect(info['pages'], [], { archive, item_type }, content);
  return {
    item_name: toTitle(unescapeHtml(toText(info['item_name'])), archiveTitle(fileName)),
    item_description: unescapeHtml(toText(info['item_description'])),
    item_type,
    catalogs: content.catalogs,
    pages: content.pages,
    notes: [],
  };
}
