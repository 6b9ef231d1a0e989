import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Ctx } from '../../http/context.ts';
import type { StoredIdentity } from '../ext-login/external-identity.repository.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';
import { publishNotice } from '../notice/notify.ts';
import { lockNonAdmin } from './admin-user.service.ts';
import { invalidateAccount } from '../account/end-sessions.ts';
import { usernameKey } from '../../lib/username-key.ts';

type AdminUser = Calls['adminUser'];

async function findTarget({ users }: Repositories, uid: number, username: string) {
  const target = await users.findByKey(usernameKey(username));
  if (!target) throw new AppError('noSuchUser');
  if (target.uid === uid) throw new AppError('sameAccount');
  return target;
}

/** Of two identities of one kind the more recently linked one stays: the other one is probably outdated. */
async function mergedIdentities({ externalIdentities }: Repositories, from: number, to: number) {
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
  { repos }: Ctx<AdminUser['getMerge']['access']>,
  { uid, to_username }: CallRequest<AdminUser['getMerge']>,
) {
  const target = await findTarget(repos, uid, to_username);
  const { retained, unlinked } = await mergedIdentities(repos, uid, target.uid);
  return {
    to_username: target.username,
    to_name: target.name,
    ...(await repos.adminUsers.countBelongings(uid)),
    ...(await repos.mergeUsers.countMemberships(uid)),
    identities: retained,
    unlinked,
  };
}

async function moveIdentities(
  { externalIdentities }: Repositories,
  from: number,
  to: number,
  unlinked: readonly StoredIdentity[],
) {
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
  const { repos } = ctx;
  const { uid: to } = await findTarget(repos, uid, to_username);
  // Locks both rows in a fixed order: of two merges in opposite directions the second finds its account deleted.
  for (const each of [uid, to].toSorted((a, b) => a - b)) await repos.adminUsers.lockAccount(each);
  const user = await lockNonAdmin(ctx, uid);
  const target = await repos.users.find(to);
  if (!target) throw new AppError('noSuchUser');
  const counts = {
    ...(await repos.adminUsers.countBelongings(uid)),
    ...(await repos.mergeUsers.countMemberships(uid)),
  };
  const itemIds = await repos.mergeUsers.lockItemsAndTeams(uid);
  const identities = await mergedIdentities(repos, uid, to);
  await repos.pageLocks.releaseByUser(uid);
  await repos.adminUsers.transferOwnership(uid, to, 'keep');
  await repos.mergeUsers.moveMemberships(uid, to);
  await repos.mergeUsers.moveAuthorship(uid, to, itemIds);
  await repos.mergeUsers.moveBelongings(uid, to);
  await moveIdentities(repos, uid, to, identities.unlinked);
  if (!(await repos.adminUsers.delete(uid))) throw new AppError('administratorStays');
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
