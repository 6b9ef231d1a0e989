import { paths } from '@octavo/contract/paths';
import { REGULAR_ITEM } from '@octavo/contract/item-type';
import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { posix } from 'node:path';
import type { Config } from '../../config.ts';
import { deriveFromContent } from '../page/derive-content.ts';
import { toSearchText } from '../search-index/search-text.ts';
import { readContent } from './content-folder.ts';
import type { Content, ContentName } from './content-folder.ts';
import { resolveFileLinks } from './content-links.ts';
import type { Connection } from '../../db/connect.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { pageSaveRepository } from '../page/page-save.repository.ts';
import { sampleContentRepository } from './sample-content.repository.ts';

interface Owner {
  readonly uid: number;
  readonly username: string;
}

const SAMPLE_ITEMS: readonly ContentName[] = ['help', 'demo'];

/** Inserts the folders as catalogs. */
async function insertCatalogs(db: Connection, itemId: number, { catalogs }: Content) {
  const ids = await catalogRepository(db).reserveIds(catalogs.length);
  const idOf = new Map(catalogs.map(({ folder }, at) => [folder, ids[at] ?? 0]));
  const rows = catalogs.map(({ folder, order, title }) => {
    const [top = ''] = folder.split('/');
    return {
      cat_id: idOf.get(folder) ?? 0,
      cat_name: title,
      parent_cat_id: idOf.get(posix.dirname(folder)) ?? 0,
      level: folder.split('/').length,
      top_cat_id: idOf.get(top) ?? 0,
      s_number: order,
    };
  });
  await catalogRepository(db).insert(itemId, rows);
  return new Map(catalogs.map(({ folder }, at) => [folder, rows[at]]));
}

async function createItem(
  db: Connection,
  owner: Owner,
  domain: string,
  { content, siteOrigin }: { readonly content: Content; readonly siteOrigin: string },
) {
  const item_id = await itemRepository(db).insert({
    item_name: content.item.title,
    item_description: content.item.text,
    // A reserved domain, which users cannot choose.
    item_domain: domain,
    item_type: REGULAR_ITEM,
    uid: owner.uid,
    password_hash: null,
  });
  const catalogs = await insertCatalogs(db, item_id, content);
  const ids = await pageSaveRepository(db).reserveIds(content.pages.length);
  const idOf = new Map(content.pages.map(({ path }, at) => [path, ids[at] ?? 0]));
  const pageUrl = (path: string) =>
    paths.itemPage.href({ item: domain, page_id: idOf.get(path) ?? 0 });
  const pages = content.pages.map((page) => {
    const catalog = catalogs.get(page.folder);
    const page_content = resolveFileLinks(page, pageUrl);
    const { method, searched, links } = deriveFromContent(page_content, MARKDOWN_PAGE, siteOrigin);
    return {
      page_id: idOf.get(page.path) ?? 0,
      cat_id: catalog?.cat_id ?? 0,
      top_cat_id: catalog?.top_cat_id ?? 0,
      s_number: page.order,
      page_type: MARKDOWN_PAGE,
      page_title: page.title,
      page_content,
      method,
      links,
      search: toSearchText(page.title, searched),
    };
  });
  await pageSaveRepository(db).insert(item_id, pages, owner);
}

/**
 * Creates the help and demo items of a new site in its language, once, as soon as an administrator exists who can own
 * them. Must run in a transaction, so that a failure leaves nothing and the next call can retry.
 */
export async function createSampleItems(
  db: Connection,
  {
    demoItems,
    defaultLanguage,
    publicUrl,
  }: Pick<Config, 'demoItems' | 'defaultLanguage' | 'publicUrl'>,
): Promise<void> {
  const owner = demoItems ? await sampleContentRepository(db).findFirstAdmin() : undefined;
  if (!owner || !(await sampleContentRepository(db).claim())) return;
  for (const name of SAMPLE_ITEMS)
    await createItem(db, owner, name, {
      content: await readContent(name, defaultLanguage),
      siteOrigin: publicUrl.origin,
    });
}
