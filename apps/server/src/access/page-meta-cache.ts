import type { Bus } from '../realtime/bus.ts';
import type { CacheMemory } from '../realtime/cache-memory.ts';
import { createLoadingCache } from '../realtime/loading-cache.ts';
import type { LoadingCache } from '../realtime/loading-cache.ts';
import type { Connection } from '../db/connect.ts';
import { pageRepository } from '../modules/page/page.repository.ts';

/** Location and version of a page that is not deleted. */
export type PageMeta = Omit<
  NonNullable<Awaited<ReturnType<ReturnType<typeof pageRepository>['findMeta']>>>,
  'newer_content'
>;

/** Where the content of a page is stored that was read together with its metadata. */
interface ContentStore {
  versionOf(pageId: number): number;
  set(meta: PageMeta, content: string): void;
}

export function createPageMetaCache(
  db: Connection,
  bus: Bus,
  memory: CacheMemory,
  contents: ContentStore,
): LoadingCache<PageMeta | undefined> {
  return createLoadingCache({
    bus,
    topics: ['page', 'pageOrder'],
    memory,
    name: 'pageMeta',
    valueBytes: 800,
    async load(pageId) {
      const page = await pageRepository(db).findMeta(pageId, contents.versionOf(pageId));
      if (!page) return undefined;
      const { newer_content, ...meta } = page;
      if (newer_content !== null) contents.set(meta, newer_content);
      return meta;
    },
  });
}
