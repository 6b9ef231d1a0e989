import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import {
  invalidatePageOrder,
  invalidatePages,
  bumpTreeVersion,
} from '../../realtime/invalidate.ts';
import { pageRepository } from '../page/page.repository.ts';
import { findPredecessors, moveRows } from '../page/positions.policy.ts';
import type { InCatalog, Positioned } from '../page/positions.policy.ts';
import { assertMayDeletePages } from './delete-catalog.service.ts';
import { attachBranch, branchesOf, heightOf } from './branch.policy.ts';
import { branchPageRepository } from './branch-pages.repository.ts';
import type { PagePlace } from './branch-pages.repository.ts';
import { assertMayChange, differs, positionUnder } from './catalog.policy.ts';
import type { Catalog, CatalogPosition } from './catalog.policy.ts';
import { catalogRepository } from './catalog.repository.ts';
import { loadSelectedPages } from './selected-pages.ts';
import type { TreeSelection, TreeWork } from './selected-pages.ts';
import type { Renumbered, TreeChanges } from './tree-move.tables.ts';

/** Both items with the rights of the caller after their trees were locked; the same grant twice for one item. */
export interface LockedItems {
  readonly from: ItemGrant;
  readonly to: ItemGrant;
}

export interface MoveTarget {
  /** 0: the root. */
  readonly catId: number;
  readonly afterCatId?: number | undefined;
  readonly afterPageId?: number | undefined;
}

export const toPositioned = ({ cat_id, parent_cat_id, s_number }: Catalog): InCatalog => ({
  id: cat_id,
  catId: parent_cat_id,
  s_number,
});

function toRenumbered(rows: readonly Positioned[], former: readonly Positioned[]): Renumbered[] {
  const positions = new Map(former.map(({ id, s_number }) => [id, s_number]));
  return rows.map(({ id, s_number }) => ({ id, former: positions.get(id) ?? 0, moved: s_number }));
}

/** Rejects moves of catalogs that the rights or the shape of the tree do not allow; returns the new position. */
function findPlace(
  { from, to }: LockedItems,
  branches: readonly (readonly Catalog[])[],
  targetCatalogs: readonly Catalog[],
  parentCatId: number,
): CatalogPosition {
  for (const [root] of branches) if (root) assertMayChange(root, from.edit);
  if (branches.flat().some((row) => row.cat_id === parentCatId))
    throw new AppError('invalidRequest', { field: 'parent_cat_id' });
  const height = branches.reduce((highest, branch) => Math.max(highest, heightOf(branch)), 0);
  const place = positionUnder(targetCatalogs, parentCatId, to.edit, height);
  // Editors limited to a catalog may not move catalogs out of it.
  const leavesScope = branches.some(([root]) => root?.top_cat_id !== place.top_cat_id);
  if (from.edit !== 'all' && leavesScope) throw new AppError('forbidden');
  return place;
}

/** The catalogs of both items before the move; the same list twice for one item. */
interface CatalogLists {
  readonly from: readonly Catalog[];
  readonly to: readonly Catalog[];
}

/** Moves the branches and their pages. */
async function moveBranches(
  work: TreeWork,
  { from, to }: LockedItems,
  branches: readonly (readonly Catalog[])[],
  place: CatalogPosition,
  target: MoveTarget,
  lists: CatalogLists,
) {
  if (branches.length === 0)
    return { roots: [], catalogs: [], descendants: [], catalog_siblings: [], branch_pages: [] };
  const former = new Map([...lists.to, ...branches.flat()].map((row) => [row.cat_id, row]));
  const siblings = lists.to.map(toPositioned).filter((row) => row.catId === target.catId);
  const rootIds = branches.flatMap(([root]) => root?.cat_id ?? []);
  const predecessors = findPredecessors(lists.from.map(toPositioned), rootIds);
  const { inserted, renumbered } = moveRows(siblings, rootIds, target.afterCatId);
  const positions = new Map([...inserted, ...renumbered].map(({ id, s_number }) => [id, s_number]));
  const withNewPosition = (row: Catalog): Catalog => ({
    ...row,
    s_number: positions.get(row.cat_id) ?? row.s_number,
  });
  const attached = branches.map((branch) => attachBranch(branch, place).map(withNewPosition));
  const siblingRows = renumbered.flatMap(({ id }) => {
    const row = former.get(id);
    return row ? [withNewPosition(row)] : [];
  });
  const isSameItem = from.itemId === to.itemId;
  const changedRows = [...attached.flat(), ...siblingRows].filter((row) => {
    const old = former.get(row.cat_id);
    return !isSameItem || !old || differs(old, row);
  });
  if (changedRows.length > 0) await catalogRepository(work.db).update(from, changedRows, to);
  const catIds = branches.flat().map((row) => row.cat_id);
  const branch_pages = await branchPageRepository(work.db).followCatalogs(from, to, catIds);
  const toPlace = ({ parent_cat_id, level, top_cat_id, s_number }: Catalog) => ({
    parent_cat_id,
    level,
    top_cat_id,
    s_number,
  });
  const roots = attached.flatMap(([root]) => root ?? []);
  return {
    roots,
    catalogs: roots.map((root) => ({
      cat_id: root.cat_id,
      cat_name: root.cat_name,
      former: toPlace(former.get(root.cat_id) ?? root),
      former_after: predecessors.get(root.cat_id) ?? 0,
      moved: toPlace(root),
    })),
    descendants: branches.flatMap((branch) =>
      branch
        .slice(1)
        .map(({ cat_id, cat_name, parent_cat_id }) => ({ cat_id, cat_name, parent_cat_id })),
    ),
    catalog_siblings: toRenumbered(renumbered, siblings),
    branch_pages,
  };
}

async function movePages(
  work: TreeWork,
  { from, to }: LockedItems,
  pages: readonly PagePlace[],
  place: CatalogPosition,
  target: MoveTarget,
) {
  if (pages.length === 0) return { pages: [], page_siblings: [] };
  const catalog = { cat_id: target.catId, top_cat_id: place.top_cat_id };
  const pageIds = pages.map((page) => page.page_id);
  const { listPositions } = pageRepository(work.db);
  const isSameItem = from.itemId === to.itemId;
  const formerRows = await listPositions(from, isSameItem ? [...pages, catalog] : pages);
  const targetRows = isSameItem ? formerRows : await listPositions(to, [catalog]);
  const siblings = targetRows.filter((row) => row.catId === target.catId);
  const predecessors = findPredecessors(formerRows, pageIds);
  const { inserted, renumbered } = moveRows(siblings, pageIds, target.afterPageId);
  const rows = [...inserted, ...renumbered].map(({ id, s_number }) => ({
    page_id: id,
    ...catalog,
    s_number,
  }));
  await branchPageRepository(work.db).place(from, to, rows);
  return {
    pages: pages.map(({ page_id, ...former }, index) => ({
      page_id,
      former,
      former_after: predecessors.get(page_id) ?? 0,
      moved: { ...catalog, s_number: inserted[index]?.s_number ?? 0 },
    })),
    page_siblings: toRenumbered(renumbered, siblings),
  };
}

/** Call after rows have moved: their dependent rows follow, and the caches of both items are invalidated. */
export async function afterTreeMove(
  work: TreeWork,
  { from, to }: LockedItems,
  movedPageIds: readonly number[],
  siblingPageIds: readonly number[],
): Promise<void> {
  if (from.itemId !== to.itemId && movedPageIds.length > 0)
    await branchPageRepository(work.db).moveDependents(from, to, movedPageIds);
  invalidatePages(work, work, movedPageIds);
  invalidatePageOrder(work, work, siblingPageIds);
  await bumpTreeVersion(work, work, from.itemId);
  if (from.itemId !== to.itemId) await bumpTreeVersion(work, work, to.itemId);
}

/**
 * Moves catalogs with their branches, and pages, in the given order to a catalog of the same or another item. Pages keep
 * their ids, history and share keys. A selected row inside of a selected catalog moves with it. A move to another item
 * requires the right to delete every page. Returns the moved catalogs and the changes, from which the move can be undone.
 */
export async function moveTree(
  work: TreeWork,
  items: LockedItems,
  selection: TreeSelection,
  target: MoveTarget,
): Promise<{ readonly roots: readonly Catalog[]; readonly changes: TreeChanges }> {
  const { from, to } = items;
  const isSameItem = from.itemId === to.itemId;
  const catalogs = await catalogRepository(work.db).list(from);
  const targetCatalogs = isSameItem ? catalogs : await catalogRepository(work.db).list(to);
  const branches = branchesOf(catalogs, selection.catIds);
  const selectedPages = await loadSelectedPages(work, from, selection.pageIds);
  // Editors limited to a catalog may not move anything out of the item.
  if (!isSameItem && from.edit !== 'all') throw new AppError('forbidden');
  const place = findPlace(items, branches, targetCatalogs, target.catId);
  const movedCatIds = new Set(branches.flat().map((row) => row.cat_id));
  const pages = selectedPages.filter((page) => !movedCatIds.has(page.cat_id));
  if (!isSameItem)
    await assertMayDeletePages(work, from, {
      catIds: [...movedCatIds],
      pageIds: pages.map((page) => page.page_id),
    });
  const { roots, ...branchChanges } = await moveBranches(work, items, branches, place, target, {
    from: catalogs,
    to: targetCatalogs,
  });
  const pageChanges = await movePages(work, items, pages, place, target);
  const movedPages = [...pageChanges.pages, ...branchChanges.branch_pages];
  const pageIds = movedPages.map((page) => page.page_id);
  const siblingIds = pageChanges.page_siblings.map(({ id }) => id);
  await afterTreeMove(work, items, pageIds, siblingIds);
  const page_states = isSameItem ? [] : await branchPageRepository(work.db).listStates(to, pageIds);
  return { roots, changes: { ...branchChanges, ...pageChanges, page_states } };
}
