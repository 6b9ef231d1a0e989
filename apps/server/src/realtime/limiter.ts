import { LRUCache } from 'lru-cache';
import type { RedisConnections } from './redis.ts';

/** Counts events in a window that begins with the first one. */
export interface Limiter {
  /** Adds one event and returns the new count. */
  hit(key: string, seconds: number): Promise<number>;
  count(key: string): Promise<number>;
  reset(key: string): Promise<void>;
}

/** Limited by size, because a cache with a maximum number of entries allocates all of them at its start. */
const createCounts = () =>
  new LRUCache<string, number>({ maxSize: 100_000, sizeCalculation: () => 1 });

export function memoryLimiter(): Limiter {
  const counts = createCounts();
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

const INCREMENT_SCRIPT = `
local n = redis.call('incr', KEYS[1])
if n == 1 then redis.call('expire', KEYS[1], ARGV[1]) end
return n`;

const redisKey = (key: string) => `octavo:limit:${key}`;

/**
 * Counts across processes. While Redis is down, each process counts locally, starting from the last count that it
 * received from Redis. Local counts are still added after Redis is back, so that an outage does not reset a limit. A
 * hit whose reply times out may be counted twice, but is never lost.
 */
export function redisLimiter(redis: RedisConnections): Limiter {
  const local = memoryLimiter();
  const lastRedisCounts = createCounts();
  // Skips the command while Redis is known to be down, so that requests do not wait for its timeout.
  const runInRedis = async <T>(command: () => Promise<T>): Promise<T | undefined> =>
    redis.isHealthy() ? command().catch(() => undefined) : undefined;
  return {
    async hit(key, seconds) {
      const redisCount = await runInRedis(() =>
        redis.commands.eval(INCREMENT_SCRIPT, 1, redisKey(key), seconds),
      );
      if (redisCount === undefined)
        return (await local.hit(key, seconds)) + (lastRedisCounts.get(key) ?? 0);
      lastRedisCounts.set(key, Number(redisCount), { ttl: seconds * 1000 });
      return Number(redisCount) + (await local.count(key));
    },
    async count(key) {
      const redisCount = await runInRedis(() => redis.commands.get(redisKey(key)));
      return (
        Number((redisCount === undefined ? lastRedisCounts.get(key) : redisCount) ?? 0) +
        (await local.count(key))
      );
    },
    async reset(key) {
      lastRedisCounts.delete(key);
      await local.reset(key);
      await runInRedis(() => redis.commands.del(redisKey(key)));
    },
  };
}
