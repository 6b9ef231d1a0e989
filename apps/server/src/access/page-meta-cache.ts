import type { Repositories } from '../db/repositories.ts';
import type { Bus } from '../realtime/bus.ts';
import { createLoadingCache } from '../realtime/loading-cache.ts';
import type { LoadingCache } from '../realtime/loading-cache.ts';

/** Location and version of a page that is not deleted. */
export type PageMeta = NonNullable<Awaited<ReturnType<Repositories['pages']['findMeta']>>>;

export function createPageMetaCache(
  repos: Repositories,
  bus: Bus,
): LoadingCache<PageMeta | undefined> {
  return createLoadingCache({
    bus,
    topic: 'page',
    max: 50_000,
    load: (pageId) => repos.pages.findMeta(pageId),
  });
}
