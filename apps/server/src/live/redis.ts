import { Redis } from 'ioredis';

/** After this time without a heartbeat the process bypasses its caches. */
const TRUST_MS = 500;
const BEAT_MS = 150;

export interface RedisLink {
  readonly commands: Redis;
  readonly subscriber: Redis;
  /** True while invalidations are guaranteed to reach this process. */
  alive(): boolean;
  close(): void;
}

/**
 * Redis stores no durable data, so the process starts and runs without it: commands fail at once instead of
 * queueing, and the client reconnects without a limit.
 */
export function connectRedis(url: string, onError: (error: Error) => void): RedisLink {
  const options = {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 300,
    connectTimeout: 2000,
    retryStrategy: (tries: number) => Math.min(100 * tries, 1000),
  };
  const commands = new Redis(url, options);
  const subscriber = new Redis(url, { ...options, autoResubscribe: true });
  commands.on('error', onError);
  subscriber.on('error', onError);
  let lastBeat = 0;
  const beat = setInterval(() => {
    if (subscriber.status !== 'ready') return;
    const asked = Date.now();
    subscriber.ping().then(
      () => {
        lastBeat = asked;
      },
      () => {
        lastBeat = 0;
      },
    );
  }, BEAT_MS);
  beat.unref();
  return {
    commands,
    subscriber,
    alive: () => Date.now() - lastBeat < TRUST_MS,
    close() {
      clearInterval(beat);
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}
