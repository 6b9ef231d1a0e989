import type { Work } from '../../http/context.ts';
import { derivedFrom } from '../page/derived-text.ts';
import { searchText } from '../page/search-text.ts';
import type { Imported, ImportedPage } from './imported.ts';

interface Owner {
  readonly uid: number;
  readonly username: string;
}

const REGULAR = 1;
const MARKDOWN = 0;
/** Pages of one statement: some megabytes of text. */
const CHUNK = 200;

/** The catalogs that the pages name, parents before children, in the order of their first page. */
async function insertCatalogs({ repos }: Work, itemId: number, pages: readonly ImportedPage[]) {
  const ways = new Map<string, readonly string[]>();
  for (const { way } of pages)
    way.forEach((_name, at) => {
      const part = way.slice(0, at + 1);
      ways.set(JSON.stringify(part), part);
    });
  const ids = await repos.catalogs.reserveIds(ways.size);
  const idOf = new Map([...ways.keys()].map((key, at) => [key, ids[at] ?? 0]));
  const idAt = (way: readonly string[]) => idOf.get(JSON.stringify(way)) ?? 0;
  const rows = [...ways.values()].map((way, at) => ({
    cat_id: idAt(way),
    cat_name: way.at(-1) ?? '',
    parent_cat_id: idAt(way.slice(0, -1)),
    level: way.length,
    top_cat_id: idAt(way.slice(0, 1)),
    s_number: at + 1,
  }));
  if (rows.length > 0) await repos.catalogs.insert(itemId, rows);
  return idAt;
}

/** A new item with everything a file holds; the number of statements hardly depends on its pages. */
export async function insertImported(
  work: Work,
  imported: Imported,
  owner: Owner,
  password_hash: string,
): Promise<number> {
  const { repos } = work;
  const item_id = await repos.items.insert({
    item_name: imported.item_name.slice(0, 100),
    item_description: imported.item_description.slice(0, 500),
    item_domain: '',
    item_type: REGULAR,
    uid: owner.uid,
    password_hash,
  });
  const idAt = await insertCatalogs(work, item_id, imported.pages);
  const pages = imported.pages.map(({ way, page_title, page_content }, at) => {
    const { method, searched } = derivedFrom(page_content, MARKDOWN);
    return {
      cat_id: idAt(way),
      top_cat_id: idAt(way.slice(0, 1)),
      s_number: at + 1,
      page_type: MARKDOWN,
      page_title,
      page_content,
      method,
      search: searchText(page_title, searched),
    };
  });
  for (let at = 0; at < pages.length; at += CHUNK)
    await repos.pageSaves.insert(item_id, pages.slice(at, at + CHUNK), owner);
  return item_id;
}
