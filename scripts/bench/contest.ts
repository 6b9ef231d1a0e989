import { cpuDuring } from './cpu.ts';
import type { Load } from './load.ts';

/** A program to measure: runs the load for some seconds and lists the processes involved. */
export interface Contestant {
  run(seconds: number): Promise<Load>;
  /** The process in front of the database and Redis. */
  program(): number;
  engines(): Promise<readonly number[]>;
}

export interface Taken {
  readonly perSecond: number;
  readonly p99: number;
  /** CPU microseconds per request: of the program, PostgreSQL and Redis together. */
  readonly cpu: number;
  /** The share of PostgreSQL and Redis. */
  readonly engines: number;
}

export interface Row {
  readonly name: string;
  readonly against: string;
  readonly bare: Taken;
  readonly octavo: Taken;
  /** The throughput relative to the bare program, per CPU time and per wall-clock time. */
  readonly byCpu: number;
  readonly bySpeed: number;
}

const ROUNDS = 3;
const WARM_UP = 2;
const ENOUGH = 30;
const MOST_TRIES = 4;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** On a busy machine a round needs more time for a meaningful number of requests. */
async function runEnough({ run }: Contestant, seconds: number): Promise<Load> {
  let all = { requests: 0, perSecond: 0, p99: 0 };
  for (let tries = 1; tries <= MOST_TRIES && all.requests < ENOUGH; tries += 1) {
    const { requests, perSecond, p99 } = await run(seconds * tries);
    const speed = (all.perSecond * (tries - 1) + perSecond) / tries;
    all = { requests: all.requests + requests, perSecond: speed, p99: Math.max(all.p99, p99) };
  }
  if (all.requests === 0) throw new Error('not a single request was answered');
  return all;
}

async function takeRound(contestant: Contestant, seconds: number): Promise<Taken> {
  const pids = async () => [contestant.program(), ...(await contestant.engines())];
  const { result, cpu } = await cpuDuring(pids, () => runEnough(contestant, seconds));
  const own = cpu.get(contestant.program()) ?? 0;
  const all = [...cpu.values()].reduce((sum, time) => sum + time, 0);
  const { perSecond, p99, requests } = result;
  return { perSecond, p99, cpu: all / requests, engines: (all - own) / requests };
}

/** Measures both under the same load in alternating rounds, so that other load affects both. */
export async function contest(
  { name, against }: Pick<Row, 'name' | 'against'>,
  bare: Contestant,
  octavo: Contestant,
  seconds: number,
): Promise<Row> {
  const both = [bare, octavo] as const;
  const taken: [Taken[], Taken[]] = [[], []];
  for (const { run } of both) await run(WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, contestant] of both.entries())
      taken[at as 0 | 1].push(await takeRound(contestant, seconds));
  const middle = (rows: readonly Taken[], key: keyof Taken) =>
    rounded(median(rows.map((row) => row[key])));
  const [first, second] = taken.map((rows) => ({
    perSecond: middle(rows, 'perSecond'),
    p99: middle(rows, 'p99'),
    cpu: middle(rows, 'cpu'),
    engines: middle(rows, 'engines'),
  })) as [Taken, Taken];
  return {
    name,
    against,
    bare: first,
    octavo: second,
    byCpu: rounded(first.cpu / second.cpu),
    bySpeed: rounded(second.perSecond / first.perSecond),
  };
}
