import type { Calls } from '@octavo/contract';
import type { UserImportReason } from '@octavo/contract/admin-user-import.entities';
import type { CallRequest, CallResponse, FileResult } from '@octavo/contract/define-call';
import { MEGABYTE } from '@octavo/contract/file-size';
import { AppError } from '../../app-error.ts';
import { toSlice } from '../../db/slice.ts';
import type { Ctx } from '../../http/context.ts';
import { encodeCsvLine, UTF8_BOM } from '../../lib/csv-field.ts';
import { translateTo } from '../../texts.ts';
import { inviteAccounts } from '../invitation/invitation.service.ts';
import { contentDisposition } from '../storage/file-name.policy.ts';
import { attachTaskFile, storeTaskFile } from '../task/task-file.ts';
import type { TaskStep } from '../task/task-step.ts';
import { taskRepository } from '../task/task.repository.ts';
import { applyStep } from './apply-step.ts';
import { findUserImport, importStatus, USER_IMPORT_KIND } from './import-status.ts';
import type { UserImportRequest } from './import-status.ts';
import { planStep } from './plan-step.ts';
import { userImportRepository } from './user-import.repository.ts';
import { changesOf } from './user-line.policy.ts';

type UserImport = Calls['adminUserImport'];

/** Concurrent tasks of one user. */
const MAX_OPEN_TASKS = 3;
/** Files up to this size, a few thousand users, are imported during the request. */
const SMALL_FILE_BYTES = MEGABYTE / 8;
const CSV_BATCH_SIZE = 1000;

const clientOf = ({ client }: Pick<Ctx, 'client'>): UserImportRequest['audit'] => ({
  address: client.address,
  user_agent: client.userAgent,
  request_id: client.requestId,
  actor_kind: 'user',
});

export async function plan(ctx: Ctx<UserImport['plan']['access']>) {
  const { deps, viewer, file } = ctx;
  if (!file) throw new AppError('invalidRequest', { field: 'file' });
  if ((await taskRepository(deps.db).countActive(viewer.uid)) >= MAX_OPEN_TASKS)
    throw new AppError('tooManyRequests');
  const storedFile = await storeTaskFile(deps, file);
  const isSmall = file.size <= SMALL_FILE_BYTES;
  const request: UserImportRequest = {
    file: storedFile.file_name,
    is_small: isSmall,
    audit: clientOf(ctx),
  };
  const taskId = await ctx.transaction(async (work) => {
    const task_id = await taskRepository(work.db).insert({
      uid: viewer.uid,
      item_id: 0,
      kind: USER_IMPORT_KIND,
      step: planStep.name,
      request,
    });
    await attachTaskFile(work, deps, task_id, storedFile, file);
    if (!isSmall) await planStep.enqueue(work, task_id);
    return task_id;
  });
  if (isSmall) await planStep.run(deps, taskId);
  return importStatus(ctx, taskId);
}

/** Runs the next step of a planned import. */
async function continueImport(
  ctx: Ctx<UserImport['apply']['access']>,
  taskId: number,
  step: TaskStep,
  request: Partial<UserImportRequest>,
) {
  const { deps } = ctx;
  const { is_small: isSmall } = (await findUserImport(ctx, taskId)).request;
  await ctx.transaction(async (work) => {
    if (!(await taskRepository(work.db).queueStep(taskId, 'planned', step.name, request)))
      throw new AppError('notFound');
    if (!isSmall) await step.enqueue(work, taskId);
  });
  if (isSmall) await step.run(deps, taskId);
  return importStatus(ctx, taskId);
}

export function setColumns(
  ctx: Ctx<UserImport['setColumns']['access']>,
  { task_id, columns }: CallRequest<UserImport['setColumns']>,
) {
  return continueImport(ctx, task_id, planStep, { columns });
}

export async function apply(
  ctx: Ctx<UserImport['apply']['access']>,
  { task_id }: CallRequest<UserImport['apply']>,
) {
  const { request, result } = await findUserImport(ctx, task_id);
  ctx.note({ facts: { file: request.file, counts: result['counts'] } });
  return continueImport(ctx, task_id, applyStep, { audit: clientOf(ctx) });
}

export async function latest({ db, viewer }: Ctx<UserImport['latest']['access']>) {
  const task = await taskRepository(db).findLatest(viewer.uid, USER_IMPORT_KIND);
  if (!task) return { task: null };
  const { task_id, addtime, request } = task;
  return {
    task: {
      task_id,
      addtime,
      file_name: (request as UserImportRequest).file,
      state: task.state as CallResponse<UserImport['plan']>['state'],
      applied: await userImportRepository(db).countApplied(task_id),
    },
  };
}

export async function status(
  ctx: Ctx<UserImport['status']['access']>,
  { task_id, action, ...page }: CallRequest<UserImport['status']>,
) {
  const progress = await importStatus(ctx, task_id);
  const { counts } = progress;
  const lines =
    action === undefined ? counts.new + counts.update + counts.same + counts.out : counts[action];
  const rows = await userImportRepository(ctx.db).listLines(task_id, action, toSlice(page, lines));
  const list = rows.map(({ was_name, was_email, was_groupid, ...row }) => ({
    ...row,
    reason: row.reason as UserImportReason | '',
    changes: row.action === 'update' ? changesOf({ ...row, was_name, was_email, was_groupid }) : [],
  }));
  return { ...progress, list, lines };
}

export async function invite(
  ctx: Ctx<UserImport['invite']['access']>,
  { task_id, days, language }: CallRequest<UserImport['invite']>,
) {
  const { request, state } = await findUserImport(ctx, task_id);
  if (state !== 'done') throw new AppError('notFound');
  const accounts = await userImportRepository(ctx.db).listUninvited(task_id);
  const invited = await inviteAccounts(ctx, accounts, { days, language: language ?? ctx.language });
  ctx.note({ facts: { file: request.file, count: invited } });
  return { invited };
}

/** The lines in batches, as fast as the client reads them. Their headers are recognized by the next import. */
async function* leftOutLines({ deps, language }: Pick<Ctx, 'deps' | 'language'>, taskId: number) {
  yield Buffer.from(
    UTF8_BOM + encodeCsvLine(['line', 'username', 'name', 'email', 'role', 'reason']),
  );
  for (let after = 0; ;) {
    const rows = await userImportRepository(deps.db).listLeftOut(taskId, after, CSV_BATCH_SIZE);
    const lines = rows.map(({ line, username, name, email, role, reason, other_line }) =>
      encodeCsvLine([
        line,
        username,
        name,
        email,
        role,
        translateTo(language, `adminUserImport.${reason as 'usernameTwice'}`, { line: other_line }),
      ]),
    );
    yield Buffer.from(lines.join(''));
    const last = rows.at(-1);
    if (!last || rows.length < CSV_BATCH_SIZE) return;
    after = last.line;
  }
}

export async function leftOut(
  ctx: Ctx<UserImport['leftOut']['access']>,
  { task_id }: CallRequest<UserImport['leftOut']>,
): Promise<FileResult> {
  const { request } = await findUserImport(ctx, task_id);
  return {
    body: leftOutLines(ctx, task_id),
    headers: {
      'content-disposition': contentDisposition(
        false,
        `left-out-${request.file.replace(/\.[^.]*$/, '')}.csv`,
      ),
      'cache-control': 'private, no-store',
    },
  };
}
