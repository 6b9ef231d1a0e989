import { Redis } from 'ioredis';

/** After this time without a heartbeat the process bypasses its caches. */
const MAX_HEARTBEAT_AGE_MS = 500;
const HEARTBEAT_INTERVAL_MS = 150;

export interface RedisConnections {
  readonly commands: Redis;
  readonly subscriber: Redis;
  /** True while invalidations are guaranteed to reach this process. */
  isHealthy(): boolean;
  close(): void;
}

/**
 * Redis stores no durable data, so the process starts and runs without it: commands fail at once instead of
 * queueing, and the client reconnects without a limit.
 */
export function connectRedis(url: string, onError: (error: Error) => void): RedisConnections {
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
  let lastHeartbeat = 0;
  const heartbeat = setInterval(() => {
    if (subscriber.status !== 'ready') return;
    const sentAt = Date.now();
    subscriber.ping().then(
      () => {
        lastHeartbeat = sentAt;
      },
      () => {
        lastHeartbeat = 0;
      },
    );
  }, HEARTBEAT_INTERVAL_MS);
  heartbeat.unref();
  return {
    commands,
    subscriber,
    isHealthy: () => Date.now() - lastHeartbeat < MAX_HEARTBEAT_AGE_MS,
    close() {
      clearInterval(heartbeat);
      commands.disconnect();
      subscriber.disconnect();
    },
  };
}
