import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { bumpTreeVersion } from '../../realtime/invalidate.ts';
import { branchOf, heightOf } from './branch.policy.ts';
import { getCatalog, positionUnder } from './catalog.policy.ts';
import type { Catalog } from './catalog.policy.ts';
import { copyBranch } from './copy-tree.ts';
import { moveTree } from './move-tree.ts';
import type { LockedItems } from './move-tree.ts';
import { lockItems, noteMove } from './move-tree.service.ts';
import { catalogRepository } from './catalog.repository.ts';

type Copy = Calls['catalog']['copy'];
type CopyCtx = Ctx<Copy['access']>;

interface CopyRequest extends LockedItems {
  readonly catId: number;
  readonly parentCatId: number;
}

/** Loads the branch and its position in the target item. */
async function loadBranch({ db }: CopyCtx, { from, to, catId, parentCatId }: CopyRequest) {
  const branch = branchOf(await catalogRepository(db).list(from), catId);
  // The catalog may have been moved out of the caller's scope since the authorization.
  if (!branch.every((row) => covers(from.edit, row.top_cat_id))) throw new AppError('notFound');
  const targetCatalogs = await catalogRepository(db).list(to);
  return { branch, place: positionUnder(targetCatalogs, parentCatId, to.edit, heightOf(branch)) };
}

async function copyToItem(
  ctx: CopyCtx,
  request: CopyRequest,
  catName: string | undefined,
): Promise<readonly Catalog[]> {
  const { from, to } = request;
  const { branch, place } = await loadBranch(ctx, request);
  const target = { itemId: to.itemId, place };
  const renamed = branch.map((row) =>
    row.cat_id === request.catId ? { ...row, cat_name: catName ?? row.cat_name } : row,
  );
  const rows = await copyBranch(ctx, from, renamed, target, ctx.viewer);
  await bumpTreeVersion(ctx, ctx, to.itemId);
  return rows;
}

/** A catalog that is moved to the parent it has already keeps its place. */
async function moveToParent(
  ctx: CopyCtx,
  items: LockedItems,
  { cat_id, new_p_cat_id }: CallRequest<Copy>,
): Promise<readonly Catalog[]> {
  if (items.from.itemId === items.to.itemId) {
    const row = getCatalog(await catalogRepository(ctx.db).list(items.from), cat_id);
    if (row.parent_cat_id === new_p_cat_id) return [row];
  }
  const selection = { catIds: [cat_id], pageIds: [] };
  const { roots, changes } = await moveTree(ctx, items, selection, { catId: new_p_cat_id });
  noteMove(ctx, items, changes);
  return roots;
}

export async function copy(ctx: CopyCtx, input: CallRequest<Copy>): Promise<Catalog> {
  const { cat_id, new_p_cat_id, cat_name } = input;
  const items = await lockItems(ctx, input.to_item_id);
  const rows = input.is_del
    ? await moveToParent(ctx, items, input)
    : await copyToItem(ctx, { ...items, catId: cat_id, parentCatId: new_p_cat_id }, cat_name);
  const [root] = rows;
  if (!root) throw new AppError('notFound');
  return root;
}
