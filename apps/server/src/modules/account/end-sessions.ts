import type { Viewer } from '../../access/viewer.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import type { Connection } from '../../db/connect.ts';
import { accessTokenRepository } from './access-token.repository.ts';
import { deviceRepository } from './device.repository.ts';

/** Invalidates the cached account and its sessions in every process after the commit. */
export function invalidateAccount(work: UnitOfWork, ctx: Pick<Ctx, 'deps'>, uid: number): void {
  work.afterCommit(() => ctx.deps.bus.publish('account', String(uid)));
}

/** Ends all sessions of users and revokes their personal access tokens. */
export async function endAllAccess(db: Connection, ...uids: readonly number[]): Promise<void> {
  await deviceRepository(db).revokeAll(...uids);
  await accessTokenRepository(db).revokeOf(uids);
}

/**
 * Ends all sessions of a user, but not the session of the call itself. Sessions do not record their login method, so a
 * change of a password or an identity ends all of them. Users who end their other sessions keep their personal access
 * tokens; whenever an administrator ends the sessions, or a mailed link does, the tokens end too.
 */
export async function endSessions(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'> & { readonly viewer: Viewer },
  uid: number,
): Promise<void> {
  const { viewer } = ctx;
  if (viewer.kind === 'user' && viewer.uid === uid)
    await deviceRepository(work.db).revokeOthers(uid, viewer.device_id);
  else await endAllAccess(work.db, uid);
  invalidateAccount(work, ctx, uid);
}
