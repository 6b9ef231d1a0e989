import type { Calls } from '@octavo/contract';
import type { CallAnswer } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { NewAuditEntry } from '../audit/audit.repository.ts';
import type { Ctx } from '../../http/context.ts';
import { textIn } from '../../texts.ts';
import { isOnePage } from '../page/page.policy.ts';

type Status = CallAnswer<Calls['import']['plan']>;

export const KIND = 'import';

/** What the steps have written down; nothing of it is there before its step. */
type Result = Partial<
  Pick<
    Status,
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

/** What the task was told when it was made. */
export interface ImportRequest extends Record<string, unknown> {
  /** A script decides nothing: it is applied without a plan that somebody has seen. */
  readonly auto?: true;
  /** Done in the process that was asked. */
  readonly is_small: boolean;
  readonly file: string;
  /** Of an import that makes an item: what its entry in the audit log says, written with the item. */
  readonly audit?: Pick<NewAuditEntry, 'action' | 'address' | 'user_agent'>;
}

const NOTHING = { add: 0, change: 0, conflict: 0, keep: 0, left: 0 };

const RUN_API = 3;

/** An item that is one page keeps it, and nothing changes in a read-only one: they are deleted as a whole. */
function isUndoable(itemType: number): boolean {
  return itemType !== RUN_API && !isOnePage(itemType);
}

/** For an import into a new item, whose entry waits until there is the item. */
export function auditLater(
  { client, note }: Pick<Ctx, 'client' | 'note'>,
  action: 'import.auto' | 'import.apply',
): Pick<ImportRequest, 'audit'> {
  note({ later: true });
  return { audit: { action, address: client.address, user_agent: client.userAgent } };
}

/** Tasks of other kinds are no imports. */
export async function openImport({ repos }: Deps, taskId: number) {
  const task = await repos.tasks.find(taskId);
  if (task?.kind !== KIND) throw new AppError('notFound');
  return { ...task, request: task.request as ImportRequest };
}

/** An import as its person sees it. */
export async function importStatus(
  { deps, language }: Pick<Ctx, 'deps' | 'language'>,
  taskId: number,
): Promise<Status> {
  const task = await openImport(deps, taskId);
  const { catalogs = [], ...result } = task.result as Result;
  const head = task.item_id > 0 ? await deps.itemHeads.get(task.item_id) : undefined;
  // A refusal was written down by its name; the slots of those that have some say nothing here.
  const key = `errors.${task.error}` as 'errors.invalidRequest';
  return {
    item_name: '',
    counts: NOTHING,
    notes: [],
    is_again: false,
    added: 0,
    changed: 0,
    recycled: 0,
    restored: 0,
    skipped: 0,
    is_undoable: head !== undefined && isUndoable(head.item_type),
    ...result,
    task_id: task.task_id,
    item_id: task.item_id,
    file_name: task.request.file,
    step: task.step.replace('import-', '') as Status['step'],
    state: task.state,
    done: task.done,
    total: task.total,
    error: task.error === '' ? '' : textIn(language, key, { field: 'file' }),
    new_catalogs: catalogs.length,
    addtime: task.addtime,
    end_time: task.end_time,
  };
}
