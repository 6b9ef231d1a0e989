import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { ItemGrant } from '../../access/grant.ts';
import { lockTrees } from '../../access/lock-trees.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { invalidatePages, bumpTreeVersion } from '../../realtime/invalidate.ts';
import { branchOf, attachBranch, heightOf } from './branch.policy.ts';
import { getCatalog, positionUnder, applyTreeChanges } from './catalog.policy.ts';
import type { Catalog } from './catalog.policy.ts';
import { assertHasCatalogs, saveTree } from './save-tree.ts';
import { copyBranch } from './copy-tree.ts';
import { assertMayDeletePages } from './delete-catalog.service.ts';
import { catalogRepository } from './catalog.repository.ts';
import { branchPageRepository } from './branch-pages.repository.ts';

type Copy = Calls['catalog']['copy'];
type CopyCtx = Ctx<Copy['access']>;

interface CopyRequest {
  readonly from: ItemGrant;
  readonly to: ItemGrant;
  readonly catId: number;
  readonly parentCatId: number;
}

async function moveWithin(ctx: CopyCtx, { from, catId, parentCatId }: CopyRequest) {
  const catalogs = await catalogRepository(ctx.db).list(from);
  const rows = applyTreeChanges(
    catalogs,
    [{ cat_id: catId, parent_cat_id: parentCatId }],
    from.edit,
  );
  await saveTree(ctx, from, rows);
  return rows.find((row) => row.cat_id === catId) ?? getCatalog(catalogs, catId);
}

/** Loads the branch and its position in the target item. */
async function loadBranch({ db }: CopyCtx, { from, to, catId, parentCatId }: CopyRequest) {
  const branch = branchOf(await catalogRepository(db).list(from), catId);
  // The catalog may have been moved out of the caller's scope since the authorization.
  if (!branch.every((row) => covers(from.edit, row.top_cat_id))) throw new AppError('notFound');
  const targetCatalogs = await catalogRepository(db).list(to);
  return { branch, place: positionUnder(targetCatalogs, parentCatId, to.edit, heightOf(branch)) };
}

/** Moves a branch to another item; pages keep their ids, history and share keys. Requires the right to delete its pages. */
async function moveToItem(ctx: CopyCtx, request: CopyRequest): Promise<readonly Catalog[]> {
  const { from, to } = request;
  // Editors limited to a catalog may not move anything out of it.
  if (from.edit !== 'all') throw new AppError('forbidden');
  const { branch, place } = await loadBranch(ctx, request);
  const catIds = branch.map((row) => row.cat_id);
  await assertMayDeletePages(ctx, from, catIds);
  const rows = attachBranch(branch, place);
  await catalogRepository(ctx.db).update(from, rows, to);
  invalidatePages(ctx, ctx, await branchPageRepository(ctx.db).moveToItem(from, to, catIds));
  await bumpTreeVersion(ctx, ctx, from.itemId);
  await bumpTreeVersion(ctx, ctx, to.itemId);
  return rows;
}

async function copyToItem(ctx: CopyCtx, request: CopyRequest): Promise<readonly Catalog[]> {
  const { from, to } = request;
  const { branch, place } = await loadBranch(ctx, request);
  const target = { itemId: to.itemId, place };
  const rows = await copyBranch(ctx, from, branch, target, ctx.viewer);
  await bumpTreeVersion(ctx, ctx, to.itemId);
  return rows;
}

export async function copy(ctx: CopyCtx, input: CallRequest<Copy>): Promise<Catalog> {
  const { grant, viewer } = ctx;
  const isSameItem = input.to_item_id === 0 || input.to_item_id === grant.itemId;
  const target = isSameItem ? grant : await ctx.authorize('edit', input.to_item_id);
  assertHasCatalogs(target);
  const [from, to] = await lockTrees(ctx.db, grant, target, viewer.uid);
  const request = { from, to, catId: input.cat_id, parentCatId: input.new_p_cat_id };
  if (isSameItem && input.is_del) return moveWithin(ctx, request);
  const [root] = await (input.is_del ? moveToItem(ctx, request) : copyToItem(ctx, request));
  if (!root) throw new AppError('notFound');
  return root;
}
