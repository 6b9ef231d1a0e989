import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { Browser } from './browser.ts';
import { createTestDatabase } from './database.ts';
import type { DatabaseKind, TestDatabase } from './database.ts';
import { sendRequest } from './http.ts';
import { startDedicatedRedis } from './dedicated-redis.ts';
import type { DedicatedRedis } from './dedicated-redis.ts';
import { startProgram } from './program.ts';
import type { ExitStatus, Program } from './program.ts';
import { WAIT } from './wait.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const PUBLIC_URL = 'http://octavo.test';

export const ADMIN = { username: 'harbor-master', password: 'seven quiet boats' };

type Env = Readonly<Record<string, string>>;

interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly address?: string;
  readonly status?: number;
  readonly [field: string]: unknown;
}

/** One server process that listens on a free port. */
export interface RunningServer {
  readonly url: string;
  readonly program: Program;
  logs(): LogLine[];
  logsWithMessage(message: string): LogLine[];
  /** Status code and body of `/health/ready`. */
  readiness(): Promise<{ code: number; status: string; reason?: string }>;
  stop(signal?: NodeJS.Signals): Promise<ExitStatus>;
}

/** An installation as an operator runs it: one database, Redis and secret, any number of processes. */
export interface Installation {
  readonly database: TestDatabase;
  readonly redis: DedicatedRedis;
  readonly env: Env;
  start(env?: Env, nodeOptions?: readonly string[]): Promise<RunningServer>;
  newBrowser(): Browser;
  close(): Promise<void>;
}

function logLines(program: Program): LogLine[] {
  const lines = program.stdout().split('\n').slice(0, -1);
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
}

async function startServer(nodeOptions: readonly string[], env: Env): Promise<RunningServer> {
  const program = startProgram(process.execPath, [...nodeOptions, MAIN], env);
  const logs = () => logLines(program);
  const logsWithMessage = (message: string) => logs().filter((line) => line.msg === message);
  let url = '';
  const readiness = async () => {
    const { status, body } = await sendRequest(`${url}/health/ready`);
    return { code: status, ...(JSON.parse(body) as { status: string; reason?: string }) };
  };
  await vi.waitFor(async () => {
    if (!program.isRunning()) return;
    url = logsWithMessage('octavo is ready')[0]?.address ?? '';
    if ((await readiness()).code !== 200) throw new Error('the process is not ready');
  }, WAIT);
  if (!program.isRunning())
    throw new Error(`the process exited during startup: ${program.stdout()}${program.stderr()}`);
  return {
    url,
    program,
    logs,
    logsWithMessage,
    readiness,
    stop(signal = 'SIGTERM') {
      program.signal(signal);
      return program.exited;
    },
  };
}

export async function openInstallation(
  kind: DatabaseKind = 'migrated',
  extraEnv: Env = {},
): Promise<Installation> {
  const database = await createTestDatabase(kind);
  const redis = await startDedicatedRedis();
  // Files are named by their content hash: in a shared folder, one site would delete files of another.
  const storageDir = await mkdtemp(join(tmpdir(), 'octavo-files-'));
  const startedServers: Promise<RunningServer>[] = [];
  const env = {
    NODE_ENV: 'production',
    DATABASE_URL: database.databaseUrl,
    DATABASE_MIGRATE_URL: database.migrateUrl,
    DATABASE_POOL: '6',
    REDIS_URL: redis.url,
    PORT: '0',
    PUBLIC_URL,
    SECRET_KEY: randomBytes(32).toString('hex'),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    DEFAULT_LANGUAGE: 'en',
    SHUTDOWN_DELAY_MS: '0',
    STORAGE_DIR: storageDir,
    // Load from other tests must not trigger load shedding.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    // The providers used in tests listen on this machine.
    OAUTH2_ALLOWED_ADDRESSES: '127.0.0.1',
    ...extraEnv,
  };
  return {
    database,
    redis,
    env,
    start(overrides = {}, nodeOptions = []) {
      const server = startServer(nodeOptions, { ...env, ...overrides });
      startedServers.push(server);
      return server;
    },
    newBrowser: () => new Browser(PUBLIC_URL),
    async close() {
      const servers = await Promise.allSettled(startedServers);
      for (const server of servers)
        if (server.status === 'fulfilled') await server.value.stop('SIGKILL');
      await redis.close();
      await database.drop();
      await rm(storageDir, { recursive: true, force: true });
    },
  };
}
