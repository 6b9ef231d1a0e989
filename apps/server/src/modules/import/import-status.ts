import type { Calls } from '@octavo/contract';
import type { CallResult } from '@octavo/contract/define-call';
import { hasSinglePage, RUN_API_ITEM } from '@octavo/contract/item-type';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { NewAuditEntry } from '../audit/audit.repository.ts';
import type { Ctx } from '../../http/context.ts';
import { translateTo } from '../../texts.ts';
import { taskRepository } from '../task/task.repository.ts';

type ImportStatus = CallResult<Calls['import']['plan']>;

export const IMPORT_TASK_KIND = 'import';

/** The results that the steps have stored; absent until the step has run. */
type ImportResult = Partial<
  Pick<
    ImportStatus,
    | 'item_name'
    | 'counts'
    | 'notes'
    | 'is_again'
    | 'added'
    | 'changed'
    | 'recycled'
    | 'restored'
    | 'skipped'
  > & { readonly catalogs: readonly number[] }
>;

/** The stored request of the task. */
export interface ImportRequest extends Record<string, unknown> {
  /** Set for scripts: the import is applied without review. */
  readonly auto?: true;
  /** Runs in the process that received the request, not as a job. */
  readonly is_small: boolean;
  readonly file: string;
  /** For an import into a new item: its audit log entry, which is written together with the item. */
  readonly audit?: Pick<
    NewAuditEntry,
    'action' | 'address' | 'user_agent' | 'request_id' | 'actor_kind'
  >;
}

const NO_COUNTS = { add: 0, change: 0, conflict: 0, keep: 0, left: 0 };

/** Single-page and read-only items cannot be undone; users delete the whole item instead. */
function isUndoable(itemType: number): boolean {
  return itemType !== RUN_API_ITEM && !hasSinglePage(itemType);
}

/** Defers the audit log entry of an import into a new item until the item exists. */
export function deferAudit(
  { client, note }: Pick<Ctx, 'client' | 'note'>,
  action: 'import.auto' | 'import.apply',
): Pick<ImportRequest, 'audit'> {
  note({ later: true });
  return {
    audit: {
      action,
      address: client.address,
      user_agent: client.userAgent,
      request_id: client.requestId,
      actor_kind: 'user',
    },
  };
}

/** Throws `notFound` for tasks of other kinds. */
export async function findImport({ db }: Deps, taskId: number) {
  const task = await taskRepository(db).find(taskId);
  if (task?.kind !== IMPORT_TASK_KIND) throw new AppError('notFound');
  return { ...task, request: task.request as ImportRequest };
}

/** The status of an import in the response format. */
export async function importStatus(
  { deps, language }: Pick<Ctx, 'deps' | 'language'>,
  taskId: number,
): Promise<ImportStatus> {
  const task = await findImport(deps, taskId);
  const { catalogs = [], ...result } = task.result as ImportResult;
  const meta = task.item_id > 0 ? await deps.itemMetaCache.get(task.item_id) : undefined;
  // The task stores the error name; `field` fills the placeholder of messages that have one.
  const key = `errors.${task.error}` as 'errors.invalidRequest';
  return {
    item_name: '',
    counts: NO_COUNTS,
    notes: [],
    is_again: false,
    added: 0,
    changed: 0,
    recycled: 0,
    restored: 0,
    skipped: 0,
    is_undoable: meta !== undefined && isUndoable(meta.item_type),
    ...result,
    task_id: task.task_id,
    item_id: task.item_id,
    file_name: task.request.file,
    step: task.step.replace('import-', '') as ImportStatus['step'],
    state: task.state,
    done: task.done,
    total: task.total,
    error: task.error === '' ? '' : translateTo(language, key, { field: 'file' }),
    new_catalogs: catalogs.length,
    addtime: task.addtime,
    end_time: task.end_time,
  };
}
