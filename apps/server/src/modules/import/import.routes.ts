import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import type { SentFile } from '../../http/spool.ts';
import { putTaskFile, setTaskFile } from '../task/task-file.ts';
import type { TaskStep } from '../task/task-step.ts';
import { applyStep } from './apply-step.ts';
import { comparePage } from './compare-page.ts';
import { KIND, importStatus, openImport } from './import-status.ts';
import type { ImportRequest } from './import-status.ts';
import { planStep } from './plan-step.ts';
import { isArchive } from './source.ts';
import { undoStep } from './undo-step.ts';

type Import = Calls['import'];
type SendCtx = Ctx<Import['plan']['access']>;

export const importSteps = [planStep, applyStep, undoStep];

/** Of one person at a time; more would only wait. */
const MOST_OPEN = 3;
/** A description of this size is done before anybody would look for a progress bar. */
const SMALL_BYTES = 1024 * 1024;
const PATIENCE_MS = 3000;

/** To import into an item is to edit it. */
async function assertMayImport({ admit }: Pick<Ctx, 'admit'>, itemId: number): Promise<void> {
  if (itemId === 0) return;
  try {
    await admit('edit', itemId);
  } catch (error) {
    const isForbidden = error instanceof AppError && error.refusal === 'forbidden';
    throw isForbidden ? new AppError('noExportRight') : error;
  }
}

async function keepFile({ deps }: SendCtx, file: SentFile) {
  try {
    return await putTaskFile(deps, file);
  } catch (error) {
    deps.log.error({ err: error }, 'the store of files fails');
    throw new AppError('unavailable');
  }
}

/** Here and now what is small, by a job what is not. */
async function start(
  ctx: Pick<Ctx, 'deps'>,
  step: TaskStep,
  task: { readonly task_id: number; readonly isSmall: boolean },
) {
  if (task.isSmall) await step.run(ctx.deps, task.task_id);
}

async function send(ctx: SendCtx, itemId: number, step: TaskStep, request: { auto?: true }) {
  const { deps, viewer, file } = ctx;
  if (!file) throw new AppError('invalidRequest', { field: 'file' });
  await assertMayImport(ctx, itemId);
  if ((await deps.repos.tasks.countOpen(viewer.uid)) >= MOST_OPEN)
    throw new AppError('tooManyRequests');
  const isSmall = file.size <= SMALL_BYTES && !(await isArchive(file.path));
  const kept = await keepFile(ctx, file);
  ctx.note({ facts: { file: kept.file_name }, ...(itemId > 0 && { item_id: itemId }) });
  const told: ImportRequest = { ...request, is_small: isSmall, file: kept.file_name };
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

/** A further step of an import that stands where the step begins. */
async function goOn(
  ctx: Ctx<Import['undo']['access']>,
  from: 'planned' | 'done',
  step: TaskStep,
  before: (taskId: number) => Promise<void> = () => Promise.resolve(),
) {
  const { deps, grant } = ctx;
  const task = await openImport(deps, grant.id);
  await assertMayImport(ctx, task.item_id);
  if (task.item_id > 0) ctx.note({ item_id: task.item_id });
  ctx.note({ facts: { file: task.request.file } });
  const isSmall = task.request.is_small;
  await before(task.task_id);
  await ctx.transaction(async (work) => {
    if (!(await work.repos.tasks.next(task.task_id, from, step.name)))
      throw new AppError('notFound');
    if (!isSmall) await step.enqueue(work, task.task_id);
    return {};
  });
  await start(ctx, step, { task_id: task.task_id, isSmall });
  return importStatus(ctx, task.task_id);
}

/** Waits as long as a person would without wondering. */
async function waitFor({ deps }: SendCtx, taskId: number) {
  for (const end = performance.now() + PATIENCE_MS; ; await pause(100)) {
    const task = await openImport(deps, taskId);
    const isOpen = task.state === 'waiting' || task.state === 'running';
    if (!isOpen || performance.now() > end) return task;
  }
}

async function auto(ctx: SendCtx, { item_id }: CallRequest<Import['auto']>) {
  const task_id = await send(ctx, item_id, applyStep, { auto: true });
  const { state } = await waitFor(ctx, task_id);
  const status = await importStatus(ctx, task_id);
  if (state === 'failed') throw refusalOf(await openImport(ctx.deps, task_id));
  const { counts, item_name, notes } = status;
  const page_count = counts.add + counts.change + counts.conflict + counts.keep;
  return {
    task_id,
    item_name,
    page_count,
    notes,
    ...(state === 'done' && { item_id: status.item_id }),
  };
}

function refusalOf({ error }: { readonly error: string }): AppError {
  return new AppError((error || 'taskFailed') as 'taskFailed');
}

export const importRoutes: Handlers<Import> = {
  auto,
  plan: async (ctx, { item_id }) => importStatus(ctx, await send(ctx, item_id, planStep, {})),
  apply: (ctx, { choices, other_choices }) =>
    goOn(ctx, 'planned', applyStep, async (taskId) => {
      const chosen = Object.entries(choices).map(([at, choice]) => [Number(at), choice] as const);
      const open = await ctx.repos.imports.choose(taskId, chosen, other_choices);
      if (open > 0) throw new AppError('invalidRequest', { field: 'choices' });
    }),
  undo: (ctx) => goOn(ctx, 'done', undoStep),
  status: async (ctx, { task_id, action, is_skipped, page, count }) => {
    const status = await importStatus(ctx, task_id);
    if (count === 0) return { ...status, list: [], entries: 0 };
    const shown = { action, skipped: is_skipped, page, count };
    const { list, total } = await ctx.repos.imports.pageOfEntries(task_id, shown);
    return { ...status, list, entries: total };
  },
  compare: comparePage,
};
