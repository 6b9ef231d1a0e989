import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { lockTrees } from '../../access/lock-trees.ts';
import type { Ctx } from '../../http/context.ts';
import { moveTree } from './move-tree.ts';
import type { LockedItems } from './move-tree.ts';
import { assertHasCatalogs } from './save-tree.ts';
import { treeMoveRepository } from './tree-move.repository.ts';

type MoveCatalogs = Calls['catalog']['move'];
type MovePages = Calls['page']['move'];
type MoveCtx = Ctx<MoveCatalogs['access']>;

/** Authorizes the target, 0 for the same item, and locks both trees. */
export async function lockItems(ctx: MoveCtx, toItemId: number): Promise<LockedItems> {
  const { grant, viewer } = ctx;
  const isSameItem = toItemId === 0 || toItemId === grant.itemId;
  const target = isSameItem ? grant : await ctx.authorize('edit', toItemId);
  assertHasCatalogs(target);
  const [from, to] = await lockTrees(ctx.db, grant, target, viewer.uid);
  return { from, to };
}

async function moveAndRecord(
  ctx: MoveCtx,
  toItemId: number,
  ...args: [selection: Parameters<typeof moveTree>[2], target: Parameters<typeof moveTree>[3]]
) {
  const items = await lockItems(ctx, toItemId);
  const { changes } = await moveTree(ctx, items, ...args);
  const { from, to } = items;
  const treeMoves = treeMoveRepository(ctx.db);
  return { move_id: await treeMoves.insert(ctx.viewer.uid, from.itemId, to.itemId, changes) };
}

export function moveCatalogs(ctx: MoveCtx, input: CallRequest<MoveCatalogs>) {
  const { to_item_id, cat_ids, page_ids = [], parent_cat_id, after_cat_id } = input;
  return moveAndRecord(
    ctx,
    to_item_id,
    { catIds: cat_ids, pageIds: page_ids },
    { catId: parent_cat_id, afterCatId: after_cat_id },
  );
}

export function movePages(ctx: Ctx<MovePages['access']>, input: CallRequest<MovePages>) {
  const { to_item_id, page_ids, cat_id, after_page_id } = input;
  return moveAndRecord(
    ctx,
    to_item_id,
    { catIds: [], pageIds: page_ids },
    { catId: cat_id, afterPageId: after_page_id },
  );
}
