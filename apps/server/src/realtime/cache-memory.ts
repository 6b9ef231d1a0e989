import { LRUCache } from 'lru-cache';

/** The share of each cache of a process in `CACHE_MB`. All shares add up to 1. */
const SHARES = {
  menus: 0.3,
  pageResponses: 0.16,
  pageContents: 0.12,
  renderedPages: 0.11,
  documents: 0.1,
  sitemap: 0.08,
  pageMeta: 0.06,
  itemMeta: 0.03,
  sessions: 0.015,
  accessTokens: 0.005,
  unreadCounts: 0.01,
  settings: 0.005,
  itemDomains: 0.005,
} as const;

export type CacheName = keyof typeof SHARES;

/** What the lists of an LRU cache, a short key and a small object around the value take. */
const ENTRY_BYTES = 400;

type Options<K extends {}, V extends {}, FC> = Omit<
  LRUCache.OptionsSizeLimit<K, V, FC>,
  'max' | 'maxSize' | 'sizeCalculation'
> & {
  /** The bytes of a value, without the constant overhead of an entry. */
  sizeCalculation: LRUCache.SizeCalculator<K, V>;
};

export interface CacheMemory {
  /** Creates the cache of this name, which is limited to its share. A larger value is not cached. */
  create<K extends {}, V extends {}, FC = unknown>(
    name: CacheName,
    options: Options<K, V, FC>,
  ): LRUCache<K, V, FC>;
  /** The bytes that each cache holds and may hold. */
  usage(): { readonly name: CacheName; readonly bytes: number; readonly maxBytes: number }[];
}

/** Distributes a number of bytes to all caches of a process, so that one setting limits their memory. */
export function createCacheMemory(totalBytes: number): CacheMemory {
  const caches = new Map<CacheName, Pick<LRUCache<{}, {}>, 'calculatedSize' | 'maxSize'>>();
  return {
    create(name, { sizeCalculation, ...options }) {
      const cache = new LRUCache({
        ...options,
        maxSize: Math.floor(totalBytes * SHARES[name]),
        sizeCalculation: (value, key) => ENTRY_BYTES + Math.ceil(sizeCalculation(value, key)),
      });
      caches.set(name, cache);
      return cache;
    },
    usage: () =>
      [...caches].map(([name, { calculatedSize, maxSize }]) => ({
        name,
        bytes: calculatedSize,
        maxBytes: maxSize,
      })),
  };
}

/** V8 stores a string with one byte per character if all of them are Latin-1, else with two. */
export function stringBytes(text: string): number {
  return /[^\0-\u00FF]/.test(text) ? 2 * text.length : text.length;
}
