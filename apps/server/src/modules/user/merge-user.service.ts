import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import type { StoredIdentity } from '../ext-login/external-identity.repository.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';
import { publishNotice } from '../notice/notify.ts';
import { lockNonAdmin } from './admin-user.service.ts';
import { invalidateAccount } from '../account/end-sessions.ts';
import { usernameKey } from '../../lib/username-key.ts';
import type { Connection } from '../../db/connect.ts';
import { userRepository } from '../account/user.repository.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';
import { adminUserRepository } from './admin-user.repository.ts';
import { mergeUserRepository } from './merge-user.repository.ts';
import { pageLockRepository } from '../page/page-lock.repository.ts';

type AdminUser = Calls['adminUser'];

async function findTarget(db: Connection, uid: number, username: string) {
  const target = await userRepository(db).findByKey(usernameKey(username));
  if (!target) throw new AppError('noSuchUser');
  if (target.uid === uid) throw new AppError('sameAccount');
  return target;
}

/** Of two identities of one kind the more recently linked one stays: the other one is probably outdated. */
async function mergedIdentities(db: Connection, from: number, to: number) {
  const externalIdentities = externalIdentityRepository(db);
  const all = [...(await externalIdentities.list(from)), ...(await externalIdentities.list(to))];
  const newest = (kind: string) =>
    all
      .filter((each) => each.kind === kind)
      .reduce<StoredIdentity | undefined>(
        (last, each) => (last && last.addtime > each.addtime ? last : each),
        undefined,
      );
  const retained = [newest('ldap'), newest('oauth2')].filter((each) => each !== undefined);
  return { retained, unlinked: all.filter((each) => !retained.includes(each)) };
}

export async function getMerge(
  { db }: Ctx<AdminUser['getMerge']['access']>,
  { uid, to_username }: CallRequest<AdminUser['getMerge']>,
) {
  const target = await findTarget(db, uid, to_username);
  const { retained, unlinked } = await mergedIdentities(db, uid, target.uid);
  return {
    to_username: target.username,
    to_name: target.name,
    ...(await adminUserRepository(db).countBelongings(uid)),
    ...(await mergeUserRepository(db).countMemberships(uid)),
    identities: retained,
    unlinked,
  };
}

async function moveIdentities(
  db: Connection,
  from: number,
  to: number,
  unlinked: readonly StoredIdentity[],
) {
  const externalIdentities = externalIdentityRepository(db);
  for (const { kind, external_id } of unlinked)
    await externalIdentities.deleteOne(kind, external_id);
  await externalIdentities.move(from, to);
}

/**
 * Moves all data of an account to another one and deletes the account. Administrators cannot be merged away, so neither
 * the caller's own account nor the last administrator is lost.
 */
export async function mergeUser(
  ctx: Ctx<AdminUser['mergeUser']['access']>,
  { uid, to_username }: CallRequest<AdminUser['mergeUser']>,
) {
  const { db } = ctx;
  const { uid: to } = await findTarget(db, uid, to_username);
  // Locks both rows in a fixed order: of two merges in opposite directions the second finds its account deleted.
  for (const each of [uid, to].toSorted((a, b) => a - b))
    await adminUserRepository(db).lockAccount(each);
  const user = await lockNonAdmin(ctx, uid);
  const target = await userRepository(db).find(to);
  if (!target) throw new AppError('noSuchUser');
  const counts = {
    ...(await adminUserRepository(db).countBelongings(uid)),
    ...(await mergeUserRepository(db).countMemberships(uid)),
  };
  const itemIds = await mergeUserRepository(db).lockItemsAndTeams(uid);
  const identities = await mergedIdentities(db, uid, to);
  await pageLockRepository(db).releaseByUser(uid);
  await adminUserRepository(db).transferOwnership(uid, to, 'keep');
  await mergeUserRepository(db).moveMemberships(uid, to);
  await mergeUserRepository(db).moveAuthorship(uid, to, itemIds);
  await mergeUserRepository(db).moveBelongings(uid, to);
  await moveIdentities(db, uid, to, identities.unlinked);
  if (!(await adminUserRepository(db).delete(uid))) throw new AppError('administratorStays');
  ctx.note({
    subject_uid: to,
    facts: {
      username: user.username,
      ...counts,
      identities: identities.retained.map(({ external_id }) => external_id),
      unlinked: identities.unlinked.map(({ external_id }) => external_id),
    },
  });
  for (const item_id of itemIds) invalidateItem(ctx, ctx, item_id);
  for (const each of [uid, to]) invalidateAccount(ctx, ctx, each);
  ctx.afterCommit(() => publishNotice(ctx, [to]));
  return {};
}
