import type { Calls } from '@octavo/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { putTaskFile, setTaskFile } from '../task/task-file.ts';
import type { TaskStep } from '../task/task-step.ts';
import { applyStep } from './apply-step.ts';
import { auditLater, KIND, importStatus, openImport } from './import-status.ts';
import type { ImportRequest } from './import-status.ts';
import { isArchive } from './source.ts';

/** The caller is a user, or a script that acts as the owner of an item. */
export type SendCtx = Omit<Ctx<Calls['import']['plan']['access']>, 'grant'>;

/** Concurrent imports of one user. */
const MOST_OPEN = 3;
/** API descriptions up to this size are imported during the request. */
const SMALL_BYTES = 1024 * 1024;

/** An import into an item requires the right to edit it. */
export async function assertMayImport({ admit }: Pick<Ctx, 'admit'>, itemId: number) {
  if (itemId === 0) return;
  try {
    await admit('edit', itemId);
  } catch (error) {
    const isForbidden = error instanceof AppError && error.refusal === 'forbidden';
    throw isForbidden ? new AppError('noExportRight') : error;
  }
}

/** Runs the step of a small import in this process; others are run by a job. */
export async function start(
  ctx: Pick<Ctx, 'deps'>,
  step: TaskStep,
  task: { readonly task_id: number; readonly isSmall: boolean },
) {
  if (task.isSmall) await step.run(ctx.deps, task.task_id);
}

/** Creates an import task for the uploaded file and returns its id. */
export async function sendImport(
  ctx: SendCtx,
  itemId: number,
  step: TaskStep,
  request: { auto?: true },
) {
  const { deps, viewer, file } = ctx;
  if (!file) throw new AppError('invalidRequest', { field: 'file' });
  await assertMayImport(ctx, itemId);
  if ((await deps.repos.tasks.countOpen(viewer.uid)) >= MOST_OPEN)
    throw new AppError('tooManyRequests');
  const isSmall = file.size <= SMALL_BYTES && !(await isArchive(file.path));
  const kept = await putTaskFile(deps, file);
  ctx.note({ facts: { file: kept.file_name }, ...(itemId > 0 && { item_id: itemId }) });
  const told: ImportRequest = {
    ...request,
    ...(request.auto && itemId === 0 && auditLater(ctx, 'import.auto')),
    is_small: isSmall,
    file: kept.file_name,
  };
  const { task_id } = await ctx.transaction(async (work) => {
    const made = await work.repos.tasks.insert({
      uid: viewer.uid,
      item_id: itemId,
      kind: KIND,
      step: step.name,
      request: told,
    });
    await setTaskFile(work, deps, made, kept, file);
    if (!isSmall) await step.enqueue(work, made);
    return { task_id: made };
  });
  await start(ctx, step, { task_id, isSmall });
  return task_id;
}

async function waitFor({ deps }: SendCtx, taskId: number, milliseconds: number) {
  for (const end = performance.now() + milliseconds; ; await pause(100)) {
    const task = await openImport(deps, taskId);
    const isOpen = task.state === 'waiting' || task.state === 'running';
    if (!isOpen || performance.now() > end) return task;
  }
}

/** Imports without review, for scripts. Waits for the result up to the given time. */
export async function importAtOnce(ctx: SendCtx, itemId: number, milliseconds: number) {
  const task_id = await sendImport(ctx, itemId, applyStep, { auto: true });
  const { state, error } = await waitFor(ctx, task_id, milliseconds);
  if (state === 'failed') throw new AppError((error || 'taskFailed') as 'taskFailed');
  return importStatus(ctx, task_id);
}
