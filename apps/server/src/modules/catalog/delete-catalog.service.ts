import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { ItemGrant } from '../../access/grant.ts';
import { lockTree } from '../../access/lock-trees.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { mayDelete } from '../page/page.policy.ts';
import { invalidatePages, bumpTreeVersion } from '../../realtime/invalidate.ts';
import { branchOf } from './branch.policy.ts';
import { buildTree, withPathNames } from './catalog-tree.policy.ts';
import { assertMayChange, getCatalog } from './catalog.policy.ts';
import { branchPageRepository } from './branch-pages.repository.ts';
import { catalogRepository } from './catalog.repository.ts';

type Remove = Calls['catalog']['delete'];

/** Only users who may delete each page of a branch may remove it from the item. */
export async function assertMayDeletePages(
  { db, viewer }: Ctx<Remove['access']>,
  grant: ItemGrant,
  catIds: readonly number[],
): Promise<void> {
  if (grant.owner) return;
  const { uid } = viewer;
  const { owner, itemType } = grant;
  const pages = await branchPageRepository(db).listDeletionFacts(grant, catIds, uid);
  if (!pages.every((page) => mayDelete({ ...page, uid, owner, itemType })))
    throw new AppError('forbidden');
}

export async function remove(ctx: Ctx<Remove['access']>, { cat_id }: CallRequest<Remove>) {
  const { db, viewer } = ctx;
  const grant = await lockTree(db, ctx.grant, viewer.uid);
  const catalogs = await catalogRepository(db).list(grant);
  assertMayChange(getCatalog(catalogs, cat_id), grant.edit);
  const catIds = branchOf(catalogs, cat_id).map((row) => row.cat_id);
  await assertMayDeletePages(ctx, grant, catIds);
  const deletedIds = new Set(catIds);
  const deletedCatalogs = withPathNames(buildTree(catalogs)).filter((row) =>
    deletedIds.has(row.cat_id),
  );
  const pageIds = await branchPageRepository(db).recycle(grant, deletedCatalogs, viewer.username);
  await catalogRepository(db).delete(grant, catIds);
  invalidatePages(ctx, ctx, pageIds);
  await bumpTreeVersion(ctx, ctx, grant.itemId);
  return {};
}
