import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { catalogKey, pageKey, type Menu, type TreeRow } from '../model/menu.ts';
import type { TreeSelection } from './moves/tree-move.ts';

export interface FoundSelection extends TreeSelection {
  /** The number of selected rows, also of those inside another selected catalog. */
  readonly count: number;
}

/** The selected rows in the order of the tree, without rows inside another selected catalog. */
export function findSelection(menu: Menu, keys: ReadonlySet<string>): FoundSelection {
  const pages: MenuPage[] = [];
  const catalogs: MenuCatalog[] = [];
  let count = 0;
  const visit = (level: Menu, isInside: boolean) => {
    for (const page of level.pages) {
      if (!keys.has(pageKey(page.page_id))) continue;
      count += 1;
      if (!isInside) pages.push(page);
    }
    for (const catalog of level.catalogs) {
      const isSelected = keys.has(catalogKey(catalog.cat_id));
      if (isSelected) count += 1;
      if (isSelected && !isInside) catalogs.push(catalog);
      visit(catalog, isInside || isSelected);
    }
  };
  if (keys.size > 0) visit(menu, false);
  return { pages, catalogs, count };
}

export function selectionOf(row: TreeRow): TreeSelection {
  return row.kind === 'page'
    ? { pages: [row.page], catalogs: [] }
    : { pages: [], catalogs: [row.catalog] };
}

/** The keys of the rows between two rows, both included. */
export function keysBetween(
  rows: readonly TreeRow[],
  from: string | undefined,
  to: string,
): readonly string[] {
  const end = rows.findIndex(({ key }) => key === to);
  const start = rows.findIndex(({ key }) => key === from);
  if (start < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ key }) => key);
}

/** The row that gets the focus after rows were removed: the next one, otherwise the previous one. */
export function keyAfterRemoval(
  before: readonly TreeRow[],
  after: readonly TreeRow[],
): string | undefined {
  const left = new Set(after.map(({ key }) => key));
  const removedAt = before.findIndex(({ key }) => !left.has(key));
  if (removedAt < 0) return undefined;
  const isLeft = ({ key }: TreeRow) => left.has(key);
  return (before.slice(removedAt).find(isLeft) ?? before.slice(0, removedAt).findLast(isLeft))?.key;
}
