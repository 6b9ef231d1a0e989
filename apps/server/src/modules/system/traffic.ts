import type { FastifyBaseLogger } from 'fastify';
import type { Repositories } from '../../db/repositories.ts';
import type { Answered, Metrics } from '../../http/metrics.ts';

const EVERY_MS = 60_000;

/** What was answered since the last look, by what the metrics of this process have counted anyway. */
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
  /** Writes down what was answered until now. */
  write(): Promise<void>;
  close(): Promise<void>;
}

/** Once a minute, one row of each process: a request itself pays nothing for it. */
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
  /** After the one before it, so that nothing is counted twice. */
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
