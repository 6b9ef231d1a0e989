import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import { MAX_CHEAP_OFFSET, toSlice } from '../../db/slice.ts';
import type { Ctx } from '../../http/context.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';
import { assertNotMaintained, maintainerOf } from '../ext-login/maintainer.ts';
import { notify } from '../notice/notify.ts';
import { teamItemRepository } from '../team/team-item.repository.ts';
import { onTeamRightsChanged } from '../team/team-rights-changed.ts';
import { changeRole } from './change-role.ts';
import { assertNewPassword } from './password.service.ts';
import { insertAccount, prepareAccount } from './register.service.ts';
import { endAllAccess, endSessions, invalidateAccount } from '../account/end-sessions.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { adminUserRepository } from './admin-user.repository.ts';
import type { UserFilter } from './admin-user.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { mailLinkRepository } from './mail-link.repository.ts';
import { deviceRepository } from '../account/device.repository.ts';
import { pageLockRepository } from '../page/page-lock.repository.ts';

type AdminUser = Calls['adminUser'];

export function toFilter({ username, ...filter }: CallRequest<AdminUser['export']>): UserFilter {
  return { ...filter, word: usernameKey(username) };
}

const isFiltered = ({ word, source, groupid, state, second_factor, last_seen }: UserFilter) =>
  word !== '' ||
  [source, groupid, state, second_factor, last_seen].some((value) => value !== undefined);

export async function getUser(
  { db }: Ctx<AdminUser['getUser']['access']>,
  { uid }: CallRequest<AdminUser['getUser']>,
) {
  const adminUsers = adminUserRepository(db);
  const [user] = await adminUsers.list([uid]);
  if (!user) throw new AppError('noSuchUser');
  return { ...user, ...(await adminUsers.countAccess(uid)) };
}

export async function getList(
  { db }: Ctx<AdminUser['getList']['access']>,
  input: CallRequest<AdminUser['getList']>,
) {
  const adminUsers = adminUserRepository(db);
  const filter = toFilter(input);
  if (isFiltered(filter)) {
    const { ids, total } = await adminUsers.search(filter, toSlice(input, 0));
    return { users: await adminUsers.list(ids), total };
  }
  const firstSlice = toSlice(input, 0);
  const users =
    firstSlice.offset <= MAX_CHEAP_OFFSET ? await adminUsers.listWithTotal(firstSlice) : [];
  const knownTotal = users[0]?.total;
  if (knownTotal !== undefined) return { users, total: knownTotal };
  const total = await adminUsers.count();
  return { users: await adminUsers.listPage(toSlice(input, total)), total };
}

/** An account that an administrator creates may have a reserved username. */
export async function addUser(
  ctx: Ctx<AdminUser['addUser']['access']>,
  input: CallRequest<AdminUser['addUser']>,
) {
  const { uid, username, password, name } = input;
  if (uid === 0) {
    const account = await prepareAccount(
      { username, password, name: name ?? '', groupid: USER_GROUP, language: null },
      ctx.deps,
    );
    ctx.note({ as: 'adminUser.createUser', subject: username });
    return ctx.transaction(async (work) => ({ uid: await insertAccount(work.db, account) }));
  }
  // The user settings ask for the current password.
  if (password !== '' && uid === ctx.viewer.uid) throw new AppError('ownPassword');
  const settings = await ctx.deps.settings.get();
  if (password !== '') await assertNewPassword(ctx, uid, password);
  const passwordHash = password === '' ? undefined : await ctx.deps.hasher.hash(password);
  return ctx.transaction(async (work) => {
    const adminUsers = adminUserRepository(work.db);
    const users = userRepository(work.db);
    const mailLinks = mailLinkRepository(work.db);
    const user = await adminUsers.lockAccount(uid);
    if (!user) throw new AppError('noSuchUser');
    ctx.note({
      as: passwordHash === undefined ? 'adminUser.updateUser' : 'adminUser.resetPassword',
      subject_uid: uid,
      facts: { username: user.username },
      was: { username: user.username, name: user.name },
      secrets: ['password'],
    });
    if (passwordHash !== undefined && !user.local_access) throw new AppError('localAccessOff');
    if (name !== undefined && name !== user.name) {
      assertNotMaintained(await maintainerOf(work.db, user, settings));
      await users.update(uid, { name });
    }
    if (passwordHash !== undefined) {
      await users.setPassword(uid, passwordHash);
      await mailLinks.expire(uid, 'reset');
      await endSessions(work, ctx, uid);
    } else invalidateAccount(work, ctx, uid);
    return { uid };
  });
}

/** Administrators cannot be deleted, disabled or merged away: this keeps at least one of them. */
export async function lockNonAdmin(ctx: Ctx<AdminUser['deleteUser']['access']>, uid: number) {
  const user = await adminUserRepository(ctx.db).lockAccount(uid);
  if (!user) throw new AppError('noSuchUser');
  if (user.groupid === ADMIN_GROUP) throw new AppError('administratorStays');
  return user;
}

/** Limits the notices to the new owner, who sees the other items in their list. */
const MAX_TRANSFER_NOTICES = 20;

export async function deleteUser(
  ctx: Ctx<AdminUser['deleteUser']['access']>,
  { uid, to_username }: CallRequest<AdminUser['deleteUser']>,
) {
  const { db, viewer } = ctx;
  const user = await lockNonAdmin(ctx, uid);
  const owned = await adminUserRepository(db).countBelongings(uid);
  const namedOwner =
    to_username === '' ? undefined : await userRepository(db).findByKey(usernameKey(to_username));
  if (to_username !== '' && (!namedOwner || namedOwner.uid === uid))
    throw new AppError('noSuchUser');
  if (!namedOwner && owned.item_count + owned.team_count > 0)
    throw new AppError('newOwnerRequired');
  // Deleted items stay recoverable: without a new owner they go to the administrator who deletes the account.
  const newOwner = namedOwner?.uid ?? viewer.uid;
  const { items, teams } = await adminUserRepository(db).transferOwnership(uid, newOwner);
  const itemIds = items.map(({ item_id }) => item_id);
  await teamItemRepository(db).endDefaultRights('item_id', itemIds);
  await teamItemRepository(db).endDefaultRights('team_id', teams);
  for (const item_id of itemIds) invalidateItem(ctx, ctx, item_id);
  const activeItems = items.filter(({ is_living }) => is_living);
  for (const { item_id } of activeItems.slice(0, MAX_TRANSFER_NOTICES))
    await notify(ctx, ctx, [newOwner], { kind: 'itemTransferred', item_id });
  for (const team_id of teams) {
    await notify(ctx, ctx, [newOwner], { kind: 'teamTransferred', team_id });
    await onTeamRightsChanged(ctx, ctx, team_id);
  }
  if (!(await adminUserRepository(db).delete(uid))) throw new AppError('administratorStays');
  ctx.note({ subject_uid: uid, subject: user.username, facts: { username: user.username } });
  invalidateAccount(ctx, ctx, uid);
  return {};
}

export async function disableUser(
  ctx: Ctx<AdminUser['disableUser']['access']>,
  { uid, is_disabled }: CallRequest<AdminUser['disableUser']>,
) {
  const user = await lockNonAdmin(ctx, uid);
  await adminUserRepository(ctx.db).setDisabled([uid], is_disabled);
  // Disabling and enabling both end all sessions.
  await endAllAccess(ctx.db, uid);
  if (is_disabled) await pageLockRepository(ctx.db).releaseByUser(uid);
  ctx.note({
    as: is_disabled ? 'adminUser.disableAccount' : 'adminUser.enableAccount',
    subject_uid: uid,
    was: { is_disabled: user.disabled_time !== null },
  });
  invalidateAccount(ctx, ctx, uid);
  return {};
}

export async function setRole(
  ctx: Ctx<AdminUser['setRole']['access']>,
  { uid, groupid }: CallRequest<AdminUser['setRole']>,
) {
  if (uid === ctx.viewer.uid) throw new AppError('ownRole');
  const was = await changeRole(ctx.db, uid, groupid);
  ctx.note({ subject_uid: uid, was });
  invalidateAccount(ctx, ctx, uid);
  return {};
}

export async function revokeDevices(
  ctx: Ctx<AdminUser['revokeDevices']['access']>,
  { uid, device_id }: CallRequest<AdminUser['revokeDevices']>,
) {
  if (device_id === undefined) await endAllAccess(ctx.db, uid);
  else await deviceRepository(ctx.db).revokeOwn(uid, device_id);
  ctx.note({ subject_uid: uid });
  invalidateAccount(ctx, ctx, uid);
  return {};
}
