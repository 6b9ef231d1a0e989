import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { vi } from 'vitest';
import { choosePort } from '../../../../scripts/services/processes.ts';
import { startProgram } from './program.ts';
import { WAIT } from './wait.ts';

/** A dedicated Redis that a test may kill; all other tests share one. */
export interface DedicatedRedis {
  readonly url: string;
  start(): Promise<void>;
  /** Kills the process, as a crash does. */
  kill(): Promise<void>;
  /** Stops the process: connections stay open and receive no responses. */
  pause(): void;
  resume(): void;
  /** Deletes all keys. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

async function withClient(url: string, act: (client: Redis) => Promise<unknown>): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    await act(client);
  } finally {
    client.disconnect();
  }
}

export async function startDedicatedRedis(): Promise<DedicatedRedis> {
  const port = await choosePort();
  const folder = await mkdtemp(join(tmpdir(), 'octavo-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  const listenArgs = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const spawnRedis = () =>
    startProgram('redis-server', [...listenArgs, '--save', '', '--appendonly', 'no']);
  let redis = spawnRedis();
  const kill = async () => {
    redis.signal('SIGKILL');
    await redis.exited;
  };
  const waitUntilReady = () => vi.waitFor(() => withClient(url, (client) => client.ping()), WAIT);
  await waitUntilReady();
  return {
    url,
    async start() {
      redis = spawnRedis();
      await waitUntilReady();
    },
    kill,
    pause: () => redis.signal('SIGSTOP'),
    resume: () => redis.signal('SIGCONT'),
    flush: () => withClient(url, (client) => client.flushall()),
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}
