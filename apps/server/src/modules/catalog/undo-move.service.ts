import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { MAX_CATALOG_DEPTH } from '@octavo/contract/limits';
import type { ItemGrant } from '../../access/grant.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { pageRepository } from '../page/page.repository.ts';
import { changesOrder } from '../page/positions.policy.ts';
import type { Positioned } from '../page/positions.policy.ts';
import { attachBranch, branchesOf } from './branch.policy.ts';
import { branchPageRepository } from './branch-pages.repository.ts';
import { assertMayChange } from './catalog.policy.ts';
import type { Catalog } from './catalog.policy.ts';
import { catalogRepository } from './catalog.repository.ts';
import { afterTreeMove } from './move-tree.ts';
import type { LockedItems } from './move-tree.ts';
import { lockItems } from './move-tree.service.ts';
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

/** A branch at its former position; in the same item with the catalogs that were added to it since. */
function restoreBranch(
  from: Trees['from'],
  branch: readonly Catalog[],
  former: CatalogPlace,
): Catalog[] {
  const parent = from.get(former.parent_cat_id);
  if (former.parent_cat_id !== 0) {
    assertUnchanged(parent?.level === former.level - 1);
    assertUnchanged(parent?.top_cat_id === former.top_cat_id);
    assertUnchanged(!branch.some((below) => below.cat_id === former.parent_cat_id));
  }
  const [root, ...below] = attachBranch(branch, {
    parent_cat_id: former.parent_cat_id,
    level: former.level,
    top_cat_id: parent?.top_cat_id ?? 0,
  });
  assertUnchanged(below.every(({ level }) => level <= MAX_CATALOG_DEPTH));
  return root ? [{ ...root, s_number: former.s_number }, ...below] : [];
}

/** The moved catalogs with their branches at their former positions. */
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
  const { catalogs, descendants, catalog_siblings, branch_pages } = changes;
  if (catalogs.length === 0) return [];
  const restored = restoreBranches(trees, changes);
  const movedIds = new Set(catalogs.map((row) => row.cat_id));
  const parentCatId = catalogs[0]?.moved.parent_cat_id;
  const siblings = [...trees.to.values()].filter(
    (row) => row.parent_cat_id === parentCatId && !movedIds.has(row.cat_id),
  );
  const positions = restorePositions(
    siblings.map(({ cat_id, s_number }) => ({ id: cat_id, s_number })),
    catalog_siblings,
  );
  const siblingRows = positions.flatMap(({ id, s_number }) => {
    const row = trees.to.get(id);
    return row ? [{ ...row, s_number }] : [];
  });
  await catalogRepository(db).update(to, restored, from);
  if (siblingRows.length > 0) await catalogRepository(db).update(to, siblingRows);
  const pages = await branchPageRepository(db).followCatalogs(
    to,
    from,
    restored.map((row) => row.cat_id),
  );
  // What others have added since may not leave its item without the right to delete it.
  if (from.itemId !== to.itemId) {
    assertUnchanged(restored.length === catalogs.length + descendants.length);
    assertUnchanged(pages.length === branch_pages.length);
  }
  return pages;
}

async function undoPages(
  { db }: UndoCtx,
  { from, to }: LockedItems,
  trees: Trees,
  { pages, page_siblings }: TreeChanges,
) {
  const [first] = pages;
  if (!first) return;
  for (const { former } of pages)
    if (former.cat_id !== 0)
      assertUnchanged(trees.from.get(former.cat_id)?.top_cat_id === former.top_cat_id);
  const { cat_id } = first.moved;
  const top_cat_id = trees.to.get(cat_id)?.top_cat_id ?? 0;
  const movedIds = new Set(pages.map((page) => page.page_id));
  const current = await pageRepository(db).listPositions(to, { cat_id, top_cat_id });
  const siblings = current.filter(({ id }) => !movedIds.has(id));
  const positions = restorePositions(siblings, page_siblings);
  const branchPages = branchPageRepository(db);
  await branchPages.place(
    to,
    from,
    pages.map(({ page_id, former }) => ({ page_id, ...former })),
  );
  if (positions.length > 0)
    await pageRepository(db).saveOrder(
      to,
      positions.map(({ id, s_number }) => [id, s_number]),
    );
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
 * Undoes a move of the same user within 10 minutes. Every row gets its former item, catalog and position. If a moved
 * row is no longer where the move has left it, or a former catalog is gone, nothing is changed.
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
  const branchPages = await undoCatalogs(ctx, items, trees, changes);
  await undoPages(ctx, items, trees, changes);
  await afterTreeMove(
    ctx,
    { from: items.to, to: items.from },
    [...changes.pages, ...branchPages].map((page) => page.page_id),
    changes.page_siblings.map(({ id }) => id),
  );
  return {};
}
