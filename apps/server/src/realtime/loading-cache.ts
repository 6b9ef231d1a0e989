import type { Bus, Topic } from './bus.ts';
import type { CacheMemory, CacheName } from './cache-memory.ts';

/**
 * The maximum age of a cached row, counted from the start of its query, even if an invalidation is lost. Changes
 * must be visible within one second; the remaining 100 ms are left for the response.
 */
export const CACHE_TTL_MS = 900;

export interface LoadingCache<V> {
  get(key: number): Promise<V>;
}

/**
 * An in-process cache of rows that nearly every request needs. A bus message invalidates an entry at once; while the
 * bus may lose messages, each read queries the database. Concurrent reads of a key share one query, and a result is
 * not cached if its key was invalidated while it was loading. Missing rows are not cached, because they may be
 * created at any moment.
 */
export function createLoadingCache<V>(parts: {
  bus: Bus;
  topics: readonly Topic[];
  memory: CacheMemory;
  name: CacheName;
  /** The size of a value; values have about the same size, and it is not known while one is loading. */
  valueBytes: number;
  load(key: number): Promise<V>;
}): LoadingCache<V> {
  const { bus, topics, memory, name, valueBytes, load } = parts;
  const cache = memory.create<number, Promise<V>>(name, {
    sizeCalculation: () => valueBytes,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
  });
  const invalidate = (key: string | undefined) => {
    if (key === undefined) cache.clear();
    else for (const id of key.split(',')) cache.delete(Number(id));
  };
  for (const topic of topics) bus.subscribe(topic, invalidate);
  return {
    get(key) {
      if (!bus.isHealthy()) return load(key);
      const hit = cache.get(key);
      if (hit) return hit;
      const loading = load(key);
      cache.set(key, loading);
      const evict = () => {
        if (cache.peek(key) === loading) cache.delete(key);
      };
      loading.then((value) => value ?? evict(), evict);
      return loading;
    },
  };
}
