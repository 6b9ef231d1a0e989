import { calls } from '@octavo/contract';
import type { MenuCatalog } from '@octavo/contract/item.entities';
import { call } from '../../../shared/api/call.ts';
import { findFirstPage, type Menu } from '../../model/menu.ts';

/** The whole branch of a catalog; the parts of it that are not loaded are fetched. */
async function loadBranch(item_id: number, catalog: MenuCatalog): Promise<Menu> {
  const { pages, catalogs } = catalog.loaded
    ? catalog
    : await call(calls.catalog.branch, { item_id, cat_id: catalog.cat_id });
  return {
    pages,
    catalogs: await Promise.all(
      catalogs.map(async (below) => ({ ...below, ...(await loadBranch(item_id, below)) })),
    ),
  };
}

function pagesIn({ pages, catalogs }: Menu): number {
  return catalogs.reduce((sum, catalog) => sum + pagesIn(catalog), pages.length);
}

/** The number of pages in catalogs and below them. */
export async function countPages(
  itemId: number,
  catalogs: readonly MenuCatalog[],
): Promise<number> {
  const branches = await Promise.all(catalogs.map((catalog) => loadBranch(itemId, catalog)));
  return branches.reduce((sum, branch) => sum + pagesIn(branch), 0);
}

/** The page that a link to a catalog opens: its first one. */
export async function firstPageOf(itemId: number, catalog: MenuCatalog) {
  return findFirstPage(catalog) ?? findFirstPage(await loadBranch(itemId, catalog));
}
