import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { hasSinglePage } from '@octavo/contract/item-type';
import type { ItemGrant } from '../../access/grant.ts';
import { lockTree } from '../../access/lock-trees.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { mayDelete } from '../page/page.policy.ts';
import { invalidatePages, bumpTreeVersion } from '../../realtime/invalidate.ts';
import { branchesOf } from './branch.policy.ts';
import { buildTree, withPathNames } from './catalog-tree.policy.ts';
import { assertMayChange } from './catalog.policy.ts';
import { branchPageRepository } from './branch-pages.repository.ts';
import { catalogRepository } from './catalog.repository.ts';
import { loadSelectedPages } from './selected-pages.ts';
import type { TreeSelection, TreeWork } from './selected-pages.ts';

type Remove = Calls['catalog']['delete'];
type DeleteMany = Calls['catalog']['deleteMany'];

/** Pages at the root have an empty path. */
const ROOT = { cat_id: 0, cat_name: '' };

/** Only users who may delete each of these pages, and each page of these catalogs, may remove them from the item. */
export async function assertMayDeletePages(
  { db, viewer }: TreeWork,
  grant: ItemGrant,
  selection: TreeSelection,
): Promise<void> {
  const { uid } = viewer;
  const { owner, itemType } = grant;
  if (hasSinglePage(itemType)) throw new AppError('forbidden');
  if (owner) return;
  const pages = await branchPageRepository(db).listDeletionFacts(grant, selection, uid);
  if (!pages.every((page) => mayDelete({ ...page, uid, owner, itemType })))
    throw new AppError('forbidden');
}

/** Deletes catalogs with their branches, and pages. All pages go to the recycle bin. */
async function removeSelected(ctx: Ctx<Remove['access']>, selection: TreeSelection) {
  const { db, viewer } = ctx;
  const grant = await lockTree(db, ctx.grant, viewer.uid);
  const catalogs = await catalogRepository(db).list(grant);
  const branches = branchesOf(catalogs, selection.catIds);
  for (const [root] of branches) if (root) assertMayChange(root, grant.edit);
  const pages = await loadSelectedPages(ctx, grant, selection.pageIds);
  const catIds = branches.flat().map((row) => row.cat_id);
  const removed = { catIds, pageIds: selection.pageIds };
  await assertMayDeletePages(ctx, grant, removed);
  const catalogIds = new Set([...catIds, ...pages.map((page) => page.cat_id)]);
  const paths = [ROOT, ...withPathNames(buildTree(catalogs))].filter((row) =>
    catalogIds.has(row.cat_id),
  );
  const pageIds = await branchPageRepository(db).recycle(grant, removed, paths, viewer.username);
  if (catIds.length > 0) await catalogRepository(db).delete(grant, catIds);
  invalidatePages(ctx, ctx, pageIds);
  await bumpTreeVersion(ctx, ctx, grant.itemId);
  return {};
}

export function remove(ctx: Ctx<Remove['access']>, { cat_id }: CallRequest<Remove>) {
  return removeSelected(ctx, { catIds: [cat_id], pageIds: [] });
}

export async function deleteMany(
  ctx: Ctx<DeleteMany['access']>,
  { cat_ids: catIds = [], page_ids: pageIds = [] }: CallRequest<DeleteMany>,
) {
  if (catIds.length + pageIds.length === 0)
    throw new AppError('invalidRequest', { field: 'cat_ids' });
  return removeSelected(ctx, { catIds, pageIds });
}
