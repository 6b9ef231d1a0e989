import { LRUCache } from 'lru-cache';
import type { Bus, Topic } from './bus.ts';

/**
 * Whatever happens to messages, nothing is believed for longer, counted from the moment at which the
 * question was sent. A tenth of the second that we promise is left for the way of the answer.
 */
export const BELIEF_MS = 900;

export interface Cached<V> {
  get(key: number): Promise<V>;
}

/**
 * Rows that nearly every request asks for, kept in the process. A message on the bus ends the belief
 * at once; while the bus may lose messages, each read asks the database. Reads that come together
 * share one question, and one that began before an invalidation is not kept after it. What does
 * not exist is not remembered: it may be made the next moment.
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
