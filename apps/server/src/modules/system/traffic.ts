import type { FastifyBaseLogger } from 'fastify';
import type { Repositories } from '../../db/repositories.ts';
import type { Answered, Metrics } from '../../http/metrics.ts';

const EVERY_MS = 60_000;

/** The traffic between two readings of this process's metrics. */
function since(last: Answered, now: Answered) {
  const answer_times: Record<string, number> = {};
  let below = 0;
  for (const [end, count] of now.within) {
    const until = count - (last.within.get(end) ?? 0);
    if (until > below) answer_times[String(end)] = until - below;
    below = until;
  }
  return { requests: below, errors: now.errors - last.errors, answer_times };
}

export interface Traffic {
  /** Stores the traffic since the last write. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/** Each process writes one row per minute, which adds no cost to a request. */
export function createTraffic(parts: {
  repos: Pick<Repositories, 'traffic'>;
  metrics: Pick<Metrics, 'answered'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
}): Traffic {
  let last: Answered = { errors: 0, within: new Map() };

  async function add(): Promise<void> {
    try {
      const now = await parts.metrics.answered();
      await parts.repos.traffic.insert(since(last, now));
      last = now;
    } catch (error) {
      parts.log.warn({ err: error }, 'traffic is written down later');
    }
  }

  let written = Promise.resolve();
  /** Waits for the previous write, so that nothing is counted twice. */
  function write(): Promise<void> {
    written = written.then(add);
    return written;
  }

  const timer = setInterval(() => void write(), EVERY_MS);
  timer.unref();
  return {
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}
