import { LRUCache } from 'lru-cache';
import type { RedisLink } from './redis.ts';

/** Counts events in a window that begins with the first one. */
export interface Limiter {
  /** Counts one more and gives the new count. */
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

/** Shared between processes; while Redis is away each process counts for itself. */
export function redisLimiter(redis: RedisLink): Limiter {
  const own = memoryLimiter();
  // Asked first, so that nobody waits for a Redis that is known to be silent.
  const sharedOr = async <T>(shared: () => Promise<T>, fallback: () => Promise<T>): Promise<T> =>
    redis.alive() ? shared().catch(fallback) : fallback();
  return {
    hit: (key, seconds) =>
      sharedOr(
        () => redis.commands.eval(HIT, 1, name(key), seconds) as Promise<number>,
        () => own.hit(key, seconds),
      ),
    count: (key) =>
      sharedOr(
        () => redis.commands.get(name(key)).then(Number),
        () => own.count(key),
      ),
    async reset(key) {
      await own.reset(key);
      await sharedOr<unknown>(
        () => redis.commands.del(name(key)),
        async () => undefined,
      );
    },
  };
}
