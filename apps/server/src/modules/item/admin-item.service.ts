import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import { NEAR, sliceOf } from '../../db/slice.ts';
import type { Ctx } from '../../http/context.ts';
import { tell } from '../notice/tell.ts';
import { usernameKey } from '../user/username-key.ts';
import { endLostRights } from './end-lost-rights.ts';
import { forgetItem } from './forget-item.ts';
import { handOverItem } from './hand-over-item.ts';

type AdminItem = Calls['adminItem'];

const MOST_OWNERS = 50;

/** Returns the user with exactly this name, or else the newest users whose name contains it. */
async function ownersNamed({ users, adminUsers }: Repositories, username: string) {
  const key = usernameKey(username);
  const exact = await users.findByKey(key);
  if (exact) return [exact.uid];
  return (await adminUsers.find(key, { offset: 0, count: MOST_OWNERS })).ids;
}

export async function getList(
  { repos }: Ctx<AdminItem['getList']['access']>,
  input: CallRequest<AdminItem['getList']>,
) {
  const { adminItems } = repos;
  const { item_name, username, is_del: isDeleted } = input;
  if (item_name !== '' || username !== '') {
    const uids = username === '' ? undefined : await ownersNamed(repos, username);
    const search = { word: item_name.toLowerCase(), uids, isDeleted };
    const { ids, total } = await adminItems.find(search, sliceOf(input, 0));
    return { items: await adminItems.list(ids), total };
  }
  const near = sliceOf(input, 0);
  const items = near.offset <= NEAR ? await adminItems.firstPages(isDeleted, near) : [];
  const known = items[0]?.total;
  if (known !== undefined) return { items, total: known };
  const total = await adminItems.count(isDeleted);
  return { items: await adminItems.page(isDeleted, sliceOf(input, total)), total };
}

async function holdLiving({ repos }: Pick<Ctx, 'repos'>, itemId: number) {
  const item = await repos.items.hold(itemId, 'tree');
  if (!item) throw new AppError('notFound');
  return item;
}

export async function deleteItem(
  ctx: Ctx<AdminItem['deleteItem']['access']>,
  { item_id }: CallRequest<AdminItem['deleteItem']>,
) {
  const { uid } = await holdLiving(ctx, item_id);
  await tell(ctx, ctx, [uid], { kind: 'itemRemoved', item_id });
  await ctx.repos.adminItems.markDeleted(item_id);
  ctx.note({ subject_uid: uid });
  await endLostRights(ctx, ctx, item_id);
  return {};
}

export async function attorn(
  ctx: Ctx<AdminItem['attorn']['access']>,
  { item_id, username }: CallRequest<AdminItem['attorn']>,
) {
  const heir = await ctx.repos.users.findByKey(usernameKey(username));
  if (!heir) throw new AppError('noSuchUser');
  const { uid } = await holdLiving(ctx, item_id);
  ctx.note({ subject_uid: uid });
  if (uid === heir.uid) return {};
  if (!(await handOverItem(ctx, ctx, item_id, uid, heir.uid))) throw new AppError('notFound');
  await tell(ctx, ctx, [heir.uid], { kind: 'itemTransferred', item_id });
  await tell(ctx, ctx, [uid], { kind: 'itemRemoved', item_id });
  return {};
}

export async function recoverItem(
  ctx: Ctx<AdminItem['recoverItem']['access']>,
  { item_id }: CallRequest<AdminItem['recoverItem']>,
) {
  const recovered = await ctx.repos.adminItems.recover(item_id);
  if (!recovered) throw new AppError('notFound');
  ctx.note({ subject_uid: recovered.uid });
  forgetItem(ctx, ctx, item_id);
  return { item_id, item_domain: recovered.item_domain };
}
