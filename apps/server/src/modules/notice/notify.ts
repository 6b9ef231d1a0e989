import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { ALL_USERS } from '../../realtime/bus.ts';
import type { NewNotice } from './notice.repository.ts';
import { noticeRepository } from './notice.repository.ts';

/** The user who causes a notice; the notice contains their name. */
export interface Actor extends Pick<Ctx, 'deps'> {
  readonly viewer: { readonly uid: number; readonly name: string; readonly username: string };
}

/** Publishes on the bus that the notices of these users changed, so that open browser windows reload them. */
export function publishNotice({ deps }: Pick<Ctx, 'deps'>, uids: readonly number[]): void {
  for (const uid of uids) deps.bus.publish('notice', String(uid));
}

export function publishNoticeToAll({ deps }: Pick<Ctx, 'deps'>): void {
  deps.bus.publish('notice', ALL_USERS);
}

/**
 * Inserts a notice for these users in the transaction of the change, and publishes it after the commit. The actor is
 * never notified of their own actions.
 */
export async function notify(
  work: UnitOfWork,
  { deps, viewer }: Actor,
  uids: readonly number[],
  notice: Omit<NewNotice, 'from_name'>,
): Promise<void> {
  const others = uids.filter((uid) => uid !== viewer.uid);
  if (others.length === 0) return;
  const from_name = viewer.name || viewer.username;
  const facts = { ...notice.facts, from_username: viewer.username };
  await noticeRepository(work.db).insert(others, { ...notice, facts, from_name });
  work.afterCommit(() => publishNotice({ deps }, others));
}
