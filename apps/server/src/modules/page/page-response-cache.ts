import type { PageMeta } from '../../access/page-meta-cache.ts';
import type { CachedResponse } from '../../http/cached-response.ts';
import { cachedBytes } from '../../http/encoded-body.ts';
import type { CacheMemory } from '../../realtime/cache-memory.ts';

interface CacheEntry {
  readonly meta: PageMeta;
  readonly response: CachedResponse;
}

/** Caches encoded `page/info` responses by page and variant (the rights and options the response depends on). */
export interface PageResponseCache {
  get(meta: PageMeta, variant: string): CachedResponse | undefined;
  set(meta: PageMeta, variant: string, response: CachedResponse): void;
}

/** The metadata, which may have been replaced in its own cache. */
const META_BYTES = 800;

/**
 * An entry is valid only for the metadata object it was built from, compared by identity: the metadata cache loads a new
 * object after its TTL and whenever the page may have changed.
 */
export function createPageResponseCache(memory: CacheMemory): PageResponseCache {
  const responses = memory.create<string, CacheEntry>('pageResponses', {
    sizeCalculation: ({ response }) => META_BYTES + cachedBytes(response.body),
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
