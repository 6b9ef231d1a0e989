import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { choosePort } from '../scripts/services/processes.ts';
import { servicesEnv } from '../scripts/services/state.ts';

interface HeldTransaction {
  waitUntilBlocked(): Promise<void>;
  release(): Promise<void>;
}

export interface Site {
  readonly url: string;
  readonly secretKey: string;
  readonly mailDir: string;
  /** All log output so far. */
  log(): string;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Opens an external transaction: calls that need its locks wait until it is released. */
  openTransaction(sql: string, values: unknown[]): Promise<HeldTransaction>;
  /** Kills the process without a graceful shutdown, like a power failure. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Starts the process again at the same URL if it is not running. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Has no limit of its own: a start takes long on a busy machine, and the timeout of the test ends a hang. */
async function waitUntilReady(url: string, started: ChildProcess): Promise<void> {
  for (; started.exitCode === null && started.signalCode === null; await sleep(100)) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('the product ended before it was ready, see its log in .artifacts');
}

async function openTransaction(
  connectionString: string,
  sql: string,
  values: unknown[],
): Promise<HeldTransaction> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(sql, values);
  return {
    async waitUntilBlocked() {
      for (const terminate = Date.now() + 30_000; Date.now() < terminate; await sleep(50)) {
        // Inside a transaction, pg_stat_activity returns a cached snapshot.
        await client.query('select pg_stat_clear_snapshot()');
        const { rows } = await client.query(`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        if (rows.length > 0) return;
      }
      throw new Error('no statement waits for the lock');
    },
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}

/** Starts the built product as a separate process with its own database. */
export async function openSite(
  host: string,
  env: Record<string, string> = {},
  program = 'apps/server/src/main.ts',
): Promise<Site> {
  const services = servicesEnv();
  const name = `octavo_e2e_${randomBytes(6).toString('hex')}`;
  const withDatabase = (url = '', database = name) =>
    Object.assign(new URL(url), { pathname: database }).href;
  const runAsAdmin = async (sql: string) => {
    const admin = new pg.Client({ connectionString: services['DATABASE_ADMIN_URL'] });
    await admin.connect();
    await admin.query(sql).finally(() => admin.end());
  };
  await runAsAdmin(
    `create database ${name} owner octavo_owner template template0 encoding UTF8 locale 'C.UTF-8'`,
  );
  const port = await choosePort();
  const secretKey = randomBytes(32).toString('hex');
  const storageDir = `.artifacts/e2e-${name}-files`;
  mkdirSync('.artifacts', { recursive: true });
  const serverEnv = {
    ...process.env,
    ...services,
    NODE_ENV: 'production',
    // One process needs no Redis, and rate limit counters must not outlive a site.
    REDIS_URL: '',
    DATABASE_URL: withDatabase(services['DATABASE_URL']),
    DATABASE_MIGRATE_URL: withDatabase(services['DATABASE_MIGRATE_URL']),
    PORT: String(port),
    PUBLIC_URL: `http://${host}:${port}`,
    SECRET_KEY: secretKey,
    STORAGE_DIR: storageDir,
    SHUTDOWN_DELAY_MS: '0',
    // Load from the browsers must not trigger load shedding.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    // The providers used in tests listen on this machine.
    OAUTH2_ALLOWED_ADDRESSES: '127.0.0.1',
    // The users of the tests have separate IP addresses.
    TRUST_PROXY: '1',
    ...env,
  };
  let logText = '';
  const file = createWriteStream(`.artifacts/e2e-${name}.log`);
  const start = async () => {
    const started = spawn(process.execPath, [program], {
      env: serverEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream.pipe(file, { end: false });
      stream.on('data', (chunk: Buffer) => {
        logText += chunk.toString();
      });
    }
    await waitUntilReady(`http://127.0.0.1:${port}`, started);
    return started;
  };
  let child = await start();
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const terminate = async (signal: NodeJS.Signals) => {
    if (hasExited()) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  };
  const adminPool = new pg.Pool({
    connectionString: withDatabase(services['DATABASE_ADMIN_URL']),
    max: 1,
  });
  adminPool.on('error', () => {});
  return {
    url: `http://${host}:${port}`,
    secretKey,
    mailDir: services['MAIL_DIR'] ?? '',
    log: () => logText,
    query: async (sql, values) => (await adminPool.query(sql, values)).rows as never,
    openTransaction: (sql, values) =>
      openTransaction(withDatabase(services['DATABASE_ADMIN_URL']), sql, values),
    kill: () => terminate('SIGKILL'),
    signal: (signal) => void child.kill(signal),
    async restart() {
      if (hasExited()) child = await start();
    },
    async close() {
      await terminate('SIGTERM');
      file.end();
      await adminPool.end();
      await runAsAdmin(`drop database ${name} with (force)`);
      await rm(storageDir, { recursive: true, force: true });
    },
  };
}
