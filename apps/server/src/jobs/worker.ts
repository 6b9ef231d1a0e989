import type { JobContext } from './job-context.ts';
import type { Job, JobPayload } from './define-job.ts';
import type { JobResult } from 'pg-boss';
import { retryPolicy } from './queue.ts';
import type { Queue } from './queue.ts';
import { withTrace } from '../trace.ts';

export interface JobHandler {
  readonly job: Job;
  readonly run: (ctx: JobContext, payload: unknown) => Promise<void>;
}

/** Binds a job to its handler. The payload is parsed again, because stored jobs may be older than the code. */
export function handleJob<J extends Job>(
  job: J,
  run: (ctx: JobContext, payload: JobPayload<J>) => Promise<void>,
): JobHandler {
  return { job, run: (ctx, payload) => run(ctx, job.payload.parse(payload) as JobPayload<J>) };
}

export async function createQueues(queue: Queue, handlers: readonly JobHandler[]): Promise<void> {
  for (const { job } of handlers) await queue.boss.createQueue(job.name);
}

/** An idle queue is polled once a second; a backlog is processed without pauses. */
const WORK_OPTIONS = {
  pollingIntervalSeconds: 1,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** Each job of a batch succeeds or fails independently. */
async function runJob(
  { job, run }: JobHandler,
  { id, data }: { id: string; data: unknown },
  ctx: JobContext,
): Promise<JobResult> {
  const trace = { queries: 0 };
  const startedAt = performance.now();
  const logFields = () => ({
    job: job.name,
    job_id: id,
    ms: Math.round(performance.now() - startedAt),
    queries: trace.queries,
  });
  try {
    await withTrace(trace, () => run(ctx, data));
    ctx.log.info(logFields(), 'job done');
    return { id, status: 'completed' };
  } catch (error) {
    ctx.log.error({ ...logFields(), err: error }, 'job failed');
    return { id, status: 'failed', output: { message: String(error) } };
  }
}

export async function startWorker(
  queue: Queue,
  handlers: readonly JobHandler[],
  ctx: JobContext,
): Promise<void> {
  for (const handler of handlers) {
    const { job } = handler;
    const options = job.sequential ? { ...WORK_OPTIONS, batchSize: 1 } : WORK_OPTIONS;
    await queue.boss.work(job.name, options, (batch) =>
      Promise.all(batch.map((row) => runJob(handler, row, ctx))),
    );
    if (job.schedule)
      await queue.boss.schedule(job.name, job.schedule, {}, { tz: 'UTC', ...retryPolicy(job) });
  }
}
