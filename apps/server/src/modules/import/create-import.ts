import type { Calls } from '@octavo/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { assertNoItemLimit } from '../../access/token-limits.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { storeTaskFile, attachTaskFile } from '../task/task-file.ts';
import type { TaskStep } from '../task/task-step.ts';
import { applyStep } from './apply-step.ts';
import { deferAudit, IMPORT_TASK_KIND, importStatus, findImport } from './import-status.ts';
import type { ImportRequest } from './import-status.ts';
import { isArchive } from './source.ts';
import { taskRepository } from '../task/task.repository.ts';

/** The caller is a user, or a script that acts as the owner of an item. */
export type ImportCtx = Omit<Ctx<Calls['import']['plan']['access']>, 'grant'>;

/** Concurrent imports of one user. */
const MAX_OPEN_TASKS = 3;
/** API descriptions up to this size are imported during the request. */
const SMALL_FILE_BYTES = 1024 * 1024;

/** An import into an item requires the right to edit it. A token that is limited to items imports into these only. */
export async function assertMayImport(
  { authorize, viewer }: Pick<Ctx, 'authorize' | 'viewer'>,
  itemId: number,
) {
  if (itemId === 0) return assertNoItemLimit(viewer, {});
  try {
    await authorize('edit', itemId);
  } catch (error) {
    const isForbidden = error instanceof AppError && error.errorName === 'forbidden';
    throw isForbidden ? new AppError('noExportRight') : error;
  }
}

/** Runs the step of a small import in this process; others are run by a job. */
export async function runIfSmall(
  ctx: Pick<Ctx, 'deps'>,
  step: TaskStep,
  task: { readonly task_id: number; readonly isSmall: boolean },
) {
  if (task.isSmall) await step.run(ctx.deps, task.task_id);
}

/** Creates an import task for the uploaded file and returns its id. */
export async function createImport(
  ctx: ImportCtx,
  itemId: number,
  step: TaskStep,
  request: { auto?: true },
) {
  const { deps, viewer, file } = ctx;
  if (!file) throw new AppError('invalidRequest', { field: 'file' });
  await assertMayImport(ctx, itemId);
  if ((await taskRepository(deps.db).countActive(viewer.uid)) >= MAX_OPEN_TASKS)
    throw new AppError('tooManyRequests');
  const isSmall = file.size <= SMALL_FILE_BYTES && !(await isArchive(file.path));
  const storedFile = await storeTaskFile(deps, file);
  ctx.note({ facts: { file: storedFile.file_name }, ...(itemId > 0 && { item_id: itemId }) });
  const taskRequest: ImportRequest = {
    ...request,
    ...(request.auto && itemId === 0 && deferAudit(ctx, 'import.auto')),
    is_small: isSmall,
    file: storedFile.file_name,
  };
  const { task_id } = await ctx.transaction(async (work) => {
    const taskId = await taskRepository(work.db).insert({
      uid: viewer.uid,
      item_id: itemId,
      kind: IMPORT_TASK_KIND,
      step: step.name,
      request: taskRequest,
    });
    await attachTaskFile(work, deps, taskId, storedFile, file);
    if (!isSmall) await step.enqueue(work, taskId);
    return { task_id: taskId };
  });
  await runIfSmall(ctx, step, { task_id, isSmall });
  return task_id;
}

async function waitFor({ deps }: ImportCtx, taskId: number, milliseconds: number) {
  for (const end = performance.now() + milliseconds; ; await pause(100)) {
    const task = await findImport(deps, taskId);
    const isOpen = task.state === 'waiting' || task.state === 'running';
    if (!isOpen || performance.now() > end) return task;
  }
}

/** Imports without review, for scripts. Waits for the result up to the given time. */
export async function importWithoutReview(ctx: ImportCtx, itemId: number, milliseconds: number) {
  const task_id = await createImport(ctx, itemId, applyStep, { auto: true });
  const { state, error } = await waitFor(ctx, task_id, milliseconds);
  if (state === 'failed') throw new AppError((error || 'taskFailed') as 'taskFailed');
  return importStatus(ctx, task_id);
}
