import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { choosePort } from '../../../../scripts/services/processes.ts';
import { startProgram } from './program.ts';
import { WAIT } from './wait.ts';

/** A Redis that a test may kill: the shared one serves everybody else. */
export interface OwnRedis {
  readonly url: string;
  start(): Promise<void>;
  /** Ends it without a word, as a crash does. */
  kill(): Promise<void>;
  /** Holds it still: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Empties it. */
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
