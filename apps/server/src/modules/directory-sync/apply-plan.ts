import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../http/context.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';
import { endAllAccess, invalidateAccount } from '../account/end-sessions.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import { pageLockRepository } from '../page/page-lock.repository.ts';
import { releaseStaleLocks } from '../page/stale-locks.ts';
import { adminUserRepository } from '../user/admin-user.repository.ts';
import { DirectoryError } from '../ext-login/ldap-pages.ts';
import { directoryAccountRepository } from './directory-account.repository.ts';
import type { TeamMembership } from './directory-account.repository.ts';
import { directoryMappingRepository } from './directory-mapping.repository.ts';
import { directoryRunRepository } from './directory-run.repository.ts';
import { highestRole, mappedRole } from './role.policy.ts';
import type { SyncPlan } from './sync-plan.ts';

/** Rows of one statement. Each batch is a transaction, so that logins do not wait for all of them. */
const BATCH_SIZE = 1000;

type AuditEntry = Parameters<ReturnType<typeof auditRepository>['insertMany']>[0][number];

interface Sync {
  readonly deps: Deps;
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

const note = (
  { runId }: Sync,
  action: string,
  subject_uid: number,
  {
    team_id = null,
    ...facts
  }: Readonly<Record<string, unknown>> & { team_id?: number | null } = {},
): AuditEntry => ({ action, subject_uid, team_id, facts: { ...facts, directory_run: runId } });

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
  await inBatches(sync, plan.created, async ({ db }, batch) => {
    const added = await directoryAccountRepository(db).insert(batch);
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
    await auditRepository(db).insertMany(
      added.map(({ uid, external_id }) =>
        note(sync, 'adminUser.createUser', uid, { kind: 'ldap', external_id }),
      ),
    );
  });
}

async function changeAccounts(sync: Sync, { changed }: SyncPlan): Promise<void> {
  await inBatches(sync, changed, async (work, batch) => {
    await directoryAccountRepository(work.db).update(batch);
    await auditRepository(work.db).insertMany(
      batch.map(({ uid, username: _username, was, ...now }) =>
        note(sync, 'adminUser.updateUser', uid, { ...now, was: differing(was, now) }),
      ),
    );
    for (const { uid } of batch) invalidateAccount(work, sync, uid);
  });
}

/** Disables and enables accounts, and changes roles, in one transaction: an administrator stays in any case. */
async function changeStates(sync: Sync, plan: SyncPlan): Promise<void> {
  const { enabled, gone, disabled, returned } = plan;
  if (enabled.length + gone.length + returned.length + plan.roles.length === 0) return;
  await inRun(sync, async (work) => {
    const { db } = work;
    const adminUsers = adminUserRepository(db);
    const accounts = directoryAccountRepository(db);
    await adminUsers.lockRoles();
    await adminUsers.lockAccounts([
      ...new Set([...plan.roles, ...enabled, ...gone].map(({ uid }) => uid)),
    ]);
    const enabledUids = await accounts.enable(enabled.map(({ uid }) => uid));
    const demoted = plan.roles.filter(
      ({ was, groupid }) => was === ADMIN_GROUP && groupid !== ADMIN_GROUP,
    );
    const isPromoting = plan.roles.some(({ groupid }) => groupid === ADMIN_GROUP);
    const [last] = demoted;
    const keepsLast =
      last !== undefined &&
      !isPromoting &&
      !(await adminUsers.hasOtherAdmin(...demoted.map(({ uid }) => uid)));
    if (keepsLast) plan.leftOut.push({ who: last.username, reason: 'lastAdministrator' });
    const roles = await accounts.setRoles(
      plan.roles.filter((change) => !(keepsLast && change === last)),
    );
    await accounts.countGone(gone.map(({ uid }) => uid));
    await accounts.resetGone(returned);
    const disabledUids = await accounts.disable(disabled);
    if (disabledUids.length > 0) {
      await endAllAccess(db, ...disabledUids);
      await pageLockRepository(db).releaseByUser(...disabledUids);
    }
    await auditRepository(db).insertMany([
      ...roles.map(({ uid, groupid, was }) =>
        note(sync, 'adminUser.setRole', uid, { groupid, was: { groupid: was } }),
      ),
      ...disabledUids.map((uid) =>
        note(sync, 'adminUser.disableAccount', uid, {
          is_disabled: true,
          was: { is_disabled: false },
        }),
      ),
      ...enabledUids.map((uid) =>
        note(sync, 'adminUser.enableAccount', uid, {
          is_disabled: false,
          was: { is_disabled: true },
        }),
      ),
    ]);
    for (const uid of new Set([...disabledUids, ...enabledUids, ...roles.map(({ uid: id }) => id)]))
      invalidateAccount(work, sync, uid);
  });
}

/** By team, so that the items of a team are invalidated in few batches. */
const byTeam = (list: readonly TeamMembership[]) =>
  list.toSorted((a, b) => a.team_id - b.team_id || a.uid - b.uid);

const teamsOf = (list: readonly TeamMembership[]) => [
  ...new Set(list.map(({ team_id }) => team_id)),
];

async function changeTeams(sync: Sync, { joined, left }: SyncPlan): Promise<void> {
  await inBatches(sync, byTeam(left), async (work, batch) => {
    const { db } = work;
    const itemIds = await directoryAccountRepository(db).lockTeams(teamsOf(batch));
    const removed = await directoryAccountRepository(db).removeMembers(batch);
    for (const itemId of itemIds) {
      await releaseStaleLocks(db, itemId);
      invalidateItem(work, sync, itemId);
    }
    await auditRepository(db).insertMany(
      removed.map(({ team_id, uid }) => note(sync, 'teamMember.delete', uid, { team_id })),
    );
  });
  await inBatches(sync, byTeam(joined), async (work, batch) => {
    const { db } = work;
    const itemIds = await directoryAccountRepository(db).lockTeams(teamsOf(batch));
    const added = await directoryAccountRepository(db).addMembers(batch);
    for (const itemId of itemIds) invalidateItem(work, sync, itemId);
    await auditRepository(db).insertMany(
      added.map(({ team_id, uid }) => note(sync, 'teamMember.save', uid, { team_id })),
    );
  });
}

/** A repeated sync finds what an interrupted one did not change. People lose access before others get it. */
export async function applyPlan(sync: Sync, plan: SyncPlan): Promise<void> {
  await createAccounts(sync, plan);
  await changeStates(sync, plan);
  await changeTeams(sync, plan);
  await changeAccounts(sync, plan);
  await inRun(sync, ({ db }) => directoryMappingRepository(db).setPeople(plan.people));
}
