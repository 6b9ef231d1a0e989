import { userRepository } from '../account/user.repository.ts';
import { invalidateAccount } from '../account/end-sessions.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import type { AuditListEntry } from '../audit/audit.repository.ts';
import { inTransaction } from '../../http/context.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { removeTaskFile } from '../task/task-file.ts';
import { defineTaskStep } from '../task/task-step.ts';
import type { TaskRun } from '../task/task-step.ts';
import { adminUserRepository } from '../user/admin-user.repository.ts';
import type { UserImportRequest } from './import-status.ts';
import { assertAdmin, decisionRules } from './plan-step.ts';
import { userImportRepository } from './user-import.repository.ts';
import { changesOf } from './user-line.policy.ts';
import type { WrittenLine } from './user-import.repository.ts';

/** Lines of one transaction. It locks the accounts, so others wait for a batch at most. */
const BATCH_SIZE = 1000;
const RETENTION_DAYS = 7;

/** The same audit entries as for single accounts. */
function toAuditEntries(line: WrittenLine): AuditListEntry[] {
  const { action, username, name, email, groupid, was_name, was_email, was_groupid } = line;
  const common = { subject: username };
  if (action === 'new') {
    const facts = { username, name, email, ...(groupid !== null && { groupid }) };
    return [{ ...common, action: 'adminUser.createUser', facts }];
  }
  const changes = new Set(changesOf(line));
  const now = {
    ...(changes.has('name') && { name }),
    ...(changes.has('email') && { email }),
  };
  const was = {
    ...(changes.has('name') && { name: was_name }),
    ...(changes.has('email') && { email: was_email }),
  };
  const updated = {
    ...common,
    action: 'adminUser.updateUser',
    facts: { username, ...now, was },
  };
  const role = {
    ...common,
    action: 'adminUser.setRole',
    facts: { groupid, was: { groupid: was_groupid } },
  };
  return [
    ...(changes.has('name') || changes.has('email') ? [updated] : []),
    ...(changes.has('role') ? [role] : []),
  ];
}

/** Writes the next lines in one transaction, and their audit entries. Returns their number: 0 after the last one. */
async function writeBatch(run: TaskRun, work: UnitOfWork): Promise<number> {
  const { task, viewer } = run;
  const imports = userImportRepository(work.db);
  await imports.lockImports();
  await imports.planEachStatement();
  const batch = await imports.findBatch(task.task_id, BATCH_SIZE);
  if (!batch) return 0;
  const { range, uids, emailNames } = batch;
  await userRepository(work.db).lockNames(emailNames);
  await adminUserRepository(work.db).lockAccounts(uids);
  await imports.leaveOut(task.task_id, await imports.listChanged(range, decisionRules(run)));
  await imports.leaveOut(task.task_id, await imports.createAccounts(range));
  await imports.updateAccounts(range);
  const written = await imports.setApplied(range);
  const { audit } = task.request as UserImportRequest;
  await auditRepository(work.db).insertMany(written.flatMap(toAuditEntries), {
    uid: viewer.uid,
    username: viewer.username,
    ...audit,
  });
  for (const { uid } of written) if (uid !== null) invalidateAccount(work, run, uid);
  return batch.count;
}

/** Writes the accounts of a plan. If it is stopped or fails, the rest of the plan can be applied later. */
export const applyStep = defineTaskStep(
  'user-import-apply',
  async (run) => {
    assertAdmin(run);
    const { task, deps } = run;
    const imports = userImportRepository(deps.db);
    const counts = await imports.countActions(task.task_id);
    const total = counts.new + counts.update;
    const applied = await imports.countApplied(task.task_id);
    for (let done = applied, written = -1; written !== 0; done += written) {
      run.progress(done, total);
      written = await inTransaction(deps, (work) => writeBatch(run, work));
    }
    await run.finish(async (work) => {
      const { store, object_key } = task;
      if (store !== null && object_key !== null)
        await removeTaskFile(work, deps, task.task_id, { store, object_key });
      const result = { counts: await userImportRepository(work.db).countActions(task.task_id) };
      return { state: 'done', result, retentionDays: RETENTION_DAYS };
    });
  },
  'planned',
);
