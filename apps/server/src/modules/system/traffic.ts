import type { FastifyBaseLogger } from 'fastify';
import type { ResponseTotals, Metrics } from '../../http/metrics.ts';
import type { Connection } from '../../db/connect.ts';
import { trafficRepository } from './traffic.repository.ts';

const INTERVAL_MS = 60_000;

/** The traffic between two readings of this process's metrics. */
function diffTotals(last: ResponseTotals, now: ResponseTotals) {
  const answer_times: Record<string, number> = {};
  let below = 0;
  for (const [end, count] of now.countByMaxMs) {
    const until = count - (last.countByMaxMs.get(end) ?? 0);
    if (until > below) answer_times[String(end)] = until - below;
    below = until;
  }
  return { requests: below, errors: now.errors - last.errors, answer_times };
}

export interface TrafficRecorder {
  /** Stores the traffic since the last write. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/** Each process writes one row per minute, which adds no cost to a request. */
export function createTrafficRecorder(parts: {
  db: Connection;
  metrics: Pick<Metrics, 'responseTotals'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}): TrafficRecorder {
  let last: ResponseTotals = { errors: 0, countByMaxMs: new Map() };

  async function record(): Promise<void> {
    try {
      const now = await parts.metrics.responseTotals();
      await trafficRepository(parts.db).insert(diffTotals(last, now));
      last = now;
    } catch (error) {
      parts.log.warn({ err: error }, 'saving traffic counts failed, will retry');
    }
  }

  let lastWrite = Promise.resolve();
  /** Waits for the previous write, so that nothing is counted twice. */
  function write(): Promise<void> {
    lastWrite = lastWrite.then(record);
    return lastWrite;
  }

  const timer = setInterval(() => void write(), INTERVAL_MS);
  timer.unref();
  return {
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
