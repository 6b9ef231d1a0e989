import type { Ctx, Work } from '../../http/context.ts';
import type { NewNotice } from './notice.repository.ts';

/** What the open windows of these people show is no longer all there is. */
export function ring({ deps }: Pick<Ctx, 'deps'>, uids: readonly number[]): void {
  for (const uid of uids) deps.bus.publish('notice', String(uid));
}

/** Gives these people a notice, in the transaction of what it tells, and rings once that is safe. */
export async function tell(
  work: Work,
  ctx: Pick<Ctx, 'deps'>,
  uids: readonly number[],
  notice: NewNotice,
): Promise<void> {
  if (uids.length === 0) return;
  await work.repos.notices.insert(uids, notice);
  work.afterCommit(() => ring(ctx, uids));
}

/** How a notice names whoever caused it. */
export function nameOf({ name, username }: { name: string; username: string }): string {
  return name || username;
}
