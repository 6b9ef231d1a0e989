import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { MAX_CATALOG_DEPTH } from '@octavo/contract/limits';
import type { ItemGrant } from '../../access/grant.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { pageRepository } from '../page/page.repository.ts';
import { changesOrder, restoreRows } from '../page/positions.policy.ts';
import type { InCatalog, Positioned, RemovedRow } from '../page/positions.policy.ts';
import { attachBranch, branchesOf } from './branch.policy.ts';
import { branchPageRepository } from './branch-pages.repository.ts';
import { assertMayChange } from './catalog.policy.ts';
import type { Catalog } from './catalog.policy.ts';
import { catalogRepository } from './catalog.repository.ts';
import { afterTreeMove, toPositioned } from './move-tree.ts';
import type { LockedItems } from './move-tree.ts';
import { lockItems, noteMove } from './move-tree.service.ts';
import { treeMoveRepository } from './tree-move.repository.ts';
import type { CatalogPlace, Renumbered, TreeChanges } from './tree-move.tables.ts';

type Undo = Calls['catalog']['undoMove'];
type UndoCtx = Ctx<Undo['access']>;

function assertUnchanged(isUnchanged: boolean): void {
  if (!isUnchanged) throw new AppError('treeChanged');
}

/** The catalogs of both items: `from` is the item that the move has taken the rows from. */
interface Trees {
  readonly from: ReadonlyMap<number, Catalog>;
  readonly to: ReadonlyMap<number, Catalog>;
}

async function loadTrees({ db }: UndoCtx, { from, to }: LockedItems): Promise<Trees> {
  const load = async (grant: ItemGrant) =>
    new Map((await catalogRepository(db).list(grant)).map((row) => [row.cat_id, row]));
  const formerTree = await load(from);
  return { from: formerTree, to: from.itemId === to.itemId ? formerTree : await load(to) };
}

/** The user must be allowed to edit where the rows are and where they were. */
function assertMayUndo({ from, to }: LockedItems, { catalogs, pages }: TreeChanges): void {
  for (const { former, moved } of catalogs) {
    assertMayChange(former, from.edit);
    assertMayChange(moved, to.edit);
  }
  for (const { former, moved } of pages)
    if (!covers(from.edit, former.top_cat_id) || !covers(to.edit, moved.top_cat_id))
      throw new AppError('forbidden');
}

/** Rejects the undo if the order of the siblings has changed since, or would change. Skips siblings that are gone. */
function restorePositions(
  siblings: readonly Positioned[],
  renumbered: readonly Renumbered[],
): readonly Positioned[] {
  const current = new Map(siblings.map(({ id, s_number }) => [id, s_number]));
  const present = renumbered.filter(({ id }) => current.has(id));
  assertUnchanged(present.every(({ id, moved }) => current.get(id) === moved));
  const formerPositions = new Map(present.map(({ id, former }) => [id, former]));
  assertUnchanged(!changesOrder(siblings, formerPositions));
  return present.map(({ id, former }) => ({ id, s_number: former }));
}

/**
 * Finds the positions of moved rows at their former places, and of the siblings there that must make room. `restored` are
 * the positions that siblings at the target get back, which is the former catalog if the rows were only sorted.
 */
function findFormerPositions(
  moved: readonly (InCatalog & RemovedRow)[],
  current: readonly InCatalog[],
  restored: readonly Positioned[],
) {
  const movedIds = new Set(moved.map(({ id }) => id));
  const positions = new Map(restored.map(({ id, s_number }) => [id, s_number]));
  const siblings = Map.groupBy(
    current
      .filter(({ id }) => !movedIds.has(id))
      .map((row) => ({ ...row, s_number: positions.get(row.id) ?? row.s_number })),
    (row) => row.catId,
  );
  const places = [...Map.groupBy(moved, (row) => row.catId)].map(([catId, rows]) =>
    restoreRows(siblings.get(catId) ?? [], rows),
  );
  return {
    inserted: new Map(
      places.flatMap((place) => place.inserted.map(({ id, s_number }) => [id, s_number] as const)),
    ),
    renumbered: places.flatMap((place) => place.renumbered),
  };
}

/** A branch below its former parent; in the same item with the catalogs that were added to it since. */
function restoreBranch(
  from: Trees['from'],
  branch: readonly Catalog[],
  former: CatalogPlace,
): Catalog[] {
  const parent = from.get(former.parent_cat_id);
  if (former.parent_cat_id !== 0) {
    assertUnchanged(parent?.level === former.level - 1);
    assertUnchanged(parent?.top_cat_id === former.top_cat_id);
  }
  const attached = attachBranch(branch, {
    parent_cat_id: former.parent_cat_id,
    level: former.level,
    top_cat_id: parent?.top_cat_id ?? 0,
  });
  assertUnchanged(attached.every(({ level }) => level <= MAX_CATALOG_DEPTH));
  return attached;
}

/** The moved catalogs with their branches below their former parents. */
function restoreBranches({ from, to }: Trees, { catalogs, descendants }: TreeChanges): Catalog[] {
  for (const { cat_id, moved } of catalogs) {
    const row = to.get(cat_id);
    assertUnchanged(row?.parent_cat_id === moved.parent_cat_id);
    assertUnchanged(row?.top_cat_id === moved.top_cat_id && row.s_number === moved.s_number);
  }
  for (const { cat_id, parent_cat_id } of descendants)
    assertUnchanged(to.get(cat_id)?.parent_cat_id === parent_cat_id);
  const former = new Map(catalogs.map((change) => [change.cat_id, change.former]));
  const branches = branchesOf([...to.values()], [...former.keys()]);
  // A former parent that was moved into one of the branches since would go back with it.
  const branchIds = new Set(branches.flat().map((row) => row.cat_id));
  for (const { parent_cat_id } of former.values()) assertUnchanged(!branchIds.has(parent_cat_id));
  return branches.flatMap((branch) => {
    const place = former.get(branch[0]?.cat_id ?? 0);
    return place ? restoreBranch(from, branch, place) : [];
  });
}

async function undoCatalogs(
  { db }: UndoCtx,
  { from, to }: LockedItems,
  trees: Trees,
  changes: TreeChanges,
) {
  const { catalogs, catalog_siblings } = changes;
  if (catalogs.length === 0) return { catIds: [], branchPageIds: [] };
  const movedIds = new Set(catalogs.map((row) => row.cat_id));
  const targetCatId = catalogs[0]?.moved.parent_cat_id;
  const targetSiblings = [...trees.to.values()]
    .filter((row) => row.parent_cat_id === targetCatId && !movedIds.has(row.cat_id))
    .map(toPositioned);
  const restoredSiblings = restorePositions(targetSiblings, catalog_siblings);
  const { inserted, renumbered } = findFormerPositions(
    catalogs.map(({ cat_id, former, former_after }) => ({
      id: cat_id,
      catId: former.parent_cat_id,
      s_number: former.s_number,
      after: former_after,
    })),
    [...trees.from.values()].map(toPositioned),
    restoredSiblings,
  );
  const branches = restoreBranches(trees, changes).map((row) => ({
    ...row,
    s_number: inserted.get(row.cat_id) ?? row.s_number,
  }));
  const withPositions = (tree: Trees['from'], positions: readonly Positioned[]) =>
    positions.flatMap(({ id, s_number }) => {
      const row = tree.get(id);
      return row ? [{ ...row, s_number }] : [];
    });
  const repository = catalogRepository(db);
  if (restoredSiblings.length > 0)
    await repository.update(to, withPositions(trees.to, restoredSiblings));
  await repository.update(to, [...branches, ...withPositions(trees.from, renumbered)], from);
  const catIds = branches.map((row) => row.cat_id);
  const branchPages = await branchPageRepository(db).followCatalogs(to, from, catIds);
  // What others have added since may not leave its item without the right to delete it.
  if (from.itemId !== to.itemId) {
    assertUnchanged(catIds.length === catalogs.length + changes.descendants.length);
    assertUnchanged(branchPages.length === changes.branch_pages.length);
  }
  return { catIds, branchPageIds: branchPages.map((page) => page.page_id) };
}

/** Returns the pages that got another position to make room. */
async function undoPages(
  { db }: UndoCtx,
  { from, to }: LockedItems,
  trees: Trees,
  { pages, page_siblings }: TreeChanges,
  movedCatIds: readonly number[],
): Promise<number[]> {
  const [first] = pages;
  if (!first) return [];
  for (const { former } of pages)
    if (former.cat_id !== 0) {
      assertUnchanged(trees.from.get(former.cat_id)?.top_cat_id === former.top_cat_id);
      assertUnchanged(!movedCatIds.includes(former.cat_id));
    }
  const { cat_id } = first.moved;
  const top_cat_id = trees.to.get(cat_id)?.top_cat_id ?? 0;
  const movedIds = new Set(pages.map((page) => page.page_id));
  const repository = pageRepository(db);
  const current = await repository.listPositions(to, [{ cat_id, top_cat_id }]);
  const siblings = current.filter(({ id }) => !movedIds.has(id));
  const restoredSiblings = restorePositions(siblings, page_siblings);
  const formerSiblings = await repository.listPositions(
    from,
    pages.map(({ former }) => former),
  );
  const { inserted, renumbered } = findFormerPositions(
    pages.map(({ page_id, former, former_after }) => ({
      id: page_id,
      catId: former.cat_id,
      s_number: former.s_number,
      after: former_after,
    })),
    formerSiblings,
    restoredSiblings,
  );
  const toOrder = (rows: readonly Positioned[]) =>
    rows.map(({ id, s_number }) => [id, s_number] as const);
  if (restoredSiblings.length > 0) await repository.saveOrder(to, toOrder(restoredSiblings));
  if (renumbered.length > 0) await repository.saveOrder(from, toOrder(renumbered));
  await branchPageRepository(db).place(
    to,
    from,
    pages.map(({ page_id, former }) => ({
      page_id,
      ...former,
      s_number: inserted.get(page_id) ?? former.s_number,
    })),
  );
  return [...restoredSiblings, ...renumbered].map(({ id }) => id);
}

/** Rejects the undo if one of the pages was moved, sorted or deleted since. */
async function assertPagesUnchanged({ db }: UndoCtx, to: ItemGrant, changes: TreeChanges) {
  const { pages, branch_pages } = changes;
  const pageIds = [...pages, ...branch_pages].map((page) => page.page_id);
  if (pageIds.length === 0) return;
  const found = await branchPageRepository(db).listPlaces(to, pageIds);
  const current = new Map(found.map((page) => [page.page_id, page]));
  for (const { page_id, moved } of pages) {
    const page = current.get(page_id);
    assertUnchanged(page?.cat_id === moved.cat_id);
    assertUnchanged(page?.top_cat_id === moved.top_cat_id && page.s_number === moved.s_number);
  }
  for (const { page_id, cat_id } of branch_pages)
    assertUnchanged(current.get(page_id)?.cat_id === cat_id);
}

/**
 * Rejects the undo of a move to another item if a page or a catalog was edited there: its author has not agreed to show
 * the change to the users of the former item.
 */
async function assertNotEdited(
  { db }: UndoCtx,
  to: ItemGrant,
  tree: Trees['to'],
  { catalogs, descendants, page_states }: TreeChanges,
): Promise<void> {
  for (const { cat_id, cat_name } of [...catalogs, ...descendants])
    assertUnchanged(tree.get(cat_id)?.cat_name === cat_name);
  const pageIds = page_states.map((page) => page.page_id);
  const states = await branchPageRepository(db).listStates(to, pageIds);
  const current = new Map(states.map((page) => [page.page_id, page]));
  for (const { page_id, version, extras } of page_states) {
    const page = current.get(page_id);
    assertUnchanged(page?.version === version && page.extras === extras);
  }
}

/**
 * Undoes a move of the same user within 10 minutes. Every row gets its former item and catalog, and its place between
 * its former siblings. If a moved row is no longer where the move has left it, or a former catalog is gone, nothing is
 * changed.
 */
export async function undoMove(ctx: UndoCtx, { move_id }: CallRequest<Undo>) {
  const { db, viewer, grant } = ctx;
  const key = { moveId: move_id, uid: viewer.uid, itemId: grant.itemId };
  const toItemId = await treeMoveRepository(db).findTarget(key);
  if (toItemId === undefined) throw new AppError('notFound');
  const items = await lockItems(ctx, toItemId);
  const changes = await treeMoveRepository(db).take(key);
  if (!changes) throw new AppError('notFound');
  assertMayUndo(items, changes);
  const trees = await loadTrees(ctx, items);
  await assertPagesUnchanged(ctx, items.to, changes);
  if (items.from.itemId !== items.to.itemId)
    await assertNotEdited(ctx, items.to, trees.to, changes);
  const { catIds, branchPageIds } = await undoCatalogs(ctx, items, trees, changes);
  const siblingIds = await undoPages(ctx, items, trees, changes, catIds);
  const movedPageIds = [...changes.pages.map((page) => page.page_id), ...branchPageIds];
  const undone = { from: items.to, to: items.from };
  await afterTreeMove(ctx, undone, movedPageIds, siblingIds);
  noteMove(ctx, undone, changes, move_id);
  return {};
}
