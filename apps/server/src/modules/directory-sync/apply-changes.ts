import { ADMIN_GROUP } from '@octavo/contract/user-group';
import type { Deps } from '../../deps.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';
import { endAllAccess, invalidateAccount } from '../account/end-sessions.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import { pageLockRepository } from '../page/page-lock.repository.ts';
import { releaseStaleLocks } from '../page/stale-locks.ts';
import { adminUserRepository } from '../user/admin-user.repository.ts';
import type {
  directoryAccountRepository,
  RoleChange,
  TeamMembership,
} from './directory-account.repository.ts';

type AuditEntries = Parameters<ReturnType<typeof auditRepository>['insertMany']>;

/** Where accounts are maintained: a sync of the LDAP directory, or requests of an identity provider. */
export interface AccountSource {
  readonly deps: Deps;
  readonly accounts: typeof directoryAccountRepository;
  /** Facts that every audit entry of the changes has. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Default: no actor. */
  readonly actor?: AuditEntries[1];
}

type Change = Omit<AuditEntries[0][number], 'facts'> & { readonly facts?: object };

/** Writes the audit entries of changes in their transaction. */
export async function recordChanges(
  { db }: UnitOfWork,
  { facts, actor }: AccountSource,
  changes: readonly Change[],
): Promise<void> {
  const entries = changes.map((change) => ({ ...change, facts: { ...change.facts, ...facts } }));
  await auditRepository(db).insertMany(entries, actor);
}

export const stateChange = (uid: number, is_disabled: boolean): Change => ({
  action: is_disabled ? 'adminUser.disableAccount' : 'adminUser.enableAccount',
  subject_uid: uid,
  facts: { is_disabled, was: { is_disabled: !is_disabled } },
});

export interface StateChanges {
  readonly enabled: readonly number[];
  readonly disabled: readonly number[];
  readonly roles: readonly RoleChange[];
}

/**
 * Disables and enables accounts, and changes roles. Returns the change that was left out because the last administrator
 * would have lost the role.
 */
export async function changeStates(
  work: UnitOfWork,
  source: AccountSource,
  { enabled, disabled, roles }: StateChanges,
): Promise<RoleChange | undefined> {
  const { db } = work;
  const adminUsers = adminUserRepository(db);
  const accounts = source.accounts(db);
  await adminUsers.lockRoles();
  await adminUsers.lockAccounts([
    ...new Set([...roles.map(({ uid }) => uid), ...enabled, ...disabled]),
  ]);
  const enabledUids = await accounts.enable(enabled);
  const demoted = roles.filter(
    ({ was, groupid }) => was === ADMIN_GROUP && groupid !== ADMIN_GROUP,
  );
  const isPromoting = roles.some(({ groupid }) => groupid === ADMIN_GROUP);
  const [last] = demoted;
  const kept =
    last !== undefined &&
    !isPromoting &&
    !(await adminUsers.hasOtherAdmin(...demoted.map(({ uid }) => uid)))
      ? last
      : undefined;
  const changedRoles = await accounts.setRoles(roles.filter((change) => change !== kept));
  const disabledUids = await accounts.disable(disabled);
  if (disabledUids.length > 0) {
    await endAllAccess(db, ...disabledUids);
    await pageLockRepository(db).releaseByUser(...disabledUids);
  }
  await recordChanges(work, source, [
    ...changedRoles.map(({ uid, groupid, was }) => ({
      action: 'adminUser.setRole',
      subject_uid: uid,
      facts: { groupid, was: { groupid: was } },
    })),
    ...disabledUids.map((uid) => stateChange(uid, true)),
    ...enabledUids.map((uid) => stateChange(uid, false)),
  ]);
  for (const uid of new Set([
    ...disabledUids,
    ...enabledUids,
    ...changedRoles.map(({ uid: id }) => id),
  ]))
    invalidateAccount(work, source, uid);
  return kept;
}

const teamsOf = (list: readonly TeamMembership[]) => [
  ...new Set(list.map(({ team_id }) => team_id)),
];

/** Removes members who followed a group; those who were added by hand stay. */
export async function removeMembers(
  work: UnitOfWork,
  source: AccountSource,
  memberships: readonly TeamMembership[],
): Promise<void> {
  const { db } = work;
  const itemIds = await source.accounts(db).lockTeams(teamsOf(memberships));
  const removed = await source.accounts(db).removeMembers(memberships);
  for (const itemId of itemIds) {
    await releaseStaleLocks(db, itemId);
    invalidateItem(work, source, itemId);
  }
  await recordChanges(
    work,
    source,
    removed.map(({ team_id, uid }) => ({ action: 'teamMember.delete', subject_uid: uid, team_id })),
  );
}

export async function addMembers(
  work: UnitOfWork,
  source: AccountSource,
  memberships: readonly TeamMembership[],
): Promise<void> {
  const { db } = work;
  const itemIds = await source.accounts(db).lockTeams(teamsOf(memberships));
  const added = await source.accounts(db).addMembers(memberships);
  for (const itemId of itemIds) invalidateItem(work, source, itemId);
  await recordChanges(
    work,
    source,
    added.map(({ team_id, uid }) => ({ action: 'teamMember.save', subject_uid: uid, team_id })),
  );
}
