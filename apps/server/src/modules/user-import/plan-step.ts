import { readFile } from 'node:fs/promises';
import { MAX_USER_FILE_LINES } from '@octavo/contract/limits';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import { fetchTaskFile } from '../task/task-file.ts';
import { defineTaskStep } from '../task/task-step.ts';
import type { TaskRun } from '../task/task-step.ts';
import { PLAN_STEP } from './import-status.ts';
import type { UserImportRequest } from './import-status.ts';
import { readUserFile } from './read-user-file.ts';
import type { UserFile } from './read-user-file.ts';
import { createLineChecker, recognizeColumns } from './user-line.policy.ts';
import type { UserColumns } from './user-line.policy.ts';
import type { CheckedLine } from './checked-line.ts';
import { RESERVED_USERNAMES } from '../account/username.policy.ts';
import { userImportRepository } from './user-import.repository.ts';
import type { DecisionRules } from './user-import.repository.ts';

/** Lines that are read, stored and planned at once. */
const BATCH_SIZE = 1000;

/** The role may have been revoked since the request. */
export function assertAdmin({ viewer }: TaskRun): void {
  if (viewer.groupid !== ADMIN_GROUP) throw new AppError('forbidden');
}

export function decisionRules({ viewer }: TaskRun): DecisionRules {
  return { callerUid: viewer.uid, reserved: [...RESERVED_USERNAMES] };
}

async function openUserFile({ task, deps }: TaskRun): Promise<UserFile> {
  const { store, object_key, file_name } = task;
  if (store === null || object_key === null || file_name === null)
    throw new AppError('unavailable');
  const file = await fetchTaskFile(deps, { store, object_key, file_name });
  try {
    return readUserFile(await readFile(file.path));
  } finally {
    await file.discard();
  }
}

function* batches(file: UserFile, columns: UserColumns): Generator<CheckedLine[]> {
  const check = createLineChecker(columns);
  let batch: CheckedLine[] = [];
  let count = 0;
  for (const { line, fields } of file.lines()) {
    count += 1;
    if (count > MAX_USER_FILE_LINES) throw new AppError('userFileTooLong');
    batch.push(check(line, fields));
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Plans the import of a file without changing an account. */
export const planStep = defineTaskStep(PLAN_STEP, async (run) => {
  assertAdmin(run);
  const { task } = run;
  const file = await openUserFile(run);
  const columns = (task.request as UserImportRequest).columns ?? recognizeColumns(file.headers);
  const { encoding, delimiter, headers } = file;
  await run.finish(async ({ db }) => {
    const imports = userImportRepository(db);
    await imports.planEachStatement();
    await imports.deleteLines(task.task_id);
    for (const batch of columns.username === undefined ? [] : batches(file, columns)) {
      await imports.insertLines(task.task_id, batch, decisionRules(run));
    }
    const counts = await imports.countActions(task.task_id);
    return { state: 'planned', result: { encoding, delimiter, headers, columns, counts } };
  });
});
