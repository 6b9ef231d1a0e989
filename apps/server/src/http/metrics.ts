import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

interface Observation {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly errorCode: number | undefined;
  readonly seconds: number;
}

/** All that was answered since the process started, without probes and the web's own files. */
export interface Answered {
  /** By our fault. */
  readonly errors: number;
  /** How many took no longer than so many milliseconds, the last of them is all. */
  readonly within: ReadonlyMap<number, number>;
}

export interface Metrics {
  observe(request: Observation): void;
  answered(): Promise<Answered>;
  readonly registry: Registry;
}

const BY_ITSELF = /^\/(health|assets)\//;
const isAsked = (route: string | number | undefined) => !BY_ITSELF.test(String(route));

export function createMetrics(pool: Pool): Metrics {
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
    help: 'Time from request to answer.',
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
  return {
    registry,
    observe({ route, method, status, errorCode, seconds }) {
      requests.inc({ route, method, status, error_code: errorCode ?? '' });
      duration.observe({ route }, seconds);
    },
    async answered() {
      const within = new Map<number, number>();
      for (const { metricName, labels, value } of (await duration.get()).values) {
        // Of a bucket only; the library's types do not know it.
        const { le } = labels as { le?: string | number };
        if (!metricName?.endsWith('_bucket') || !isAsked(labels.route)) continue;
        const end = le === '+Inf' ? Infinity : Number(le) * 1000;
        within.set(end, (within.get(end) ?? 0) + value);
      }
      let errors = 0;
      for (const { labels, value } of (await requests.get()).values)
        if (Number(labels.status) >= 500 && isAsked(labels.route)) errors += value;
      return { errors, within };
    },
  };
}

/** Metrics have a port of their own, so that a proxy in front of the product never shows them. */
export async function serveMetrics(
  metrics: Metrics,
  where: { host: string; port: number },
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
    server.once('error', reject).listen(where.port, where.host, resolve);
  });
  return server;
}
