import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import {
  indexRows,
  type MoveItem,
  type TreeIndex,
} from '../../src/reader/editable-tree/drag/drop-place.ts';
import type { TreeSelection } from '../../src/reader/editable-tree/moves/tree-move.ts';
import { visibleRows, type Menu } from '../../src/reader/model/menu.ts';

export function page(page_id: number): MenuPage {
  return { page_id, page_title: `Page ${page_id}`, cat_id: 0, s_number: 99, method: '' };
}

export function catalog(
  cat_id: number,
  below: Partial<Menu> & { loaded?: boolean } = {},
): MenuCatalog {
  const { pages = [], catalogs = [], loaded = true } = below;
  const cat_name = `Catalog ${cat_id}`;
  return { cat_id, cat_name, parent_cat_id: 0, level: 1, s_number: 99, loaded, pages, catalogs };
}

/**
 * Rows of the sample: two pages, an open branch of three levels, a closed catalog with two levels, one that is not
 * loaded, and an open empty one.
 *
 *     0 p1
 *     1 p2
 *     2 c10
 *     3   p11
 *     4   p12
 *     5   c20
 *     6     p21
 *     7     c30
 *     8       p31
 *     9 c40 (p41, p42, c50)
 *    10 c60 …
 *    11 c70
 */
const sampleMenu: Menu = {
  pages: [page(1), page(2)],
  catalogs: [
    catalog(10, {
      pages: [page(11), page(12)],
      catalogs: [
        catalog(20, { pages: [page(21)], catalogs: [catalog(30, { pages: [page(31)] })] }),
      ],
    }),
    catalog(40, { pages: [page(41), page(42)], catalogs: [catalog(50)] }),
    catalog(60, { loaded: false }),
    catalog(70),
  ],
};

interface SampleOptions {
  menu?: Menu;
  /** In addition to the catalogs that are open in the sample. */
  open?: readonly number[];
  editable?: number[];
}

export function index({ menu = sampleMenu, open = [], editable }: SampleOptions = {}): TreeIndex {
  const item: MoveItem = { item_id: 7, menu, ...(editable && { edit_cat_ids: editable }) };
  return indexRows(item, visibleRows(menu, new Set([10, 20, 30, 70, ...open])));
}

export function rowAt({ rows }: TreeIndex, key: string): number {
  return rows.findIndex((row) => row.key === key);
}

/** A selection by keys, such as `p1 c40`; rows that are not in the tree come from elsewhere. */
export function selectionOf({ rows }: TreeIndex, keys: string): TreeSelection {
  const pages: MenuPage[] = [];
  const catalogs: MenuCatalog[] = [];
  for (const key of keys.split(' ')) {
    const row = rows.find((one) => one.key === key);
    const id = Number(key.slice(1));
    if (row?.kind === 'catalog') catalogs.push(row.catalog);
    else if (row?.kind === 'page') pages.push(row.page);
    else if (key.startsWith('p')) pages.push(page(id));
    else catalogs.push(catalog(id));
  }
  return { pages, catalogs };
}
