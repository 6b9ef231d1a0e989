import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import { MAX_CHEAP_OFFSET, toSlice } from '../../db/slice.ts';
import type { Ctx } from '../../http/context.ts';
import { notify } from '../notice/notify.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';
import { transferItem } from '../team/transfer-item.ts';
import type { Connection } from '../../db/connect.ts';
import { userRepository } from '../account/user.repository.ts';
import { adminItemRepository } from './admin-item.repository.ts';
import { itemRepository } from '../../access/item.repository.ts';

type AdminItem = Calls['adminItem'];

const MAX_OWNERS = 50;

/** Returns the user with exactly this name, or else the newest users whose name contains it. */
async function findOwnerIds(db: Connection, username: string) {
  const key = usernameKey(username);
  const exact = await userRepository(db).findByKey(key);
  if (exact) return [exact.uid];
  return (await userRepository(db).search(key, { offset: 0, count: MAX_OWNERS })).ids;
}

export async function getList(
  { db }: Ctx<AdminItem['getList']['access']>,
  input: CallRequest<AdminItem['getList']>,
) {
  const adminItems = adminItemRepository(db);
  const { item_name, username, is_del: isDeleted } = input;
  if (item_name !== '' || username !== '') {
    const uids = username === '' ? undefined : await findOwnerIds(db, username);
    const search = { word: item_name.toLowerCase(), uids, isDeleted };
    const { ids, total } = await adminItems.search(search, toSlice(input, 0));
    return { items: await adminItems.list(ids), total };
  }
  const firstSlice = toSlice(input, 0);
  const items =
    firstSlice.offset <= MAX_CHEAP_OFFSET ? await adminItems.listFirst(isDeleted, firstSlice) : [];
  const knownTotal = items[0]?.total;
  if (knownTotal !== undefined) return { items, total: knownTotal };
  const total = await adminItems.count(isDeleted);
  return { items: await adminItems.listSlice(isDeleted, toSlice(input, total)), total };
}

async function lockActiveItem({ db }: Pick<Ctx, 'db'>, itemId: number) {
  const item = await itemRepository(db).lock(itemId, 'tree');
  if (!item) throw new AppError('notFound');
  return item;
}

export async function deleteItem(
  ctx: Ctx<AdminItem['deleteItem']['access']>,
  { item_id }: CallRequest<AdminItem['deleteItem']>,
) {
  const { uid } = await lockActiveItem(ctx, item_id);
  await notify(ctx, ctx, [uid], { kind: 'itemRemoved', item_id });
  await adminItemRepository(ctx.db).markDeleted(item_id);
  ctx.note({ subject_uid: uid });
  await onItemRightsChanged(ctx, ctx, item_id);
  return {};
}

export async function attorn(
  ctx: Ctx<AdminItem['attorn']['access']>,
  { item_id, username }: CallRequest<AdminItem['attorn']>,
) {
  const newOwner = await userRepository(ctx.db).findByKey(usernameKey(username));
  if (!newOwner) throw new AppError('noSuchUser');
  const { uid } = await lockActiveItem(ctx, item_id);
  const owner = await userRepository(ctx.db).find(uid);
  ctx.note({ subject_uid: uid, was: { username: owner?.username ?? '' } });
  if (uid === newOwner.uid) return {};
  if (!(await transferItem(ctx, ctx, item_id, uid, newOwner.uid))) throw new AppError('notFound');
  await notify(ctx, ctx, [newOwner.uid], { kind: 'itemTransferred', item_id });
  await notify(ctx, ctx, [uid], { kind: 'itemRemoved', item_id });
  return {};
}

export async function recoverItem(
  ctx: Ctx<AdminItem['recoverItem']['access']>,
  { item_id }: CallRequest<AdminItem['recoverItem']>,
) {
  const recovered = await adminItemRepository(ctx.db).recover(item_id);
  if (!recovered) throw new AppError('notFound');
  ctx.note({ subject_uid: recovered.uid });
  invalidateItem(ctx, ctx, item_id);
  return { item_id, item_domain: recovered.item_domain };
}
