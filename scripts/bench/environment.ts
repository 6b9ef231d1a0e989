import path from 'node:path';
import pg from 'pg';
import { readState, servicesEnv } from '../services/state.ts';
import { load } from './load.ts';
import type { BenchRequest } from './load.ts';
import type { BenchTarget } from './compare.ts';
import { startServer } from './process.ts';
import type { ServerProcess } from './process.ts';
import { openBenchSite } from './site.ts';

const CONNECTIONS = 32;

/** Starts the product with its own database and a logged-in user, and bare servers on demand. */
export async function openBenchEnvironment(folder: string) {
  const site = await openBenchSite(servicesEnv());
  const databaseUrl = site.env.DATABASE_URL;
  const servers: ServerProcess[] = [];
  const start = async (file: string, env: Record<string, string>) => {
    const server = await startServer(file, env, path.join(folder, `${servers.length}.log`));
    servers.push(server);
    return server;
  };
  // Without the worker role, which would index the filled items during the measurement.
  const role = { ROLES: 'web', MAX_EVENT_LOOP_DELAY_MS: '0' };
  const stack = await start('apps/server/src/main.ts', { ...site.env, ...role });
  const { headers, ...owner } = await logIn(stack, site.env);
  const adminClient = new pg.Client({ connectionString: servicesEnv()['DATABASE_ADMIN_URL'] });
  await adminClient.connect();
  // With it off, saves would not wait for the disk.
  await changeServerSetting(adminClient, 'set fsync = on');
  const database = new URL(databaseUrl).pathname.slice(1);
  const redis = readState()['redis']?.process.pid ?? 0;

  /** Process ids of all connections to the benchmark's database, and of Redis. */
  const engines = async () => {
    const { rows } = await adminClient.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = $1',
      [database],
    );
    return [redis, ...rows.map(({ pid }) => pid)];
  };
  const targetFor = (
    server: ServerProcess,
    shot: BenchRequest,
    connections = CONNECTIONS,
  ): BenchTarget => ({
    run: (seconds) => load(server.url, shot, { connections, seconds }),
    program: () => server.pid,
    engines,
  });
  return {
    folder,
    stack,
    owner,
    headers,
    databaseUrl,
    engines,
    targetFor,
    startBare: (plan: object) =>
      start('scripts/bench/bare-server.ts', {
        DATABASE_URL: databaseUrl,
        BENCH_PLAN: JSON.stringify(plan),
      }),
    async close() {
      for (const server of servers) await server.stop();
      await changeServerSetting(adminClient, 'reset fsync');
      await adminClient.end();
      await site.drop();
    },
  };
}

export type BenchEnvironment = Awaited<ReturnType<typeof openBenchEnvironment>>;

async function changeServerSetting(adminClient: pg.Client, change: string): Promise<void> {
  await adminClient.query(`alter system ${change}`);
  await adminClient.query('select pg_reload_conf()');
}

/** Logs in as a page of the site does. */
async function logIn(
  { url }: ServerProcess,
  env: Awaited<ReturnType<typeof openBenchSite>>['env'],
) {
  const { PUBLIC_URL: origin, ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = env;
  const page = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: page,
    body: JSON.stringify({ username, password }),
  });
  const { data } = (await answer.json()) as { data: { uid: number } };
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error('login failed: no session cookie');
  return { uid: data.uid, username, headers: { ...page, cookie } };
}
