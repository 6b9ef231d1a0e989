import { load } from './load.ts';
import type { ServerProcess } from './process.ts';

const CONNECTIONS = 32;
const ROUNDS = 3;

/** One call as a client makes it. */
export interface Shot {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface Taken {
  readonly perSecond: number;
  readonly p99: number;
  /** Microseconds of the server process itself per request; PostgreSQL's own come on top. */
  readonly cpu: number;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function summarise(rows: readonly Taken[]): Taken {
  const middle = (key: keyof Taken) => Math.round(median(rows.map((row) => row[key])));
  return { perSecond: middle('perSecond'), p99: middle('p99'), cpu: middle('cpu') };
}

/** Several servers under the same load in alternating rounds, so that a busy machine is busy for all. */
export async function contest<Name extends string>(
  servers: Readonly<Record<Name, ServerProcess>>,
  { path, headers, body }: Shot,
  seconds: number,
): Promise<Record<Name, Taken>> {
  const entries = Object.entries(servers) as [Name, ServerProcess][];
  const loadOnce = (server: ServerProcess, time: number) =>
    load(server.url + path, headers, body, { connections: CONNECTIONS, seconds: time });
  for (const [, server] of entries) await loadOnce(server, 1);
  const taken = Object.fromEntries(entries.map(([name]) => [name, [] as Taken[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, server] of entries) {
      const before = server.cpu();
      const { requests, perSecond, p99 } = await loadOnce(server, seconds);
      taken[name]?.push({ perSecond, p99, cpu: (server.cpu() - before) / requests });
    }
  return Object.fromEntries(
    entries.map(([name]) => [name, summarise(taken[name] ?? [])]),
  ) as Record<Name, Taken>;
}

/** Milliseconds of one call after another, the middle one of `times`. */
export async function timeOf(
  server: ServerProcess,
  { path, headers, body }: Shot,
  times = 30,
): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const { error_code } = JSON.parse(await answer.text()) as { error_code: number };
    if (error_code !== 0) throw new Error(`${path} answers ${error_code}`);
    took.push(performance.now() - start);
  }
  return median(took);
}
