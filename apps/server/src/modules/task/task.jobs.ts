import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { removeUnusedObject } from '../attachment/remove-file.ts';
import type { TaskStep } from './task-step.ts';
import { taskRepository } from './task.repository.ts';

/** Starts steps again whose process has crashed or which failed with a transient error. */
const watch = defineJob({ name: 'task-watch', payload: z.object({}), schedule: '* * * * *' });

const cleanUp = defineJob({ name: 'task-clean-up', payload: z.object({}), schedule: '29 * * * *' });

const BATCH_SIZE = 200;

/** The jobs of all steps, and the jobs that restart stale tasks and delete expired ones. */
export function taskJobs(steps: readonly TaskStep[]) {
  return [
    ...steps.map((step) => step.handler),
    handleJob(watch, async ({ db, deps }) => {
      const staleTasks = await taskRepository(db).listStale();
      for (const { task_id, step } of staleTasks)
        await steps.find(({ name }) => name === step)?.enqueue(deps.queue, task_id);
    }),
    handleJob(cleanUp, async (ctx) => {
      for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
        const deleted = await taskRepository(ctx.db).deleteExpired(BATCH_SIZE);
        for (const { store, object_key } of deleted)
          if (store !== null && object_key !== null)
            await removeUnusedObject(ctx, { store, object_key });
        count = deleted.length;
      }
    }),
  ];
}
