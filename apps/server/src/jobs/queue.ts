import type { Pool } from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Trx } from '../db/connect.ts';
import { JOB_SCHEMA } from '../db/migrate.ts';
import type { Job } from './define-job.ts';

/** A failed job is retried after 1, 2, 4 … s; a job whose worker died, after a missed heartbeat. */
export function retryPolicy(job: Job) {
  return { retryLimit: job.retries, retryBackoff: true, heartbeatSeconds: 30 };
}

export interface Queue {
  /** Inside a transaction the job exists if and only if the transaction commits. */
  enqueue<P extends z.ZodType>(job: Job<P>, payload: z.input<P>, trx?: Trx): Promise<void>;
  readonly boss: PgBoss;
  close(): Promise<void>;
}

export interface QueueOptions {
  readonly pool: Pool;
  /** Only workers run maintenance and schedules. */
  readonly worker: boolean;
  onError(error: Error): void;
}

export async function openQueue(options: QueueOptions): Promise<Queue> {
  const boss = new PgBoss({
    db: {
      // Maintenance sends several statements in one text, which PostgreSQL only accepts without parameters.
      executeSql: (text, values) =>
        values?.length ? options.pool.query(text, values) : options.pool.query(text),
    },
    schema: JOB_SCHEMA,
    migrate: false,
    createSchema: false,
    supervise: options.worker,
    schedule: options.worker,
    // Rebuilding indexes needs the privileges of the owner, which the application role does not have.
    reindex: false,
  });
  boss.on('error', (error) => options.onError(error));
  await boss.start();
  return {
    boss,
    async enqueue(job, payload, trx) {
      const data = job.payload.parse(payload) as object;
      await boss.send(job.name, data, {
        ...retryPolicy(job),
        ...(trx ? { db: fromKysely(trx) } : {}),
      });
    },
    close: () => boss.stop({ graceful: true, timeout: 5000, close: false }),
  };
}
