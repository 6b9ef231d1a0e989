import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';

interface CatalogRow {
  readonly cat_id: number;
  readonly cat_name: string;
  readonly parent_cat_id: number;
  readonly level: number;
  readonly s_number: number;
}

export interface Menu {
  readonly pages: MenuPage[];
  readonly catalogs: MenuCatalog[];
}

/** Builds the menu tree of an item from sorted rows. */
export function buildMenu(catalogs: readonly CatalogRow[], pages: readonly MenuPage[]): Menu {
  const nodes = new Map(
    catalogs.map(({ cat_id, cat_name, parent_cat_id, level, s_number }) => [
      cat_id,
      {
        cat_id,
        cat_name,
        parent_cat_id,
        level,
        s_number,
        loaded: true,
        pages: [] as MenuPage[],
        catalogs: [] as MenuCatalog[],
      },
    ]),
  );
  const top = [...nodes.values()].filter((node) => {
    const parent = nodes.get(node.parent_cat_id);
    parent?.catalogs.push(node);
    return parent === undefined;
  });
  const root = pages.filter((page) => {
    const node = nodes.get(page.cat_id);
    node?.pages.push(page);
    return node === undefined;
  });
  return { pages: root, catalogs: top };
}

function collapsed(node: MenuCatalog): MenuCatalog {
  return { ...node, loaded: false, pages: [], catalogs: [] };
}

/** Returns the first level and the catalogs on a path, for items that are too large to send completely. */
export function topLevelMenu({ pages, catalogs }: Menu, path: readonly number[]): Menu {
  return {
    pages: [...pages],
    catalogs: catalogs.map((node) =>
      path.includes(node.cat_id) ? { ...node, ...topLevelMenu(node, path) } : collapsed(node),
    ),
  };
}

function countPages({ pages, catalogs }: Menu): number {
  return catalogs.reduce((sum, node) => sum + countPages(node), pages.length);
}

/** Returns a small branch completely, a large one with its direct children only. */
export function branchMenu(menu: Menu, maxPages: number): Menu {
  return countPages(menu) > maxPages ? topLevelMenu(menu, []) : menu;
}

/** The page to open if the URL does not specify one: the first in the tree. */
export function firstPage({ pages, catalogs }: Menu): MenuPage | undefined {
  if (pages[0]) return pages[0];
  for (const catalog of catalogs) {
    const found = firstPage(catalog);
    if (found) return found;
  }
  return undefined;
}

/** Ids of the catalogs from the first level down to `catId`. */
export function catalogPath(catalogs: readonly CatalogRow[], catId: number): number[] {
  const rows = new Map(catalogs.map((row) => [row.cat_id, row]));
  const path: number[] = [];
  for (let row = rows.get(catId); row; row = rows.get(row.parent_cat_id)) path.unshift(row.cat_id);
  return path;
}
