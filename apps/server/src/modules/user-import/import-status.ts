import type { Calls } from '@octavo/contract';
import type { CallResult } from '@octavo/contract/define-call';
import type { Language } from '@octavo/contract/entities';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../http/context.ts';
import { translateTo } from '../../texts.ts';
import type { AuditActor } from '../audit/audit-entry.ts';
import { hasMailServer } from '../invitation/invitation.service.ts';
import { taskRepository } from '../task/task.repository.ts';
import { userImportRepository } from './user-import.repository.ts';
import type { UserColumns } from './user-line.policy.ts';

type Status = CallResult<Calls['adminUserImport']['plan']>;

export const USER_IMPORT_KIND = 'user-import';
export const PLAN_STEP = 'user-import-plan';

/** The stored request of the task. */
export interface UserImportRequest extends Record<string, unknown> {
  readonly file: string;
  /** Runs in the process that received the request, not as a job. */
  readonly is_small: boolean;
  /** Absent as long as they are recognized by their headers. */
  readonly columns?: UserColumns;
  /** The client that has applied the plan, for the audit entries of the accounts. */
  readonly audit: Pick<AuditActor, 'address' | 'user_agent' | 'request_id' | 'actor_kind'>;
}

/** The results that the steps have stored; absent until a step has run. */
type Result = Partial<Pick<Status, 'encoding' | 'delimiter' | 'headers' | 'columns' | 'counts'>>;

/** Throws `notFound` for tasks of other kinds and of other administrators. */
export async function findUserImport(
  { deps, viewer }: { readonly deps: Pick<Deps, 'db'>; readonly viewer: { readonly uid: number } },
  taskId: number,
) {
  const task = await taskRepository(deps.db).find(taskId);
  if (task?.kind !== USER_IMPORT_KIND || task.uid !== viewer.uid) throw new AppError('notFound');
  return { ...task, request: task.request as UserImportRequest };
}

/** The task stores the error name. */
function errorText(language: Language, error: string, applied: number): string {
  if (error === '') return '';
  // The general text says that nothing was changed.
  if (error === 'taskFailed' && applied > 0)
    return translateTo(language, 'adminUserImport.applyFailed');
  // `field` fills the placeholder of messages that have one.
  return translateTo(language, `errors.${error}` as 'errors.invalidRequest', { field: 'file' });
}

/** The status of an import in the response format. */
export async function importStatus(
  ctx: Pick<Ctx<{ who: 'admin' }>, 'deps' | 'viewer' | 'language'>,
  taskId: number,
): Promise<Status> {
  const { deps, language } = ctx;
  const task = await findUserImport(ctx, taskId);
  const uninvited =
    task.state === 'done' ? await userImportRepository(deps.db).countUninvited(taskId) : 0;
  const applied =
    task.step === PLAN_STEP ? 0 : await userImportRepository(deps.db).countApplied(taskId);
  return {
    encoding: '',
    delimiter: '',
    headers: [],
    columns: {},
    counts: { new: 0, update: 0, same: 0, out: 0 },
    ...(task.result as Result),
    task_id: task.task_id,
    file_name: task.request.file,
    step: task.step === PLAN_STEP ? 'plan' : 'apply',
    state: task.state as Status['state'],
    done: task.done,
    total: task.total,
    applied,
    error: errorText(language, task.error, applied),
    uninvited,
    has_mail: await hasMailServer(ctx),
  };
}
