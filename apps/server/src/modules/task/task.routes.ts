import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import { removeTaskFile } from './task-file.ts';
import type { TaskStep } from './task-step.ts';
import { taskRepository } from './task.repository.ts';

/** A running attempt detects the stop when it reports progress or finishes, and rolls back. */
export function taskRoutes(steps: readonly TaskStep[]): Handlers<Calls['task']> {
  return {
    async stop(ctx) {
      const { db, deps, grant } = ctx;
      const task = await taskRepository(db).find(grant.id);
      if (!task) return { is_stopped: false };
      const { fallbackState = 'stopped' } = steps.find(({ name }) => name === task.step) ?? {};
      if (!(await taskRepository(db).stopStep(task.task_id, task.step, fallbackState)))
        return { is_stopped: false };
      const { task_id, store, object_key } = task;
      if (store !== null && object_key !== null)
        await removeTaskFile(ctx, deps, task_id, { store, object_key });
      return { is_stopped: true };
    },
  };
}
