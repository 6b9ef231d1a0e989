import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectRedis } from './redis.ts';

const TIMEOUT_MS = 2000;

/** Connects to Redis with a separate connection and measures a ping; throws if Redis does not respond. */
export async function probeRedis(url: string) {
  const { commands, close } = connectRedis(url, () => {});
  try {
    await Promise.race([once(commands, 'ready'), sleep(TIMEOUT_MS, undefined, { ref: false })]);
    if (commands.status !== 'ready') throw new Error('no response');
    const startedAt = performance.now();
    await commands.ping();
    const milliseconds = performance.now() - startedAt;
    const info = await commands.info();
    const infoField = (name: string) =>
      new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    return {
      milliseconds,
      version: infoField('redis_version'),
      memory: Number(infoField('used_memory')),
    };
  } finally {
    close();
  }
}
