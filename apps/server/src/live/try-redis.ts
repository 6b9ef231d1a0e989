import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRedis } from './redis.ts';

const PATIENCE_MS = 2000;

/** Connects to Redis with a separate connection and measures a ping; throws if Redis does not respond. */
export async function tryRedis(url: string) {
  const { commands, close } = connectRedis(url, () => {});
  try {
    await Promise.race([once(commands, 'ready'), sleep(PATIENCE_MS, undefined, { ref: false })]);
    if (commands.status !== 'ready') throw new Error('it does not answer');
    const begun = performance.now();
    await commands.ping();
    const milliseconds = performance.now() - begun;
    const told = await commands.info();
    const factOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(told)?.[1] ?? '';
    return {
      milliseconds,
      version: factOf('redis_version'),
      memory: Number(factOf('used_memory')),
    };
  } finally {
    close();
  }
}
