import type { ItemRight } from '@octavo/contract/access';
import type { Language } from '@octavo/contract/entities';
import type { ErrorName } from '@octavo/contract/errors';
import { z } from 'zod';
import { authorizeItem } from '../../access/authorize.ts';
import type { ItemGrant } from '../../access/grant.ts';
import type { ViewerOf } from '../../access/viewer.ts';
import { AppError } from '../../app-error.ts';
import { StorageError } from '../../storage-error.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../http/context.ts';
import { siteLanguage } from '../../http/site-identity.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { isTransient } from '../../http/error-response.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Job } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { createProgressWriter, AttemptAbandoned } from './progress-writer.ts';
import type { StepOutcome, TaskState } from './task.repository.ts';
import { userRepository } from '../account/user.repository.ts';
import { taskRepository } from './task.repository.ts';

type Task = NonNullable<Awaited<ReturnType<ReturnType<typeof taskRepository>['find']>>>;

const payload = z.object({ task_id: z.int() });

/** One attempt of a step. */
export interface TaskRun {
  readonly deps: Deps;
  readonly task: Task;
  readonly viewer: ViewerOf<{ who: 'user' }>;
  readonly language: Language;
  /** Checks the current rights of the user in an item. Writes check them again under the lock of the item. */
  authorize(right: ItemRight, itemId: number): Promise<ItemGrant>;
  /** Written at most once a second. Throws if the attempt is no longer active. */
  progress(done: number, total: number): void;
  /**
   * The only transaction of the step. Its writes and the end of the step are committed together, so that another
   * attempt never writes twice.
   */
  finish(act: (work: UnitOfWork) => Promise<StepOutcome>): Promise<void>;
}

export interface TaskStep {
  readonly name: string;
  /** State of the task after the step was stopped or has failed; for `stopped`, a failed step ends as `failed`. */
  readonly fallbackState: TaskState;
  readonly job: Job<typeof payload>;
  readonly handler: JobHandler;
  /** Enqueues the job in the transaction that sets the task to waiting. */
  enqueue(work: Pick<UnitOfWork, 'enqueue'>, taskId: number): Promise<void>;
  /**
   * Runs the step in this process, unless another attempt is active. Errors of the step are not thrown: they end it,
   * except for transient ones, after which the task-watch job starts it again.
   */
  run(deps: Deps, taskId: number): Promise<void>;
}

/** Limits the attempts, because a step that crashes its process would otherwise do so forever. */
const MAX_ATTEMPTS = 3;

async function loadViewer({ db }: Deps, uid: number): Promise<TaskRun['viewer']> {
  const account = await userRepository(db).find(uid);
  if (!account) throw new AppError('forbidden');
  return { ...account, kind: 'user', device_id: 0, device_kind: 'token', second_factor: null };
}

/** Runs one attempt and always stops its heartbeat. */
async function runAttempt(
  deps: Deps,
  taskId: number,
  attempt: number,
  act: (run: TaskRun) => Promise<void>,
): Promise<void> {
  const task = await taskRepository(deps.db).find(taskId);
  if (!task) return;
  const viewer = await loadViewer(deps, task.uid);
  const subject = { viewer, visitPass: () => undefined };
  const progress = createProgressWriter((done, total) =>
    taskRepository(deps.db).heartbeat(taskId, attempt, done, total),
  );
  try {
    await act({
      deps,
      task,
      viewer,
      language: viewer.language ?? siteLanguage(deps),
      authorize: (right, itemId) => authorizeItem(subject, right, itemId, deps),
      progress: progress.set,
      finish: (write) =>
        inTransaction(deps, async (work) => {
          const outcome = await write(work);
          progress.stop();
          if (!(await taskRepository(work.db).endAttempt(taskId, attempt, outcome)))
            throw new AttemptAbandoned();
        }),
    });
  } finally {
    progress.stop();
  }
}

/** Defines a step. With a `fallbackState`, the task returns to that state if the step is stopped or fails. */
export function defineTaskStep(
  name: string,
  act: (run: TaskRun) => Promise<void>,
  fallbackState: TaskState = 'stopped',
): TaskStep {
  // No retries by the queue: only the task-watch job starts stale tasks again.
  const job = defineJob({ name, payload, retries: 0, sequential: true });
  async function run(deps: Deps, taskId: number): Promise<void> {
    const tasks = taskRepository(deps.db);
    const attempt = await tasks.beginAttempt(taskId, name);
    if (attempt === undefined) return;
    const state = fallbackState === 'stopped' ? 'failed' : fallbackState;
    const fail = (error: ErrorName) => tasks.endAttempt(taskId, attempt, { state, error });
    try {
      if (attempt > MAX_ATTEMPTS) await fail('taskFailed');
      else await runAttempt(deps, taskId, attempt, act);
    } catch (error) {
      if (error instanceof AttemptAbandoned) return;
      if (error instanceof AppError) {
        await fail(error.errorName);
        return;
      }
      deps.log.error({ err: error, task_id: taskId, step: name }, 'task step failed');
      // Transient error: the task becomes stale, and the task-watch job starts it again.
      if (isTransient(error as Error)) return;
      await fail(error instanceof StorageError ? 'storageFailed' : 'taskFailed');
    }
  }
  return {
    name,
    fallbackState,
    job,
    run,
    handler: handleJob(job, ({ deps }, { task_id }) => run(deps, task_id)),
    enqueue: (work, task_id) => work.enqueue(job, { task_id }),
  };
}
