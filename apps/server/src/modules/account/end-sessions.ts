import type { Viewer } from '../../access/viewer.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { deviceRepository } from './device.repository.ts';

/** Invalidates the cached account and its sessions in every process after the commit. */
export function invalidateAccount(work: UnitOfWork, ctx: Pick<Ctx, 'deps'>, uid: number): void {
  work.afterCommit(() => ctx.deps.bus.publish('account', String(uid)));
}

/**
 * Ends all sessions of a user, but not the session of the call itself. Sessions do not record their login method, so a
 * change of a password or an identity ends all of them.
 */
export async function endSessions(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'> & { readonly viewer: Viewer },
  uid: number,
): Promise<void> {
  const { viewer } = ctx;
  const devices = deviceRepository(work.db);
  if (viewer.kind === 'user' && viewer.uid === uid)
    await devices.revokeOthers(uid, viewer.device_id);
  else await devices.revokeAll(uid);
  invalidateAccount(work, ctx, uid);
}
