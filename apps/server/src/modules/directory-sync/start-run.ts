import { z } from 'zod';
import { AppError } from '../../app-error.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { directoryRunRepository } from './directory-run.repository.ts';
import type { NewRun } from './directory-run.repository.ts';

export const syncJob = defineJob({
  name: 'directory-sync',
  payload: z.object({ run_id: z.int() }),
  sequential: true,
});

/** Queues a run, in a transaction. Undefined if another one is queued or running. */
export async function queueRun(
  { db, enqueue }: Pick<UnitOfWork, 'db' | 'enqueue'>,
  run: NewRun,
): Promise<number | undefined> {
  const runId = await directoryRunRepository(db).insert(run);
  if (runId !== undefined) await enqueue(syncJob, { run_id: runId });
  return runId;
}

export async function startRun(
  work: Pick<UnitOfWork, 'db' | 'enqueue'>,
  run: NewRun,
): Promise<number> {
  await directoryRunRepository(work.db).endDead();
  const runId = await queueRun(work, run);
  if (runId === undefined) throw new AppError('syncRunning');
  return runId;
}
