import type { Neighbours, Neighbour } from '@octavo/contract/reader';
import type { ItemInfo, MenuCatalog, MenuPage } from '@octavo/contract/item.entities';

export type Menu = ItemInfo['menu'];

/** One visible row of the catalog tree. Level 1 is the item's root. */
export type TreeRow = {
  readonly key: string;
  readonly level: number;
  readonly at: number;
  readonly of: number;
} & (
  | { readonly kind: 'page'; readonly page: MenuPage; readonly isOpen?: undefined }
  | {
      readonly kind: 'catalog';
      readonly page?: undefined;
      readonly catalog: MenuCatalog;
      readonly isOpen: boolean;
    }
);

export const titleOf = (row: TreeRow) =>
  row.kind === 'page' ? row.page.page_title : row.catalog.cat_name;

export const pageKey = (pageId: number) => `p${pageId}`;
export const catalogKey = (catId: number) => `c${catId}`;

/** Finds the row of a page that is already at a place in the list of rows and looks the same. */
type FindRow = (
  index: number,
  page: MenuPage,
  at: number,
  of: number,
  level: number,
) => TreeRow | undefined;

/** The visible rows of the tree: the pages of each level, then its catalogs with the content of open ones. */
export function visibleRows(menu: Menu, open: ReadonlySet<number>, findRow?: FindRow): TreeRow[] {
  const rows: TreeRow[] = [];
  const addLevel = ({ pages, catalogs }: Menu, level: number) => {
    const of = pages.length + catalogs.length;
    let at = 0;
    for (const page of pages) {
      at += 1;
      rows.push(
        findRow?.(rows.length, page, at, of, level) ?? {
          kind: 'page',
          key: pageKey(page.page_id),
          level,
          at,
          of,
          page,
        },
      );
    }
    for (const catalog of catalogs) {
      at += 1;
      const isOpen = open.has(catalog.cat_id);
      const key = catalogKey(catalog.cat_id);
      rows.push({ kind: 'catalog', key, level, at, of, catalog, isOpen });
      if (isOpen) addLevel(catalog, level + 1);
    }
  };
  addLevel(menu, 1);
  return rows;
}

/** The catalogs from the first level down to a catalog; undefined if it is not loaded. */
export function breadcrumbTo(menu: Menu, catId: number): MenuCatalog[] | undefined {
  if (catId === 0) return [];
  for (const catalog of menu.catalogs) {
    if (catalog.cat_id === catId) return [catalog];
    const below = breadcrumbTo(catalog, catId);
    if (below) return [catalog, ...below];
  }
  return undefined;
}

/** The open catalogs whose content is not loaded. */
export function missingBranchIds({ catalogs }: Menu, open: ReadonlySet<number>): number[] {
  return catalogs.flatMap((catalog) => {
    if (!open.has(catalog.cat_id)) return [];
    return catalog.loaded ? missingBranchIds(catalog, open) : [catalog.cat_id];
  });
}

export function withBranch(menu: Menu, catId: number, branch: Menu): Menu {
  return {
    pages: menu.pages,
    catalogs: menu.catalogs.map((catalog) =>
      catalog.cat_id === catId
        ? { ...catalog, loaded: true, pages: branch.pages, catalogs: branch.catalogs }
        : catalog.catalogs.length > 0
          ? { ...catalog, ...withBranch(catalog, catId, branch) }
          : catalog,
    ),
  };
}

/** A refreshed menu, completed with the branches that only the previous menu had loaded. */
export function restoreBranches(fresh: Menu, former: Menu): Menu {
  const formerCatalogs = new Map(former.catalogs.map((catalog) => [catalog.cat_id, catalog]));
  return {
    pages: fresh.pages,
    catalogs: fresh.catalogs.map((catalog) => {
      const before = formerCatalogs.get(catalog.cat_id);
      if (!before?.loaded) return catalog;
      return catalog.loaded
        ? { ...catalog, ...restoreBranches(catalog, before) }
        : { ...before, cat_name: catalog.cat_name };
    }),
  };
}

type ReadingEntry = MenuPage | { readonly unknown: MenuCatalog };

/** All pages in reading order; a branch that is not loaded is one entry. */
function readingOrder(menu: Menu): ReadingEntry[] {
  return [
    ...menu.pages,
    ...menu.catalogs.flatMap((catalog) =>
      catalog.loaded ? readingOrder(catalog) : [{ unknown: catalog }],
    ),
  ];
}

export function findFirstPage({ pages, catalogs }: Menu): MenuPage | undefined {
  const [page] = pages;
  if (page) return page;
  for (const catalog of catalogs) {
    const found = findFirstPage(catalog);
    if (found) return found;
  }
  return undefined;
}

function toNeighbour(stop: ReadingEntry | undefined): Neighbour | null {
  return stop && 'page_id' in stop ? stop : null;
}

/** The previous and next page, or the branch that must be loaded to determine them. */
export function findNeighbours(menu: Menu, pageId: number): Neighbours & { unknown?: MenuCatalog } {
  const all = readingOrder(menu);
  const at = all.findIndex((stop) => 'page_id' in stop && stop.page_id === pageId);
  if (at < 0) return { previous: null, next: null };
  const [before, after] = [all[at - 1], all[at + 1]];
  const closed = [before, after].find((stop) => stop && 'unknown' in stop);
  return {
    previous: toNeighbour(before),
    next: toNeighbour(after),
    ...(closed && 'unknown' in closed ? { unknown: closed.unknown } : {}),
  };
}

export function findMenuPage(menu: Menu, pageId: number): MenuPage | undefined {
  for (const page of menu.pages) if (page.page_id === pageId) return page;
  for (const catalog of menu.catalogs) {
    const found = findMenuPage(catalog, pageId);
    if (found) return found;
  }
  return undefined;
}
