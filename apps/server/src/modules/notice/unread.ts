import type { Repositories } from '../../db/repositories.ts';
import type { Bus } from '../../live/bus.ts';
import { cached } from '../../live/cached.ts';
import type { Cached } from '../../live/cached.ts';

/** Number of unread notices of a user per item; cached because every `item/info` request needs it. */
export type UnreadByItem = Cached<ReadonlyMap<number, number>>;

export function createUnread(repos: Repositories, bus: Bus): UnreadByItem {
  return cached({
    bus,
    topic: 'notice',
    max: 20_000,
    load: (uid) => repos.notices.countByItem(uid),
  });
}
