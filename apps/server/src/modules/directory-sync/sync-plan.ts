import type {
  LeftOutReason,
  RunCounts,
  RunReport,
} from '@octavo/contract/admin-directory.entities';
import { USERNAME_PATTERN } from '@octavo/contract/patterns';
import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import type { Connection } from '../../db/connect.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { isReserved } from '../account/username.policy.ts';
import type { DirectoryForm } from '../setting/setting.ts';
import { directoryAccountRepository } from './directory-account.repository.ts';
import type {
  AccountChange,
  KnownAccount,
  NewAccount,
  RoleChange,
  TeamMembership,
} from './directory-account.repository.ts';
import type { Mapping } from './directory-mapping.repository.ts';
import type { GroupMembers, Person } from './read-directory.ts';
import { highestRole, isSameRole, mappedRole, ownRole } from './role.policy.ts';

const KNOWN_BATCH = 5000;
const MAX_LISTED = 100;
/** A sync that would disable more of the directory's accounts has to be confirmed. */
const MAX_DISABLED_SHARE = 0.2;

interface PlannedAccount extends NewAccount {
  readonly mappings: readonly Mapping[];
}

/** What a sync changes. It grows with the changes, not with the directory. */
export interface SyncPlan {
  readonly created: PlannedAccount[];
  readonly changed: (AccountChange & {
    readonly username: string;
    /** The previous values. */
    readonly was: Omit<AccountChange, 'uid'>;
  })[];
  readonly enabled: { readonly uid: number; readonly username: string }[];
  /** People who are found again after a sync did not find them. */
  readonly returned: number[];
  readonly gone: { readonly uid: number; readonly username: string; readonly count: number }[];
  readonly disabled: number[];
  readonly roles: RoleChange[];
  readonly joined: TeamMembership[];
  readonly left: TeamMembership[];
  readonly leftOut: { readonly who: string; readonly reason: LeftOutReason }[];
  /** The members of each mapping; null if the directory has no such group. */
  readonly people: ReadonlyMap<number, number | null>;
  readonly counts: { people: number; groups: number; known: number };
}

interface Planner {
  addPage(people: readonly Person[]): Promise<void>;
  finish(): Promise<SyncPlan>;
}

/** The email that an account gets: a verified one is a login name of an account with a local password, and stays. */
export function newEmail(account: KnownAccount, { email }: Pick<Person, 'email'>): string {
  const staysOwn = account.local_access && account.email_verify > 0;
  if (email === '' || staysOwn) return account.email;
  return email.toLowerCase() === account.email.toLowerCase() ? account.email : email;
}

function changeOf(account: KnownAccount, person: Person): AccountChange | undefined {
  const change = {
    uid: account.uid,
    external_username: person.username || account.external_username,
    name: person.name || account.name,
    email: newEmail(account, person),
  };
  const isChanged =
    change.external_username !== account.external_username ||
    change.name !== account.name ||
    change.email !== account.email;
  return isChanged ? change : undefined;
}

export function usernameError(
  username: string,
): 'noUsername' | 'usernameInvalid' | 'usernameReserved' | undefined {
  if (username === '') return 'noUsername';
  if (!USERNAME_PATTERN.test(username)) return 'usernameInvalid';
  return isReserved(username) ? 'usernameReserved' : undefined;
}

/** Compares the directory with the accounts, page by page. Reads only; a sync applies the plan when all is read. */
export function createPlanner(
  db: Connection,
  { create_accounts, mail_field, gone_policy, gone_checks }: DirectoryForm,
  groups: GroupMembers,
  mappings: readonly Mapping[],
): Planner {
  const accounts = directoryAccountRepository(db);
  const plan: SyncPlan = {
    created: [],
    changed: [],
    enabled: [],
    returned: [],
    gone: [],
    disabled: [],
    roles: [],
    joined: [],
    left: [],
    leftOut: [],
    people: groups.people,
    counts: { people: 0, groups: groups.groupCount, known: 0 },
  };
  const seen = new Set<number>();
  const unseen = new Set<number>();
  /** The members that the groups give to each team. */
  const members = new Map<number, Set<number>>();
  /** The entries of each username among those that could get an account. */
  const candidates = new Map<string, PlannedAccount[]>();

  function addKnown(account: KnownAccount, person: Person) {
    const { uid, username } = account;
    seen.add(uid);
    if (account.is_provisioned) return;
    const change = changeOf(account, person);
    if (change) {
      const { external_username, name, email } = account;
      plan.changed.push({ ...change, username, was: { external_username, name, email } });
    }
    if (account.gone_count > 0) plan.returned.push(uid);
    if (account.is_sync_disabled) plan.enabled.push({ uid, username });
    const own = groups.mappingsOf(person);
    for (const { team_id } of own)
      if (team_id !== null) members.set(team_id, (members.get(team_id) ?? new Set()).add(uid));
    // A disabled account gets no role: it would take effect unnoticed when the account is enabled.
    if (account.is_disabled && !account.is_sync_disabled) return;
    const role = mappedRole(account, highestRole(USER_GROUP, ...own.map(({ groupid }) => groupid)));
    if (!isSameRole(account, role))
      plan.roles.push({ uid, username, was: account.groupid, ...role });
  }

  function addUnknown(person: Person) {
    const { external_id, username, name, email, dn } = person;
    const error =
      usernameError(username) ?? (mail_field !== '' && email === '' ? 'noMail' : undefined);
    if (error) return plan.leftOut.push({ who: username || dn, reason: error });
    const username_key = usernameKey(username);
    const planned = {
      external_id,
      username,
      username_key,
      name,
      email,
      mappings: groups.mappingsOf(person),
    };
    return candidates.set(username_key, [...(candidates.get(username_key) ?? []), planned]);
  }

  async function planCreated() {
    const keys = [...candidates.keys()];
    for (let at = 0; at < keys.length; at += KNOWN_BATCH) {
      const batch = keys.slice(at, at + KNOWN_BATCH);
      const taken = new Set(await accounts.findTaken(batch));
      for (const key of batch) {
        const [first, second] = candidates.get(key) ?? [];
        if (!first) continue;
        // Of two entries with one username neither can log in.
        if (second) plan.leftOut.push({ who: first.username, reason: 'duplicate' });
        else if (taken.has(key))
          plan.leftOut.push({ who: first.username, reason: 'usernameTaken' });
        else plan.created.push(first);
      }
    }
    candidates.clear();
  }

  function addGone(account: KnownAccount) {
    const { uid, username } = account;
    unseen.add(uid);
    if (account.is_disabled) return;
    const count = account.gone_count + 1;
    const isLate = gone_policy === 'once' || (gone_policy === 'checks' && count >= gone_checks);
    plan.gone.push({ uid, username, count });
    if (!isLate) return;
    const own = ownRole(account);
    // As by hand: the role of an administrator has to be taken away first.
    if (own === ADMIN_GROUP)
      return void plan.leftOut.push({ who: username, reason: 'administrator' });
    plan.disabled.push(uid);
    if (account.given_groupid !== null && account.groupid !== own)
      plan.roles.push({ uid, username, was: account.groupid, ...mappedRole(account, USER_GROUP) });
  }

  async function planGone() {
    for (let after = 0; ;) {
      const batch = await accounts.listAfter(after, KNOWN_BATCH);
      for (const account of batch) {
        if (account.is_provisioned) continue;
        if (!account.is_disabled) plan.counts.known += 1;
        if (!seen.has(account.uid)) addGone(account);
      }
      const last = batch.at(-1);
      if (!last) return;
      after = last.uid;
    }
  }

  /** People who are not found keep their memberships: a disabled account gives no access, and they may come back. */
  async function planTeams() {
    const teamIds = mappings.flatMap(({ team_id }) => team_id ?? []);
    // A group that is missing may be renamed, or outside of the filter: its team keeps its members.
    const missing = mappings.filter(({ mapping_id }) => groups.people.get(mapping_id) === null);
    const kept = new Set(missing.map(({ team_id }) => team_id));
    for (const { group_dn } of missing)
      plan.leftOut.push({ who: group_dn, reason: 'groupMissing' });
    for (const { team_id, uid, is_followed } of await accounts.listMembers(teamIds)) {
      const isMember = members.get(team_id)?.delete(uid) ?? false;
      if (is_followed && !isMember && !unseen.has(uid) && !kept.has(team_id))
        plan.left.push({ team_id, uid });
    }
    for (const [team_id, uids] of members)
      for (const uid of uids) plan.joined.push({ team_id, uid });
  }

  return {
    async addPage(people) {
      plan.counts.people += people.length;
      const known = await accounts.findByIds(people.map(({ external_id }) => external_id));
      const byId = new Map(known.map((account) => [account.external_id, account]));
      for (const person of people) {
        const account = byId.get(person.external_id);
        if (account && !seen.has(account.uid)) addKnown(account, person);
        if (!account && create_accounts) addUnknown(person);
      }
    },
    async finish() {
      await planCreated();
      await planGone();
      await planTeams();
      return plan;
    },
  };
}

/** Whether the plan disables so many accounts that an administrator has to confirm it. */
export function needsConfirmation(
  { disabled, counts }: SyncPlan,
  confirmed: number | null,
): boolean {
  return disabled.length > Math.max(counts.known * MAX_DISABLED_SHARE, confirmed ?? 0);
}

export function toCounts(plan: SyncPlan): RunCounts {
  const teamsOf = ({ mappings }: PlannedAccount) =>
    new Set(mappings.flatMap(({ team_id }) => team_id ?? [])).size;
  const rolesOf = ({ mappings }: PlannedAccount) =>
    mappings.some(({ groupid }) => groupid !== USER_GROUP) ? 1 : 0;
  const ofCreated = (count: (account: PlannedAccount) => number) =>
    plan.created.reduce((sum, account) => sum + count(account), 0);
  return {
    ...plan.counts,
    created: plan.created.length,
    changed: plan.changed.length,
    enabled: plan.enabled.length,
    gone: plan.gone.length,
    disabled: plan.disabled.length,
    roles: plan.roles.length + ofCreated(rolesOf),
    joined: plan.joined.length + ofCreated(teamsOf),
    left: plan.left.length,
    left_out: plan.leftOut.length,
  };
}

export function toReport(plan: SyncPlan): RunReport {
  const disabled = new Set(plan.disabled);
  const first = <T>(list: readonly T[]) => list.slice(0, MAX_LISTED);
  return {
    created: first(plan.created).map(({ username }) => username),
    changed: first(plan.changed).map(({ username }) => username),
    enabled: first(plan.enabled).map(({ username }) => username),
    gone: first(plan.gone).map(({ uid, username, count }) => ({
      username,
      count,
      is_disabled: disabled.has(uid) ? 1 : 0,
    })),
    roles: first(plan.roles).map(({ username, groupid }) => ({ username, groupid })),
    left_out: first(plan.leftOut),
  };
}
