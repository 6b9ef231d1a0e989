import { USER_GROUP } from '@octavo/contract/user-group';
import type { UnitOfWork } from '../../http/context.ts';
import { addMembers, changeStates, removeMembers } from '../directory-sync/apply-changes.ts';
import type { AccountSource } from '../directory-sync/apply-changes.ts';
import type { TeamMembership } from '../directory-sync/directory-account.repository.ts';
import { highestRole, isSameRole, mappedRole } from '../directory-sync/role.policy.ts';
import { adminUserRepository } from '../user/admin-user.repository.ts';
import { scimMappingRepository } from './scim-mapping.repository.ts';

/**
 * Gives these accounts the roles and teams of their SCIM groups, by the mappings, and takes away those that no group
 * gives any more. No mapping gives the role of administrators, so none loses it. The accounts are locked first: of two
 * changes of their groups the later one sees both.
 */
export async function followGroups(
  work: UnitOfWork,
  source: AccountSource,
  uids: readonly number[],
): Promise<void> {
  if (uids.length === 0) return;
  const { db } = work;
  const accounts = source.accounts(db);
  await adminUserRepository(db).lockRoles();
  await adminUserRepository(db).lockAccounts(uids);
  const given = Map.groupBy(await scimMappingRepository(db).listGiven(uids), ({ uid }) => uid);
  const roles = (await accounts.findByUids(uids)).flatMap((account) => {
    // A disabled account gets no role: it would take effect unnoticed when the account is enabled.
    const mapped = account.is_disabled ? [] : (given.get(account.uid) ?? []);
    const role = mappedRole(
      account,
      highestRole(USER_GROUP, ...mapped.map(({ groupid }) => groupid)),
    );
    const { uid, username, groupid: was } = account;
    return isSameRole(account, role) ? [] : [{ uid, username, was, ...role }];
  });
  if (roles.length > 0) await changeStates(work, source, { enabled: [], disabled: [], roles });
  await followTeams(
    work,
    source,
    uids,
    [...given.values()]
      .flat()
      .flatMap(({ uid, team_id }) => (team_id === null ? [] : { uid, team_id })),
  );
}

const keyOf = ({ team_id, uid }: TeamMembership) => `${team_id} ${uid}`;

async function followTeams(
  work: UnitOfWork,
  source: AccountSource,
  uids: readonly number[],
  wanted: readonly TeamMembership[],
): Promise<void> {
  const present = await source.accounts(work.db).listMemberships(uids);
  const isPresent = new Set(present.map(keyOf));
  const isWanted = new Map(wanted.map((each) => [keyOf(each), each]));
  const left = present.filter((each) => each.is_followed === 1 && !isWanted.has(keyOf(each)));
  const joined = [...isWanted].flatMap(([key, each]) => (isPresent.has(key) ? [] : each));
  if (left.length > 0) await removeMembers(work, source, left);
  if (joined.length > 0) await addMembers(work, source, joined);
}
