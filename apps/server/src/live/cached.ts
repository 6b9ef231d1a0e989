import { LRUCache } from 'lru-cache';
import type { Bus, Topic } from './bus.ts';

/**
 * The maximum age of a cached row, counted from the start of its query, even if an invalidation is lost. Changes
 * must be visible within one second; the remaining 100 ms are left for the response.
 */
export const BELIEF_MS = 900;

export interface Cached<V> {
  get(key: number): Promise<V>;
}

/**
 * An in-process cache of rows that nearly every request needs. A bus message invalidates an entry at once; while the
 * bus may lose messages, each read queries the database. Concurrent reads of a key share one query, and a result is
 * not cached if its key was invalidated while it was loading. Missing rows are not cached, because they may be
 * created at any moment.
 */
export function cached<V>(parts: {
  bus: Bus;
  topic: Topic;
  max: number;
  load(key: number): Promise<V>;
}): Cached<V> {
  const { bus, topic, max, load } = parts;
  const known = new LRUCache<number, Promise<V>>({
    max,
    ttl: BELIEF_MS,
    ttlResolution: 0,
  });
  bus.subscribe(topic, (key) => {
    if (key === undefined) known.clear();
    else known.delete(Number(key));
  });
  return {
    get(key) {
      if (!bus.trusted()) return load(key);
      const held = known.get(key);
      if (held) return held;
      const asked = load(key);
      known.set(key, asked);
      const forget = () => {
        if (known.peek(key) === asked) known.delete(key);
      };
      asked.then((value) => value ?? forget(), forget);
      return asked;
    },
  };
}
