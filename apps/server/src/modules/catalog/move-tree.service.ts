import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { lockTrees } from '../../access/lock-trees.ts';
import type { Ctx } from '../../http/context.ts';
import { moveTree } from './move-tree.ts';
import type { LockedItems, MoveTarget } from './move-tree.ts';
import { assertHasCatalogs } from './save-tree.ts';
import type { TreeSelection } from './selected-pages.ts';
import { treeMoveRepository } from './tree-move.repository.ts';
import type { TreeChanges } from './tree-move.tables.ts';

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

/** Writes what has moved to the audit log, for another item to the logs of both. */
export function noteMove(
  ctx: Pick<MoveCtx, 'note'>,
  { from, to }: LockedItems,
  { catalogs, pages }: TreeChanges,
  moveId?: string,
): void {
  const itemIds = [...new Set([from.itemId, to.itemId])];
  ctx.note({
    facts: {
      ...(moveId !== undefined && { move_id: moveId }),
      ...(itemIds.length > 1 && { from_item_id: from.itemId, to_item_id: to.itemId }),
      ...(catalogs.length > 0 && { cat_ids: catalogs.map((row) => row.cat_id) }),
      ...(pages.length > 0 && { page_ids: pages.map((page) => page.page_id) }),
    },
    each: itemIds.map((item_id) => ({ item_id })),
  });
}

interface MoveRequest {
  readonly toItemId: number;
  readonly selection: TreeSelection;
  readonly target: MoveTarget;
}

async function moveAndRecord(ctx: MoveCtx, { toItemId, selection, target }: MoveRequest) {
  const items = await lockItems(ctx, toItemId);
  const { changes } = await moveTree(ctx, items, selection, target);
  const { from, to } = items;
  const treeMoves = treeMoveRepository(ctx.db);
  const move_id = await treeMoves.insert(ctx.viewer.uid, from.itemId, to.itemId, changes);
  noteMove(ctx, items, changes, move_id);
  return { move_id };
}

export function moveCatalogs(ctx: MoveCtx, input: CallRequest<MoveCatalogs>) {
  const { cat_ids, page_ids = [], parent_cat_id, after_cat_id, after_page_id } = input;
  return moveAndRecord(ctx, {
    toItemId: input.to_item_id,
    selection: { catIds: cat_ids, pageIds: page_ids },
    target: { catId: parent_cat_id, afterCatId: after_cat_id, afterPageId: after_page_id },
  });
}

export function movePages(ctx: Ctx<MovePages['access']>, input: CallRequest<MovePages>) {
  const { to_item_id, page_ids, cat_id, after_page_id } = input;
  return moveAndRecord(ctx, {
    toItemId: to_item_id,
    selection: { catIds: [], pageIds: page_ids },
    target: { catId: cat_id, afterPageId: after_page_id },
  });
}
