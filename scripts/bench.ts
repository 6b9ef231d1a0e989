import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from './bench/load.ts';
import { startServer } from './bench/process.ts';
import type { ServerProcess } from './bench/process.ts';
import { openBenchSite } from './bench/site.ts';
import { projectFolder } from './services/service.ts';
import { servicesEnv } from './services/state.ts';

/**
 * What the whole stack costs: an authenticated `user/info` against the bare framework answering the
 * same bytes, and against the bare framework reading one row by primary key. All in one run, each
 * in its own process, in alternating rounds, so that a busy machine is busy for all of them.
 */
const quick = process.argv.includes('--quick') || process.env['CI'] !== undefined;
const seconds = Number(process.env['BENCH_SECONDS'] ?? (quick ? 3 : 5));
const connections = 32;
const rounds = 3;
const AIM = 0.5;
const CALL = '/api/user/info';
const BARE = 'scripts/bench/bare-server.ts';

interface Taken {
  readonly perSecond: number;
  readonly p99: number;
  /** Microseconds of the server process itself per request; PostgreSQL's own come on top. */
  readonly cpu: number;
}

const site = await openBenchSite(servicesEnv());
const folder = await mkdtemp(path.join(tmpdir(), 'octavo-bench-'));
const servers: ServerProcess[] = [];

async function start(file: string, env: Record<string, string>): Promise<ServerProcess> {
  const logFile = path.join(folder, `${servers.length}.log`);
  const server = await startServer(file, env, logFile);
  servers.push(server);
  return server;
}

async function post(url: string, headers: Record<string, string>, body: object) {
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { text: await answer.text(), cookie: answer.headers.get('set-cookie')?.split(';')[0] };
}

/** The call as a page of ours makes it, and the bytes of its answer. */
async function prepareCall(stack: ServerProcess) {
  const { PUBLIC_URL: origin, ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = site.env;
  const page = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
  const login = await post(`${stack.url}/api/user/login`, page, { username, password });
  if (!login.cookie) throw new Error(`no login: ${login.text}`);
  const headers = { ...page, cookie: login.cookie };
  const { text } = await post(stack.url + CALL, headers, {});
  const { data } = JSON.parse(text) as { data: { uid: number } };
  return { headers, text, uid: data.uid };
}

async function measure(): Promise<Record<string, Taken[]>> {
  const stack = await start('apps/server/src/main.ts', site.env);
  const { headers, text, uid } = await prepareCall(stack);
  const { DATABASE_URL } = site.env;
  const targets = {
    'bare Fastify, same bytes': await start(BARE, { BENCH_BODY: text }),
    'bare Fastify + pg, one row': await start(BARE, { DATABASE_URL, BENCH_UID: String(uid) }),
    'Octavo, user/info by cookie': stack,
    // Without Redis's heartbeat nothing is remembered: the login is read on every call.
    ...(!quick && {
      'Octavo, nothing remembered': await start('apps/server/src/main.ts', {
        ...site.env,
        REDIS_URL: 'redis://127.0.0.1:1',
      }),
    }),
  };
  const loadOnce = (server: ServerProcess, time: number) =>
    load(server.url + CALL, headers, { connections, seconds: time });
  for (const [name, server] of Object.entries(targets)) {
    const answer = await post(server.url + CALL, headers, {});
    if (answer.text !== text) throw new Error(`${name} answers other bytes: ${answer.text}`);
    await loadOnce(server, 1);
  }
  const taken: Record<string, Taken[]> = {};
  for (let round = 0; round < rounds; round += 1)
    for (const [name, server] of Object.entries(targets)) {
      const before = server.cpu();
      const { requests, perSecond, p99 } = await loadOnce(server, seconds);
      const cpu = (server.cpu() - before) / requests;
      (taken[name] ??= []).push({ perSecond, p99, cpu });
    }
  return taken;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function summarise(rows: Taken[]): Taken {
  const middle = (key: keyof Taken) => Math.round(median(rows.map((row) => row[key])));
  return { perSecond: middle('perSecond'), p99: middle('p99'), cpu: middle('cpu') };
}

try {
  const taken = await measure();
  const summary = Object.entries(taken).map(([name, rows]) => [name, summarise(rows)] as const);
  const [bytes, row, stack] = summary.map(([, one]) => one.perSecond) as [number, number, number];
  const rows = summary.map(([name, { perSecond, p99, cpu }]) => {
    const [ofBytes, ofRow] = [perSecond / bytes, perSecond / row].map((part) => part.toFixed(2));
    const figures = { 'requests/s': perSecond, 'p99 ms': p99, 'CPU µs/request': cpu };
    return [name, { ...figures, 'of bytes': ofBytes, 'of one row': ofRow }] as const;
  });
  console.table(Object.fromEntries(rows));
  const ratios = { againstBytes: stack / bytes, againstRow: stack / row };
  const [reached, aim] = [ratios.againstRow.toFixed(2), AIM.toFixed(2)];
  console.log(`Octavo answers ${reached} of bare Fastify + pg; the aim is ${aim} or more`);
  if (ratios.againstRow < AIM) process.exitCode = 1;
  const artifacts = path.join(projectFolder, '.artifacts');
  await mkdir(artifacts, { recursive: true });
  const report = { connections, seconds, rounds, ...ratios, taken };
  await writeFile(path.join(artifacts, 'bench.json'), `${JSON.stringify(report, null, 2)}\n`);
} finally {
  for (const server of servers) await server.stop();
  await site.drop();
  await rm(folder, { recursive: true });
}
