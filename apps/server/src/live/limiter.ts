import { LRUCache } from 'lru-cache';
import type { RedisLink } from './redis.ts';

/** Counts events in a window that begins with the first one. */
export interface Limiter {
  /** Adds one event and returns the new count. */
  hit(key: string, seconds: number): Promise<number>;
  count(key: string): Promise<number>;
  reset(key: string): Promise<void>;
}

export function memoryLimiter(): Limiter {
  const counts = new LRUCache<string, number>({ max: 100_000 });
  return {
    async hit(key, seconds) {
      const next = (counts.get(key) ?? 0) + 1;
      const ttl = next === 1 ? seconds * 1000 : counts.getRemainingTTL(key);
      counts.set(key, next, { ttl: Math.max(ttl, 1) });
      return next;
    },
    count: async (key) => counts.get(key) ?? 0,
    async reset(key) {
      counts.delete(key);
    },
  };
}

const HIT = `
local n = redis.call('incr', KEYS[1])
if n == 1 then redis.call('expire', KEYS[1], ARGV[1]) end
return n`;

const name = (key: string) => `octavo:limit:${key}`;

/**
 * Counts across processes. While Redis is down, each process counts locally, starting from the last count in Redis.
 * Local counts are still added after Redis is back, so that an outage does not reset a limit. A hit whose reply
 * times out may be counted twice, but is never lost.
 */
export function redisLimiter(redis: RedisLink): Limiter {
  const own = memoryLimiter();
  const lastSeen = new LRUCache<string, number>({ max: 100_000 });
  // Skips the command while Redis is known to be down, so that requests do not wait for its timeout.
  const shared = async <T>(command: () => Promise<T>): Promise<T | undefined> =>
    redis.alive() ? command().catch(() => undefined) : undefined;
  return {
    async hit(key, seconds) {
      const inRedis = await shared(() => redis.commands.eval(HIT, 1, name(key), seconds));
      if (inRedis === undefined) return (await own.hit(key, seconds)) + (lastSeen.get(key) ?? 0);
      lastSeen.set(key, Number(inRedis), { ttl: seconds * 1000 });
      return Number(inRedis) + (await own.count(key));
    },
    async count(key) {
      const inRedis = await shared(() => redis.commands.get(name(key)));
      return (
        Number((inRedis === undefined ? lastSeen.get(key) : inRedis) ?? 0) + (await own.count(key))
      );
    },
    async reset(key) {
      lastSeen.delete(key);
      await own.reset(key);
      await shared(() => redis.commands.del(name(key)));
    },
  };
}
