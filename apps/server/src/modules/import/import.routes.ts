import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx, Handlers } from '../../http/context.ts';
import type { TaskStep } from '../task/task-step.ts';
import { applyStep } from './apply-step.ts';
import { comparePage } from './compare-page.ts';
import { auditLater, importStatus, openImport } from './import-status.ts';
import { planStep } from './plan-step.ts';
import { assertMayImport, importAtOnce, sendImport, start } from './send-import.ts';
import type { SendCtx } from './send-import.ts';
import { undoStep } from './undo-step.ts';

type Import = Calls['import'];

export const importSteps = [planStep, applyStep, undoStep];

/** How long `import/auto` waits for the task before it responds. */
const PATIENCE_MS = 3000;

/** Runs the next step of an import that is in the expected state. */
async function goOn(
  ctx: Ctx<Import['undo']['access']>,
  from: 'planned' | 'done',
  step: TaskStep,
  before: (taskId: number) => Promise<void> = () => Promise.resolve(),
) {
  const { deps, grant } = ctx;
  const task = await openImport(deps, grant.id);
  await assertMayImport(ctx, task.item_id);
  const request = task.item_id > 0 ? {} : auditLater(ctx, 'import.apply');
  if (task.item_id > 0) ctx.note({ item_id: task.item_id });
  ctx.note({ facts: { file: task.request.file } });
  const isSmall = task.request.is_small;
  await before(task.task_id);
  await ctx.transaction(async (work) => {
    if (!(await work.repos.tasks.next(task.task_id, from, step.name, request)))
      throw new AppError('notFound');
    if (!isSmall) await step.enqueue(work, task.task_id);
    return {};
  });
  await start(ctx, step, { task_id: task.task_id, isSmall });
  return importStatus(ctx, task.task_id);
}

async function auto(ctx: SendCtx, { item_id }: CallRequest<Import['auto']>) {
  const status = await importAtOnce(ctx, item_id, PATIENCE_MS);
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
  plan: async (ctx, { item_id }) => importStatus(ctx, await sendImport(ctx, item_id, planStep, {})),
  apply: (ctx, { choices, other_choices }) =>
    goOn(ctx, 'planned', applyStep, async (taskId) => {
      const chosen = Object.entries(choices).map(([at, choice]) => [Number(at), choice] as const);
      const open = await ctx.repos.imports.choose(taskId, chosen, other_choices);
      if (open > 0) throw new AppError('invalidRequest', { field: 'choices' });
    }),
  undo: (ctx) =>
    goOn(ctx, 'done', undoStep, async (taskId) => {
      if (!(await importStatus(ctx, taskId)).is_undoable) throw new AppError('forbidden');
    }),
  status: async (ctx, { task_id, action, is_skipped, page, count }) => {
    const status = await importStatus(ctx, task_id);
    if (count === 0) return { ...status, list: [], entries: 0 };
    const shown = { action, skipped: is_skipped, page, count };
    // A member who has been limited to another catalog since no longer sees the pages of the former one.
    const grant = status.item_id > 0 ? await ctx.admit('view', status.item_id) : undefined;
    const view = grant?.view ?? 'all';
    const { list, total } = await ctx.repos.imports.pageOfEntries(task_id, view, shown);
    return { ...status, list, entries: total };
  },
  compare: comparePage,
};
