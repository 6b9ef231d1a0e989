import type { Bus } from '../../realtime/bus.ts';
import type { CacheMemory } from '../../realtime/cache-memory.ts';
import { createLoadingCache } from '../../realtime/loading-cache.ts';
import type { LoadingCache } from '../../realtime/loading-cache.ts';
import type { Connection } from '../../db/connect.ts';
import { noticeRepository } from './notice.repository.ts';

/** Number of unread notices of a user per item; cached because every `item/info` request needs it. */
export type UnreadByItem = LoadingCache<ReadonlyMap<number, number>>;

export function createUnreadCache(db: Connection, bus: Bus, memory: CacheMemory): UnreadByItem {
  return createLoadingCache({
    bus,
    topics: ['notice'],
    memory,
    name: 'unreadCounts',
    valueBytes: 600,
    load: (uid) => noticeRepository(db).countByItem(uid),
  });
}
