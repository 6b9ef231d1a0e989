import { LRUCache } from 'lru-cache';
import type { PageMeta } from '../../access/page-meta-cache.ts';
import type { CachedResponse } from '../../http/cached-response.ts';

interface CacheEntry {
  readonly meta: PageMeta;
  readonly response: CachedResponse;
}

/** Caches encoded `page/info` responses by page and variant (the rights and options the response depends on). */
export interface PageResponseCache {
  get(meta: PageMeta, variant: string): CachedResponse | undefined;
  set(meta: PageMeta, variant: string, response: CachedResponse): void;
}

/** Cache size per process, not counting the compressed bodies. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * An entry is valid only for the metadata object it was built from, compared by identity: the metadata cache loads a new
 * object after its TTL and whenever the page may have changed.
 */
export function createPageResponseCache(): PageResponseCache {
  const responses = new LRUCache<string, CacheEntry>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 8,
    sizeCalculation: ({ response }) => response.body.size + 500,
  });
  const key = ({ page_id }: PageMeta, variant: string) => `${page_id}:${variant}`;
  return {
    get(meta, variant) {
      const entry = responses.get(key(meta, variant));
      return entry?.meta === meta ? entry.response : undefined;
    },
    set(meta, variant, response) {
      const previous = responses.peek(key(meta, variant))?.response;
      // Reuse the previous response if the bytes are the same: it may already be compressed.
      const isSame = previous?.body.etag === response.body.etag;
      responses.set(key(meta, variant), { meta, response: isSame ? previous : response });
    },
  };
}
