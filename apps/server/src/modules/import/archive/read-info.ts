import type { Imported, ImportedPage } from '../imported.ts';
import { isObject, list, object, words } from '../json.ts';
import { nameOfArchive, titleFrom, wayFrom } from './names.ts';
import type { Archive } from './open-archive.ts';
import { decodeText, linksOf } from './page-texts.ts';

const NAMES = ['info.json', 'prefix_info.json'];
const MOST_DEPTH = 20;
const TABLE = 4;
const SHEET = 1;

/** ShowDoc stores texts HTML-escaped. */
function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#0?39;/g, "'")
    .replaceAll('&amp;', '&');
}

function position(value: unknown): number {
  const number = Number(words(value));
  return words(value) !== '' && Number.isInteger(number) && number >= 0 ? number : 99;
}

/** The archive, and the item type that applies to all of its pages. */
interface InfoFile {
  readonly archive: Archive;
  readonly item_type: number;
}

function pageFrom(given: unknown, way: readonly string[], file: InfoFile): ImportedPage {
  const page = object(given);
  const isTable = file.item_type === TABLE;
  const text = typeof page['page_content'] === 'string' ? page['page_content'] : '';
  const page_content = unescaped(text).toWellFormed().replaceAll('\0', '');
  return {
    way: wayFrom(way),
    page_title: titleFrom(unescaped(words(page['page_title'])), '—'),
    page_content,
    s_number: Math.min(position(page['s_number']), 1_000_000),
    ...(isTable
      ? { page_type: SHEET }
      : { links: linksOf(page_content, 'info.json', file.archive, new Map()) }),
  };
}

interface Branch {
  readonly pages: ImportedPage[];
  readonly catalogs: { way: readonly string[]; s_number: number }[];
}

function walk(given: unknown, way: readonly string[], file: InfoFile, found: Branch): void {
  const level = object(given);
  for (const page of list(level['pages'])) found.pages.push(pageFrom(page, way, file));
  if (way.length >= MOST_DEPTH) return;
  for (const child of list(level['catalogs'])) {
    const row = object(child);
    const below = [...way, unescaped(words(row['cat_name'])) || '—'];
    found.catalogs.push({ way: wayFrom(below), s_number: position(row['s_number']) });
    walk(row, below, file, found);
  }
}

/** Reads an archive of ShowDoc, which stores the whole item in one JSON file. */
export async function readInfo(archive: Archive, fileName: string): Promise<Imported | undefined> {
  const name = NAMES.find((one) => archive.files.has(one));
  if (name === undefined) return undefined;
  let info: unknown;
  try {
    info = JSON.parse(decodeText(await archive.read(name)));
  } catch {
    return undefined;
  }
  if (!isObject(info) || !isObject(info['pages'])) return undefined;
  const found: Branch = { pages: [], catalogs: [] };
  const item_type = Number(words(info['item_type']));
  walk(info['pages'], [], { archive, item_type }, found);
  return {
    item_name: titleFrom(unescaped(words(info['item_name'])), nameOfArchive(fileName)),
    item_description: unescaped(words(info['item_description'])),
    item_type,
    catalogs: found.catalogs,
    pages: found.pages,
    notes: [],
  };
}
