import type { Calls } from '@octavo/contract';
import type { CallRequest, FileAnswer } from '@octavo/contract/define-call';
import { exportFormats } from '@octavo/contract/export-format';
import type { ExportFormat } from '@octavo/contract/export-format';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { Ctx, Work } from '../../http/context.ts';
import { textIn } from '../../texts.ts';
import { EXPORT, exportRequest, exportStep } from './export-step.ts';
import { fileHeaders } from './export-file.ts';

type Export = Calls['export'];

/** Open exports per user; they run sequentially. */
const MOST_OPEN = 20;
const STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;

/** The formats that this site supports: PDF requires Chromium. */
export function formsOf({ config }: Pick<Deps, 'config'>): ExportFormat[] {
  return exportFormats.filter((format) => format !== 'pdf' || config.printer !== undefined);
}

interface Wish {
  readonly format: ExportFormat;
  readonly cat_id: number;
  readonly page_id: number;
}

export async function beginExport(
  work: Work,
  { grant, viewer, deps }: Pick<Ctx<Export['begin']['access']>, 'grant' | 'viewer' | 'deps'>,
  { format, cat_id, page_id }: Wish,
) {
  if (!formsOf(deps).includes(format)) throw new AppError('pdfMissing');
  const { uid } = viewer;
  if ((await work.repos.tasks.countOpen(uid)) >= MOST_OPEN) throw new AppError('tooManyRequests');
  const task_id = await work.repos.tasks.insert({
    uid,
    item_id: grant.itemId,
    kind: EXPORT,
    step: exportStep.name,
    request: { format, cat_id, page_id },
  });
  await exportStep.enqueue(work, task_id);
  return { task_id };
}

async function taskOf({ repos, grant }: Ctx<Export['status']['access']>) {
  const task = await repos.tasks.find(grant.id);
  if (task?.kind !== EXPORT) throw new AppError('notFound');
  return task;
}

export async function status(ctx: Ctx<Export['status']['access']>) {
  const task = await taskOf(ctx);
  const { format } = exportRequest.parse(task.request);
  const state = STATES.find((known) => known === task.state) ?? 'failed';
  const key = `errors.${task.error || 'taskFailed'}` as 'errors.taskFailed';
  return {
    ...task,
    format,
    state,
    reason: state === 'failed' ? textIn(ctx.language, key) : '',
    file_name: task.file_name ?? '',
    file_size: task.file_size ?? 0,
  };
}

export async function download(
  ctx: Ctx<Export['download']['access']>,
  _input: CallRequest<Export['download']>,
): Promise<FileAnswer> {
  const { deps } = ctx;
  const { store, object_key, file_name } = await taskOf(ctx);
  if (store === null || object_key === null) throw new AppError('notFound');
  const body = await (await deps.stores.of(store)).open(object_key);
  if (!body) throw new AppError('notFound');
  return { body, headers: fileHeaders(file_name ?? '') };
}
