import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { ItemGrant } from '../../access/grant.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { branchOf, graft, heightOf } from './branch.policy.ts';
import { getCatalog, placeUnder, replant } from './catalog.policy.ts';
import type { Catalog } from './catalog.policy.ts';
import { assertHasCatalogs, holdTrees, tellTree, writeTree } from './change-tree.ts';
import { copyBranch } from './copy-tree.ts';
import { assertMayDeletePages } from './delete-catalog.service.ts';

type Copy = Calls['catalog']['copy'];
type CopyCtx = Ctx<Copy['access']>;
type Input = CallRequest<Copy>;

async function moveWithin(ctx: CopyCtx, { cat_id, new_p_cat_id }: Input) {
  const { grant, repos } = ctx;
  const catalogs = await repos.catalogs.list(grant);
  const rows = replant(catalogs, [{ cat_id, parent_cat_id: new_p_cat_id }], grant.edit);
  await writeTree(ctx, grant, rows);
  return rows.find((row) => row.cat_id === cat_id) ?? getCatalog(catalogs, cat_id);
}

/** Page ids, history and shares go along; for the item that is left it is like a deletion. */
async function moveAway(
  ctx: CopyCtx,
  target: ItemGrant,
  branch: readonly Catalog[],
  { new_p_cat_id }: Input,
) {
  const { grant, repos } = ctx;
  // Limited editors may not carry anything over the border of their catalog.
  if (grant.edit !== 'all') throw new AppError('forbidden');
  const catIds = branch.map((row) => row.cat_id);
  await assertMayDeletePages(ctx, catIds);
  const there = await repos.catalogs.list(target);
  const rows = graft(branch, placeUnder(there, new_p_cat_id, target.edit, heightOf(branch)));
  await repos.catalogs.update(grant, rows, target);
  const pageIds = await repos.branchPages.changeItem(grant, target, catIds);
  await tellTree(ctx, grant, pageIds);
  await tellTree(ctx, target);
  return rows;
}

async function copyInto(
  ctx: CopyCtx,
  target: ItemGrant,
  branch: readonly Catalog[],
  { new_p_cat_id }: Input,
) {
  const there = await ctx.repos.catalogs.list(target);
  const place = placeUnder(there, new_p_cat_id, target.edit, heightOf(branch));
  const to = { itemId: target.itemId, place };
  const rows = await copyBranch(ctx, ctx.grant, branch, to, ctx.viewer);
  await tellTree(ctx, target);
  return rows;
}

async function transplant(ctx: CopyCtx, target: ItemGrant, input: Input): Promise<Catalog> {
  const { grant, repos } = ctx;
  const branch = branchOf(await repos.catalogs.list(grant), input.cat_id);
  // Between the gate and the lock it may have been moved out of reach.
  if (!branch.every((row) => covers(grant.edit, row.top_cat_id))) throw new AppError('notFound');
  const act = input.is_del ? moveAway : copyInto;
  const [root] = await act(ctx, target, branch, input);
  if (!root) throw new AppError('notFound');
  return root;
}

export async function copy(ctx: CopyCtx, input: Input) {
  const { grant } = ctx;
  const isHere = input.to_item_id === 0 || input.to_item_id === grant.itemId;
  const target = isHere ? grant : await ctx.admit('edit', input.to_item_id);
  assertHasCatalogs(target);
  await holdTrees(ctx, [grant, target]);
  return isHere && input.is_del ? moveWithin(ctx, input) : transplant(ctx, target, input);
}
