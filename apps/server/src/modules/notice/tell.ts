import type { Ctx, Work } from '../../http/context.ts';
import { EVERYBODY } from '../../live/bus.ts';
import type { NewNotice } from './notice.repository.ts';

/** Whoever causes a notice is named in it. */
export interface Teller extends Pick<Ctx, 'deps'> {
  readonly viewer: { readonly uid: number; readonly name: string; readonly username: string };
}

/** What the open windows of these people show is no longer all there is. */
export function ring({ deps }: Pick<Ctx, 'deps'>, uids: readonly number[]): void {
  for (const uid of uids) deps.bus.publish('notice', String(uid));
}

export function ringEverybody({ deps }: Pick<Ctx, 'deps'>): void {
  deps.bus.publish('notice', EVERYBODY);
}

/**
 * Gives these people a notice, in the transaction of what it tells, and rings once that is safe.
 * Nobody is told of what they did themselves.
 */
export async function tell(
  work: Work,
  { deps, viewer }: Teller,
  uids: readonly number[],
  notice: Omit<NewNotice, 'from_name'>,
): Promise<void> {
  const others = uids.filter((uid) => uid !== viewer.uid);
  if (others.length === 0) return;
  const from_name = viewer.name || viewer.username;
  const facts = { ...notice.facts, from_username: viewer.username };
  await work.repos.notices.insert(others, { ...notice, facts, from_name });
  work.afterCommit(() => ring({ deps }, others));
}
