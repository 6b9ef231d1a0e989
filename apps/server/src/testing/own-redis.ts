import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { choosePort } from '../../../../scripts/services/processes.ts';
import { startProgram } from './program.ts';
import { WAIT } from './wait.ts';

/** A dedicated Redis that a test may kill; all other tests share one. */
export interface OwnRedis {
  readonly url: string;
  start(): Promise<void>;
  /** Kills the process, as a crash does. */
  kill(): Promise<void>;
  /** Stops the process: connections stay open and receive no responses. */
  freeze(): void;
  thaw(): void;
  /** Deletes all keys. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

async function ask(url: string, act: (client: Redis) => Promise<unknown>): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    await act(client);
  } finally {
    client.disconnect();
  }
}

export async function openOwnRedis(): Promise<OwnRedis> {
  const port = await choosePort();
  const folder = await mkdtemp(join(tmpdir(), 'octavo-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const startOnce = () =>
    startProgram('redis-server', [...place, '--save', '', '--appendonly', 'no']);
  let redis = startOnce();
  const kill = async () => {
    redis.signal('SIGKILL');
    await redis.ended;
  };
  const ready = () => vi.waitFor(() => ask(url, (client) => client.ping()), WAIT);
  await ready();
  return {
    url,
    async start() {
      redis = startOnce();
      await ready();
    },
    kill,
    freeze: () => redis.signal('SIGSTOP'),
    thaw: () => redis.signal('SIGCONT'),
    flush: () => ask(url, (client) => client.flushall()),
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}
