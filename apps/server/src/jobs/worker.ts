import type { JobContext } from './job-context.ts';
import type { Job, JobPayload } from './define-job.ts';
import type { Queue } from './queue.ts';
import { withTrace } from '../trace.ts';

export interface JobHandler {
  readonly job: Job;
  readonly run: (ctx: JobContext, payload: unknown) => Promise<void>;
}

/** Ties a job to what it does; the payload is parsed again, as rows may be older than the code. */
export function handleJob<J extends Job>(
  job: J,
  run: (ctx: JobContext, payload: JobPayload<J>) => Promise<void>,
): JobHandler {
  return { job, run: (ctx, payload) => run(ctx, job.payload.parse(payload) as JobPayload<J>) };
}

export async function createQueues(queue: Queue, handlers: readonly JobHandler[]): Promise<void> {
  for (const { job } of handlers) await queue.boss.createQueue(job.name);
}

export async function startWorker(
  queue: Queue,
  handlers: readonly JobHandler[],
  ctx: JobContext,
): Promise<void> {
  for (const { job, run } of handlers) {
    await queue.boss.work(job.name, { pollingIntervalSeconds: 1 }, async (batch) => {
      for (const { id, data } of batch) {
        const trace = { queries: 0 };
        const begun = performance.now();
        const line = () => ({
          job: job.name,
          job_id: id,
          ms: Math.round(performance.now() - begun),
          queries: trace.queries,
        });
        try {
          await withTrace(trace, () => run(ctx, data));
          ctx.log.info(line(), 'job done');
        } catch (error) {
          ctx.log.error({ ...line(), err: error }, 'job failed');
          throw error;
        }
      }
    });
    if (job.schedule) await queue.boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' });
  }
}
