import type { ReadableItem } from '../../access/readable-items.ts';
import type { Connection } from '../../db/connect.ts';
import type { PageRow } from './linked-page.repository.ts';
import { pageSearchRepository } from './page-search.repository.ts';

/** Adds the names of the items and the paths of the catalogs. */
export async function toLinkTargets(
  db: Connection,
  items: readonly Pick<ReadableItem, 'itemId' | 'itemName'>[],
  pages: readonly PageRow[],
) {
  if (pages.length === 0) return [];
  const places = await pageSearchRepository(db).listPlaces(pages.map(({ page_id }) => page_id));
  const names = new Map(items.map(({ itemId, itemName }) => [itemId, itemName]));
  return pages.map(({ page_id, page_title, page_type, method, item_id }) => ({
    page_id,
    page_title,
    page_type,
    method,
    item_id,
    item_name: names.get(item_id) ?? '',
    cat_path: places.get(page_id) ?? '',
  }));
}
