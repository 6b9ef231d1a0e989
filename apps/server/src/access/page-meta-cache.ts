import type { Bus } from '../realtime/bus.ts';
import type { CacheMemory } from '../realtime/cache-memory.ts';
import { createLoadingCache } from '../realtime/loading-cache.ts';
import type { LoadingCache } from '../realtime/loading-cache.ts';
import type { Connection } from '../db/connect.ts';
import { pageRepository } from '../modules/page/page.repository.ts';

/** Location and version of a page that is not deleted. */
export type PageMeta = NonNullable<
  Awaited<ReturnType<ReturnType<typeof pageRepository>['findMeta']>>
>;

export function createPageMetaCache(
  db: Connection,
  bus: Bus,
  memory: CacheMemory,
): LoadingCache<PageMeta | undefined> {
  return createLoadingCache({
    bus,
    topic: 'page',
    memory,
    name: 'pageMeta',
    valueBytes: 800,
    load: (pageId) => pageRepository(db).findMeta(pageId),
  });
}
