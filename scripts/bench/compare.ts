import { cpuDuring } from './cpu.ts';
import type { Load } from './load.ts';

/** A program to measure: runs the load for some seconds and lists the processes involved. */
export interface BenchTarget {
  run(seconds: number): Promise<Load>;
  /** The process in front of the database and Redis. */
  program(): number;
  engines(): Promise<readonly number[]>;
}

export interface Measurement {
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
  readonly bare: Measurement;
  readonly octavo: Measurement;
  /** The throughput relative to the bare program, per CPU time and per wall-clock time. */
  readonly byCpu: number;
  readonly bySpeed: number;
}

const ROUNDS = 3;
const WARM_UP = 2;
const MIN_REQUESTS = 30;
const MAX_TRIES = 4;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function roundTo3Digits(value: number): number {
  return Number(value.toPrecision(3));
}

/** On a busy machine a round needs more time for a meaningful number of requests. */
async function runMinRequests({ run }: BenchTarget, seconds: number): Promise<Load> {
  let all = { requests: 0, perSecond: 0, p99: 0 };
  for (let tries = 1; tries <= MAX_TRIES && all.requests < MIN_REQUESTS; tries += 1) {
    const { requests, perSecond, p99 } = await run(seconds * tries);
    const speed = (all.perSecond * (tries - 1) + perSecond) / tries;
    all = { requests: all.requests + requests, perSecond: speed, p99: Math.max(all.p99, p99) };
  }
  if (all.requests === 0) throw new Error('no request was answered');
  return all;
}

async function measureRound(target: BenchTarget, seconds: number): Promise<Measurement> {
  const pids = async () => [target.program(), ...(await target.engines())];
  const { result, cpu } = await cpuDuring(pids, () => runMinRequests(target, seconds));
  const own = cpu.get(target.program()) ?? 0;
  const all = [...cpu.values()].reduce((sum, time) => sum + time, 0);
  const { perSecond, p99, requests } = result;
  return { perSecond, p99, cpu: all / requests, engines: (all - own) / requests };
}

/** Measures both under the same load in alternating rounds, so that other load affects both. */
export async function compareTargets(
  { name, against }: Pick<Row, 'name' | 'against'>,
  bare: BenchTarget,
  octavo: BenchTarget,
  seconds: number,
): Promise<Row> {
  const both = [bare, octavo] as const;
  const measurements: [Measurement[], Measurement[]] = [[], []];
  for (const { run } of both) await run(WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, target] of both.entries())
      measurements[at as 0 | 1].push(await measureRound(target, seconds));
  const medianOf = (rows: readonly Measurement[], key: keyof Measurement) =>
    roundTo3Digits(median(rows.map((row) => row[key])));
  const [first, second] = measurements.map((rows) => ({
    perSecond: medianOf(rows, 'perSecond'),
    p99: medianOf(rows, 'p99'),
    cpu: medianOf(rows, 'cpu'),
    engines: medianOf(rows, 'engines'),
  })) as [Measurement, Measurement];
  return {
    name,
    against,
    bare: first,
    octavo: second,
    byCpu: roundTo3Digits(first.cpu / second.cpu),
    bySpeed: roundTo3Digits(second.perSecond / first.perSecond),
  };
}
