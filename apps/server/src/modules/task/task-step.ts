import type { ItemRight } from '@octavo/contract/access';
import type { Language } from '@octavo/contract/entities';
import type { ErrorName } from '@octavo/contract/errors';
import { z } from 'zod';
import { admitToItem } from '../../access/gate.ts';
import type { ItemGrant } from '../../access/grant.ts';
import type { ViewerOf } from '../../access/viewer.ts';
import { AppError } from '../../app-error.ts';
import { StorageError } from '../../storage-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../http/context.ts';
import { siteLanguage } from '../../http/site-identity.ts';
import type { Work } from '../../http/context.ts';
import { isPassing } from '../../http/refuse.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Job } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { createProgress, GivenUp } from './progress.ts';
import type { Outcome, TaskState } from './task.repository.ts';

type Task = NonNullable<Awaited<ReturnType<Repositories['tasks']['find']>>>;

const payload = z.object({ task_id: z.int() });

/** One attempt of a step. */
export interface TaskRun {
  readonly deps: Deps;
  readonly task: Task;
  readonly viewer: ViewerOf<{ who: 'user' }>;
  readonly language: Language;
  /** Checks the current rights of the user in an item. Writes check them again under the lock of the item. */
  admit(right: ItemRight, itemId: number): Promise<ItemGrant>;
  /** Written at most once a second. Throws if the attempt is no longer active. */
  progress(done: number, total: number): void;
  /**
   * The only transaction of the step. Its writes and the end of the step are committed together, so that another
   * attempt never writes twice.
   */
  finish(act: (work: Work) => Promise<Outcome>): Promise<void>;
}

export interface TaskStep {
  readonly name: string;
  /** State of the task after the step was stopped or has failed. */
  readonly rest: TaskState;
  readonly job: Job<typeof payload>;
  readonly handler: JobHandler;
  /** Enqueues the job in the transaction that sets the task to waiting. */
  enqueue(work: Pick<Work, 'enqueue'>, taskId: number): Promise<void>;
  /** Runs the step in this process, unless another attempt is active. Errors end the task and are not thrown. */
  run(deps: Deps, taskId: number): Promise<void>;
}

/** Limits the attempts, because a step that crashes its process would otherwise do so forever. */
const MOST_ATTEMPTS = 3;

async function viewerFor({ repos }: Deps, uid: number): Promise<TaskRun['viewer']> {
  const account = await repos.users.find(uid);
  if (!account) throw new AppError('forbidden');
  return { ...account, kind: 'user', device_id: 0 };
}

/** Runs one attempt and always stops its heartbeat. */
async function attemptAt(
  deps: Deps,
  taskId: number,
  attempt: number,
  act: (run: TaskRun) => Promise<void>,
): Promise<void> {
  const task = await deps.repos.tasks.find(taskId);
  if (!task) return;
  const viewer = await viewerFor(deps, task.uid);
  const comer = { viewer, visitPass: () => undefined };
  const progress = createProgress((done, total) =>
    deps.repos.tasks.beat(taskId, attempt, done, total),
  );
  try {
    await act({
      deps,
      task,
      viewer,
      language: viewer.language ?? siteLanguage(deps),
      admit: (right, itemId) => admitToItem(comer, right, itemId, deps),
      progress: progress.set,
      finish: (write) =>
        inTransaction(deps, async (work) => {
          const outcome = await write(work);
          progress.stop();
          if (!(await work.repos.tasks.end(taskId, attempt, outcome))) throw new GivenUp();
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
  rest: TaskState = 'stopped',
): TaskStep {
  // No retries by the queue: only the task-watch job starts stale tasks again.
  const job = defineJob({ name, payload, retries: 0, oneByOne: true });
  async function run(deps: Deps, taskId: number): Promise<void> {
    const { tasks } = deps.repos;
    const attempt = await tasks.begin(taskId, name);
    if (attempt === undefined) return;
    const state = rest === 'stopped' ? 'failed' : rest;
    const fail = (error: ErrorName) => tasks.end(taskId, attempt, { state, error });
    try {
      if (attempt > MOST_ATTEMPTS) await fail('taskFailed');
      else await attemptAt(deps, taskId, attempt, act);
    } catch (error) {
      if (error instanceof GivenUp) return;
      if (error instanceof AppError) {
        await fail(error.refusal);
        return;
      }
      deps.log.error({ err: error, task_id: taskId, step: name }, 'a step of a task failed');
      // Transient error: the task becomes stale, and the task-watch job starts it again.
      if (isPassing(error as Error)) return;
      await fail(error instanceof StorageError ? 'storageFailed' : 'taskFailed');
    }
  }
  return {
    name,
    rest,
    job,
    run,
    handler: handleJob(job, ({ deps }, { task_id }) => run(deps, task_id)),
    enqueue: (work, task_id) => work.enqueue(job, { task_id }),
  };
}
