import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { editableItems } from '../../access/editable-items.ts';
import { mayReachItem } from '../../access/token-limits.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { endedRightNote } from '../member/member-audit-notes.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { itemGroupRepository } from '../item-group/item-group.repository.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { memberRepository } from '../../access/member.repository.ts';
import { teamItemMemberRepository } from '../team/team-item-member.repository.ts';

type Item = Calls['item'];

export async function myList(
  ctx: Ctx<Item['myList']['access']>,
  { item_group_id, original }: CallRequest<Item['myList']>,
) {
  const { viewer } = ctx;
  const { uid } = viewer;
  const itemIds =
    item_group_id === 0
      ? undefined
      : ((await itemGroupRepository(ctx.db).findItemIds(uid, item_group_id)) ?? []);
  const rows = await itemRepository(ctx.db).listByUser(uid, item_group_id, original, itemIds);
  const editable = new Set((await editableItems(ctx.db, viewer)).map(({ itemId }) => itemId));
  const reachable = rows.filter(({ item_id }) => mayReachItem(viewer, item_id));
  return reachable.map((row) => ({
    ...row,
    creator: row.uid === uid,
    item_edit: editable.has(row.item_id),
  }));
}

export async function sort(
  ctx: Ctx<Item['sort']['access']>,
  { data, item_group_id }: CallRequest<Item['sort']>,
) {
  const order = Object.entries(data).map(([itemId, at]) => [Number(itemId), at] as const);
  await itemRepository(ctx.db).saveOrder(ctx.viewer.uid, item_group_id, order);
  return {};
}

/** Ends the user's membership and their rights through teams in this item; they remain members of the teams. */
export async function exitItem(
  ctx: Ctx<Item['exitItem']['access']>,
  { item_id }: CallRequest<Item['exitItem']>,
) {
  const { uid } = ctx.viewer;
  await itemRepository(ctx.db).lock(item_id, 'tree');
  const left = await memberRepository(ctx.db).leave(item_id, uid);
  const deactivated = await teamItemMemberRepository(ctx.db).deactivate(item_id, uid);
  if (!left && !deactivated) throw new AppError('notFound');
  ctx.note(endedRightNote(left ?? {}));
  await onItemRightsChanged(ctx, ctx, item_id);
  return {};
}
