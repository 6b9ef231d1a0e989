import { calls } from '@octavo/contract';
import type { ReaderPage } from '@octavo/contract/reader';
import { call } from '../../shared/api/call.ts';

/** Long enough for the click that follows a hover, short enough that pages are not outdated. */
const CACHE_TTL_MS = 30_000;
const MAX_CACHED_PAGES = 20;

const getPage = { ...calls.page.info, method: 'GET' } as const;

interface CachedPage {
  readonly page: Promise<ReaderPage>;
  readonly at: number;
}

/** Loads and caches pages by id. The browser also revalidates by ETag, so a repeated request transfers no body. */
export function createPageLoader() {
  const cache = new Map<number, CachedPage>();

  function load(pageId: number): Promise<ReaderPage> {
    const cachedPage = cache.get(pageId);
    if (cachedPage && Date.now() - cachedPage.at < CACHE_TTL_MS) return cachedPage.page;
    const page: Promise<ReaderPage> = call(getPage, { page_id: pageId, with_html: true });
    cache.delete(pageId);
    cache.set(pageId, { page, at: Date.now() });
    page.catch(() => cache.delete(pageId));
    const oldest = cache.keys().next();
    if (cache.size > MAX_CACHED_PAGES && !oldest.done) cache.delete(oldest.value);
    return page;
  }

  return {
    load,
    /** Errors are ignored: the user may never open the page, and opening it reports them. */
    prefetch(pageId: number): void {
      load(pageId).catch(() => {});
    },
    invalidate(pageId: number): void {
      cache.delete(pageId);
    },
  };
}

export type PageLoader = ReturnType<typeof createPageLoader>;
