import type { Calls } from '@octavo/contract';
import type { CallRequest, FileResult } from '@octavo/contract/define-call';
import { exportFormats } from '@octavo/contract/export-format';
import type { ExportFormat } from '@octavo/contract/export-format';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { translateTo } from '../../texts.ts';
import { EXPORT_TASK_KIND, exportRequest, exportStep } from './export-step.ts';
import { fileHeaders } from './export-file.ts';
import { taskRepository } from '../task/task.repository.ts';

type Export = Calls['export'];

/** Open exports per user; they run sequentially. */
const MAX_OPEN_TASKS = 20;
const STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;

/** The formats that this site supports: PDF requires Chromium. */
export function availableFormats({ config }: Pick<Deps, 'config'>): ExportFormat[] {
  return exportFormats.filter((format) => format !== 'pdf' || config.printer !== undefined);
}

interface ExportOptions {
  readonly format: ExportFormat;
  readonly cat_id: number;
  readonly page_id: number;
}

export async function beginExport(
  work: UnitOfWork,
  { grant, viewer, deps }: Pick<Ctx<Export['begin']['access']>, 'grant' | 'viewer' | 'deps'>,
  { format, cat_id, page_id }: ExportOptions,
) {
  if (!availableFormats(deps).includes(format)) throw new AppError('pdfMissing');
  const { uid } = viewer;
  if ((await taskRepository(work.db).countActive(uid)) >= MAX_OPEN_TASKS)
    throw new AppError('tooManyRequests');
  const task_id = await taskRepository(work.db).insert({
    uid,
    item_id: grant.itemId,
    kind: EXPORT_TASK_KIND,
    step: exportStep.name,
    request: { format, cat_id, page_id },
  });
  await exportStep.enqueue(work, task_id);
  return { task_id };
}

async function findTask({ db, grant }: Ctx<Export['status']['access']>) {
  const task = await taskRepository(db).find(grant.id);
  if (task?.kind !== EXPORT_TASK_KIND) throw new AppError('notFound');
  return task;
}

export async function status(ctx: Ctx<Export['status']['access']>) {
  const task = await findTask(ctx);
  const { format } = exportRequest.parse(task.request);
  const state = STATES.find((candidate) => candidate === task.state) ?? 'failed';
  const key = `errors.${task.error || 'taskFailed'}` as 'errors.taskFailed';
  return {
    ...task,
    format,
    state,
    reason: state === 'failed' ? translateTo(ctx.language, key) : '',
    file_name: task.file_name ?? '',
    file_size: task.file_size ?? 0,
  };
}

export async function download(
  ctx: Ctx<Export['download']['access']>,
  _input: CallRequest<Export['download']>,
): Promise<FileResult> {
  const { deps } = ctx;
  const { store, object_key, file_name } = await findTask(ctx);
  if (store === null || object_key === null) throw new AppError('notFound');
  const body = await (await deps.stores.get(store)).open(object_key);
  if (!body) throw new AppError('notFound');
  return { body, headers: fileHeaders(file_name ?? '') };
}
