import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { dropObject } from '../attachment/remove-file.ts';
import type { TaskStep } from './task-step.ts';

/** Starts steps again whose process has crashed. */
const watch = defineJob({ name: 'task-watch', payload: z.object({}), schedule: '* * * * *' });

const cleanUp = defineJob({ name: 'task-clean-up', payload: z.object({}), schedule: '29 * * * *' });

const AT_ONCE = 200;

/** The jobs of all steps, and the jobs that restart stale tasks and delete expired ones. */
export function taskJobs(steps: readonly TaskStep[]) {
  return [
    ...steps.map((step) => step.handler),
    handleJob(watch, async ({ repos, deps }) => {
      const silent = await repos.tasks.listSilent();
      for (const { task_id, step } of silent)
        await steps.find(({ name }) => name === step)?.enqueue(deps.queue, task_id);
    }),
    handleJob(cleanUp, async (ctx) => {
      for (let count = AT_ONCE; count === AT_ONCE;) {
        const gone = await ctx.repos.tasks.deleteOld(AT_ONCE);
        for (const { store, object_key } of gone)
          if (store !== null && object_key !== null) await dropObject(ctx, { store, object_key });
        count = gone.length;
      }
    }),
  ];
}
