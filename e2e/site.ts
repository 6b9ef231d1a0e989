import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { servicesEnv } from '../scripts/services/state.ts';

export interface Site {
  readonly url: string;
  readonly secretKey: string;
  readonly mailDir: string;
  /** Everything the process has logged so far. */
  log(): string;
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitUntilReady(url: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(100)) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('the product was not ready within 30 s');
}

/** The built product as a process of its own, on a database of its own. */
export async function openSite(host: string, env: Record<string, string> = {}): Promise<Site> {
  const services = servicesEnv();
  const name = `octavo_e2e_${randomBytes(6).toString('hex')}`;
  const on = (url = '', database = name) =>
    Object.assign(new URL(url), { pathname: database }).href;
  const asAdmin = async (sql: string) => {
    const admin = new pg.Client({ connectionString: services['DATABASE_ADMIN_URL'] });
    await admin.connect();
    await admin.query(sql).finally(() => admin.end());
  };
  await asAdmin(
    `create database ${name} owner octavo_owner template template0 encoding UTF8 locale 'C.UTF-8'`,
  );
  const port = await freePort();
  const secretKey = randomBytes(32).toString('hex');
  mkdirSync('.artifacts', { recursive: true });
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: {
      ...process.env,
      ...services,
      NODE_ENV: 'production',
      // One process needs none, and counters against guessing must not outlive a site.
      REDIS_URL: '',
      DATABASE_URL: on(services['DATABASE_URL']),
      DATABASE_MIGRATE_URL: on(services['DATABASE_MIGRATE_URL']),
      PORT: String(port),
      PUBLIC_URL: `http://${host}:${port}`,
      SECRET_KEY: secretKey,
      SHUTDOWN_DELAY: '0',
      // A machine busy with browsers is no crowd of visitors.
      SHED_ABOVE: '0',
      // The people of the stories come from addresses of their own.
      TRUST_PROXY: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let logged = '';
  const file = createWriteStream(`.artifacts/e2e-${name}.log`);
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(file);
    stream.on('data', (chunk: Buffer) => {
      logged += chunk.toString();
    });
  }
  await waitUntilReady(`http://127.0.0.1:${port}`);
  const looker = new pg.Pool({ connectionString: on(services['DATABASE_ADMIN_URL']), max: 1 });
  looker.on('error', () => {});
  return {
    url: `http://${host}:${port}`,
    secretKey,
    mailDir: services['MAIL_DIR'] ?? '',
    log: () => logged,
    query: async (sql, values) => (await looker.query(sql, values)).rows as never,
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      await looker.end();
      await asAdmin(`drop database ${name} with (force)`);
    },
  };
}
