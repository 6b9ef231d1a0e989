import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { ItemGrant } from '../../access/grant.ts';
import { holdTrees } from '../../access/hold-trees.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { forgetPages, tellTree } from '../page/tell-page.ts';
import { branchOf, graft, heightOf } from './branch.policy.ts';
import { getCatalog, placeUnder, replant } from './catalog.policy.ts';
import type { Catalog } from './catalog.policy.ts';
import { assertHasCatalogs, writeTree } from './change-tree.ts';
import { copyBranch } from './copy-tree.ts';
import { assertMayDeletePages } from './delete-catalog.service.ts';

type Copy = Calls['catalog']['copy'];
type CopyCtx = Ctx<Copy['access']>;

interface Transplant {
  readonly from: ItemGrant;
  readonly to: ItemGrant;
  readonly catId: number;
  readonly parentCatId: number;
}

async function moveWithin(ctx: CopyCtx, { from, catId, parentCatId }: Transplant) {
  const catalogs = await ctx.repos.catalogs.list(from);
  const rows = replant(catalogs, [{ cat_id: catId, parent_cat_id: parentCatId }], from.edit);
  await writeTree(ctx, from, rows);
  return rows.find((row) => row.cat_id === catId) ?? getCatalog(catalogs, catId);
}

/** Loads the branch and its position in the target item. */
async function lookUp({ repos }: CopyCtx, { from, to, catId, parentCatId }: Transplant) {
  const branch = branchOf(await repos.catalogs.list(from), catId);
  // The catalog may have been moved out of the caller's scope since the authorization.
  if (!branch.every((row) => covers(from.edit, row.top_cat_id))) throw new AppError('notFound');
  const there = await repos.catalogs.list(to);
  return { branch, place: placeUnder(there, parentCatId, to.edit, heightOf(branch)) };
}

/** Moves a branch to another item; pages keep their ids, history and share keys. Requires the right to delete its pages. */
async function moveAway(ctx: CopyCtx, plan: Transplant): Promise<readonly Catalog[]> {
  const { from, to } = plan;
  // Editors limited to a catalog may not move anything out of it.
  if (from.edit !== 'all') throw new AppError('forbidden');
  const { branch, place } = await lookUp(ctx, plan);
  const catIds = branch.map((row) => row.cat_id);
  await assertMayDeletePages(ctx, from, catIds);
  const rows = graft(branch, place);
  await ctx.repos.catalogs.update(from, rows, to);
  forgetPages(ctx, ctx, await ctx.repos.branchPages.changeItem(from, to, catIds));
  await tellTree(ctx, ctx, from.itemId);
  await tellTree(ctx, ctx, to.itemId);
  return rows;
}

async function copyInto(ctx: CopyCtx, plan: Transplant): Promise<readonly Catalog[]> {
  const { from, to } = plan;
  const { branch, place } = await lookUp(ctx, plan);
  const target = { itemId: to.itemId, place };
  const rows = await copyBranch(ctx, from, branch, target, ctx.viewer);
  await tellTree(ctx, ctx, to.itemId);
  return rows;
}

export async function copy(ctx: CopyCtx, input: CallRequest<Copy>): Promise<Catalog> {
  const { grant, viewer } = ctx;
  const isHere = input.to_item_id === 0 || input.to_item_id === grant.itemId;
  const target = isHere ? grant : await ctx.admit('edit', input.to_item_id);
  assertHasCatalogs(target);
  const [from, to] = await holdTrees(ctx.repos, grant, target, viewer.uid);
  const plan = { from, to, catId: input.cat_id, parentCatId: input.new_p_cat_id };
  if (isHere && input.is_del) return moveWithin(ctx, plan);
  const [root] = await (input.is_del ? moveAway(ctx, plan) : copyInto(ctx, plan));
  if (!root) throw new AppError('notFound');
  return root;
}
