import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import type { TaskStep } from '../task/task-step.ts';
import { applyStep } from './apply-step.ts';
import { comparePage } from './compare-page.ts';
import { deferAudit, importStatus, findImport } from './import-status.ts';
import { planStep } from './plan-step.ts';
import { assertMayImport, importWithoutReview, createImport, runIfSmall } from './create-import.ts';
import type { ImportCtx } from './create-import.ts';
import { undoStep } from './undo-step.ts';
import { taskRepository } from '../task/task.repository.ts';
import { importRepository } from './import.repository.ts';

type Import = Calls['import'];

export const importSteps = [planStep, applyStep, undoStep];

/** How long `import/auto` waits for the task before it responds. */
const AUTO_IMPORT_TIMEOUT_MS = 3000;

/** Runs the next step of an import that is in the expected state. */
async function continueImport(
  ctx: Ctx<Import['undo']['access']>,
  expectedState: 'planned' | 'done',
  step: TaskStep,
  prepare: (taskId: number) => Promise<void> = () => Promise.resolve(),
) {
  const { deps, grant } = ctx;
  const task = await findImport(deps, grant.id);
  await assertMayImport(ctx, task.item_id);
  const request = task.item_id > 0 ? {} : deferAudit(ctx, 'import.apply');
  if (task.item_id > 0) ctx.note({ item_id: task.item_id });
  ctx.note({ facts: { file: task.request.file } });
  const isSmall = task.request.is_small;
  await prepare(task.task_id);
  await ctx.transaction(async (work) => {
    if (!(await taskRepository(work.db).queueStep(task.task_id, expectedState, step.name, request)))
      throw new AppError('notFound');
    if (!isSmall) await step.enqueue(work, task.task_id);
    return {};
  });
  await runIfSmall(ctx, step, { task_id: task.task_id, isSmall });
  return importStatus(ctx, task.task_id);
}

async function auto(ctx: ImportCtx, { item_id }: CallRequest<Import['auto']>) {
  const status = await importWithoutReview(ctx, item_id, AUTO_IMPORT_TIMEOUT_MS);
  const { task_id, counts, item_name, notes } = status;
  const page_count = counts.add + counts.change + counts.conflict + counts.keep;
  return {
    task_id,
    item_name,
    page_count,
    notes,
    ...(status.state === 'done' && { item_id: status.item_id }),
  };
}

export const importRoutes: Handlers<Import> = {
  auto,
  plan: async (ctx, { item_id }) =>
    importStatus(ctx, await createImport(ctx, item_id, planStep, {})),
  apply: (ctx, { choices, other_choices }) =>
    continueImport(ctx, 'planned', applyStep, async (taskId) => {
      const choiceList = Object.entries(choices).map(
        ([at, choice]) => [Number(at), choice] as const,
      );
      const undecided = await importRepository(ctx.db).saveChoices(
        taskId,
        choiceList,
        other_choices,
      );
      if (undecided > 0) throw new AppError('invalidRequest', { field: 'choices' });
    }),
  undo: (ctx) =>
    continueImport(ctx, 'done', undoStep, async (taskId) => {
      if (!(await importStatus(ctx, taskId)).is_undoable) throw new AppError('forbidden');
    }),
  status: async (ctx, { task_id, action, is_skipped, page, count }) => {
    const status = await importStatus(ctx, task_id);
    if (count === 0) return { ...status, list: [], entries: 0 };
    const filter = { action, skipped: is_skipped, page, count };
    // A member who has been limited to another catalog since no longer sees the pages of the former one.
    const grant = status.item_id > 0 ? await ctx.authorize('view', status.item_id) : undefined;
    const view = grant?.view ?? 'all';
    const { list, total } = await importRepository(ctx.db).listEntriesPage(task_id, view, filter);
    return { ...status, list, entries: total };
  },
  compare: comparePage,
};
