import { USER_GROUP } from '@octavo/contract/user-group';
import { inTransaction } from '../../http/context.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { invalidateAccount } from '../account/end-sessions.ts';
import { DirectoryError } from '../ext-login/ldap-pages.ts';
import { addMembers, changeStates, recordChanges, removeMembers } from './apply-changes.ts';
import type { AccountSource } from './apply-changes.ts';
import { directoryAccountRepository } from './directory-account.repository.ts';
import type { TeamMembership } from './directory-account.repository.ts';
import { directoryMappingRepository } from './directory-mapping.repository.ts';
import { directoryRunRepository } from './directory-run.repository.ts';
import { highestRole, mappedRole } from './role.policy.ts';
import type { SyncPlan } from './sync-plan.ts';

/** Rows of one statement. Each batch is a transaction, so that logins do not wait for all of them. */
const BATCH_SIZE = 1000;

interface Sync extends AccountSource {
  readonly runId: number;
}

/** Ends the sync if another process has given it up as dead. */
function inRun<T>({ deps, runId }: Sync, act: (work: UnitOfWork) => Promise<T>): Promise<T> {
  return inTransaction(deps, async (work) => {
    if (!(await directoryRunRepository(work.db).beat(runId)))
      throw new DirectoryError('interrupted');
    return act(work);
  });
}

async function inBatches<T>(
  sync: Sync,
  list: readonly T[],
  act: (work: UnitOfWork, batch: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < list.length; at += BATCH_SIZE)
    await inRun(sync, (work) => act(work, list.slice(at, at + BATCH_SIZE)));
}

/** The fields of `was` that have another value now. */
function differing(was: object, now: object): Readonly<Record<string, unknown>> {
  const current = Object.entries(now);
  return Object.fromEntries(
    Object.entries(was).filter(
      ([field, value]) => current.find(([name]) => name === field)?.[1] !== value,
    ),
  );
}

/** Adds the memberships and roles of the new accounts to the plan. */
async function createAccounts(sync: Sync, plan: SyncPlan): Promise<void> {
  await inBatches(sync, plan.created, async (work, batch) => {
    const added = await directoryAccountRepository(work.db).insert(batch);
    const uids = new Map(added.map(({ external_id, uid }) => [external_id, uid]));
    for (const { external_id, username, mappings } of batch) {
      const uid = uids.get(external_id);
      if (uid === undefined) continue;
      for (const team_id of new Set(mappings.flatMap((each) => each.team_id ?? [])))
        plan.joined.push({ team_id, uid });
      const stored = { groupid: USER_GROUP, given_groupid: null, own_groupid: null };
      const role = mappedRole(
        stored,
        highestRole(USER_GROUP, ...mappings.map(({ groupid }) => groupid)),
      );
      if (role.groupid !== USER_GROUP) plan.roles.push({ uid, username, was: USER_GROUP, ...role });
    }
    await recordChanges(
      work,
      sync,
      added.map(({ uid, external_id }) => ({
        action: 'adminUser.createUser',
        subject_uid: uid,
        facts: { kind: 'ldap', external_id },
      })),
    );
  });
}

async function changeAccounts(sync: Sync, { changed }: SyncPlan): Promise<void> {
  await inBatches(sync, changed, async (work, batch) => {
    await directoryAccountRepository(work.db).update(batch);
    await recordChanges(
      work,
      sync,
      batch.map(({ uid, username: _username, was, ...now }) => ({
        action: 'adminUser.updateUser',
        subject_uid: uid,
        facts: { ...now, was: differing(was, now) },
      })),
    );
    for (const { uid } of batch) invalidateAccount(work, sync, uid);
  });
}

/** Disables and enables accounts, and changes roles, in one transaction: an administrator stays in any case. */
async function applyStates(sync: Sync, plan: SyncPlan): Promise<void> {
  const { enabled, gone, disabled, returned, roles } = plan;
  if (enabled.length + gone.length + returned.length + roles.length === 0) return;
  await inRun(sync, async (work) => {
    const accounts = directoryAccountRepository(work.db);
    const kept = await changeStates(work, sync, {
      enabled: enabled.map(({ uid }) => uid),
      disabled,
      roles,
    });
    if (kept) plan.leftOut.push({ who: kept.username, reason: 'lastAdministrator' });
    await accounts.countGone(gone.map(({ uid }) => uid));
    await accounts.resetGone(returned);
  });
}

/** By team, so that the items of a team are invalidated in few batches. */
const byTeam = (list: readonly TeamMembership[]) =>
  list.toSorted((a, b) => a.team_id - b.team_id || a.uid - b.uid);

/** A repeated sync finds what an interrupted one did not change. People lose access before others get it. */
export async function applyPlan(run: Pick<Sync, 'deps' | 'runId'>, plan: SyncPlan): Promise<void> {
  const sync = {
    ...run,
    accounts: directoryAccountRepository,
    facts: { directory_run: run.runId },
  };
  await createAccounts(sync, plan);
  await applyStates(sync, plan);
  await inBatches(sync, byTeam(plan.left), (work, batch) => removeMembers(work, sync, batch));
  await inBatches(sync, byTeam(plan.joined), (work, batch) => addMembers(work, sync, batch));
  await changeAccounts(sync, plan);
  await inRun(sync, ({ db }) => directoryMappingRepository(db).setPeople(plan.people));
}
