import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Pool } from 'pg';
import type { Replicas } from '../db/replicas.ts';
import type { CacheMemory } from '../realtime/cache-memory.ts';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

interface Observation {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly errorCode: number | undefined;
  readonly seconds: number;
}

/** Totals of all responses since the process started, without health checks and built web files. */
export interface ResponseTotals {
  /** Responses with a status of 500 or above. */
  readonly errors: number;
  /** Cumulative number of responses by maximum duration in ms; the last entry counts all of them. */
  readonly countByMaxMs: ReadonlyMap<number, number>;
}

export interface Metrics {
  observe(request: Observation): void;
  /** Counts a request to the CDN that removes documents. */
  countPurge(result: 'sent' | 'failed'): void;
  responseTotals(): Promise<ResponseTotals>;
  readonly registry: Registry;
}

const UNCOUNTED_ROUTES = /^\/(health|assets)\//;
const isCounted = (route: string | number | undefined) => !UNCOUNTED_ROUTES.test(String(route));

export function createMetrics(
  pool: Pool,
  cacheMemory: CacheMemory,
  replicas: Pick<Replicas, 'states'> | undefined,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'method', 'status', 'error_code'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response.',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of this process to PostgreSQL.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  registry.registerMetric(connections);
  const cacheBytes = new Gauge({
    name: 'cache_bytes',
    help: 'Memory of the caches of this process, estimated.',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const { name, bytes } of cacheMemory.usage()) this.set({ cache: name }, bytes);
    },
  });
  registry.registerMetric(cacheBytes);
  if (replicas) registerReplicaMetrics(registry, replicas);
  const purges = new Counter({
    name: 'cdn_purges_total',
    help: 'Requests that remove documents from the CDN.',
    labelNames: ['result'],
    registers: [registry],
  });
  return {
    registry,
    countPurge: (result) => purges.inc({ result }),
    observe({ route, method, status, errorCode, seconds }) {
      requests.inc({ route, method, status, error_code: errorCode ?? '' });
      duration.observe({ route }, seconds);
    },
    async responseTotals() {
      const countByMaxMs = new Map<number, number>();
      for (const { metricName, labels, value } of (await duration.get()).values) {
        // Only buckets have `le`, which the types of the library do not declare.
        const { le } = labels as { le?: string | number };
        if (!metricName?.endsWith('_bucket') || !isCounted(labels.route)) continue;
        const end = le === '+Inf' ? Infinity : Number(le) * 1000;
        countByMaxMs.set(end, (countByMaxMs.get(end) ?? 0) + value);
      }
      let errors = 0;
      for (const { labels, value } of (await requests.get()).values)
        if (Number(labels.status) >= 500 && isCounted(labels.route)) errors += value;
      return { errors, countByMaxMs };
    },
  };
}

function registerReplicaMetrics(registry: Registry, replicas: Pick<Replicas, 'states'>): void {
  const labelNames = ['replica'];
  const registers = [registry];
  const lag = new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'Time since the primary was beyond the position of the replica.',
    labelNames,
    registers,
    collect() {
      for (const { name, lagMs } of replicas.states()) this.set({ replica: name }, lagMs / 1000);
    },
  });
  const used = new Gauge({
    name: 'database_replica_used',
    help: '1 while the replica is read, 0 while it is left out.',
    labelNames,
    registers,
    collect() {
      for (const { name, problem } of replicas.states())
        this.set({ replica: name }, problem === undefined ? 1 : 0);
    },
  });
  const reads = new Counter({
    name: 'database_replica_reads_total',
    help: 'Reads answered by the replica.',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { name, reads: count } of replicas.states()) this.inc({ replica: name }, count);
    },
  });
  for (const metric of [lag, used, reads]) registry.registerMetric(metric);
}

/** Metrics have their own port, so that a reverse proxy in front of the site does not expose them. */
export async function serveMetrics(
  metrics: Metrics,
  address: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(address.port, address.host, resolve);
  });
  return server;
}
