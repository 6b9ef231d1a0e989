import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

export interface KnownAccount {
  readonly uid: number;
  readonly external_id: string;
  readonly external_username: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly email_verify: number;
  readonly local_access: boolean;
  readonly groupid: number;
  readonly is_disabled: boolean;
  /** The account is disabled because of a sync. */
  readonly is_sync_disabled: boolean;
  readonly gone_count: number;
  readonly given_groupid: number | null;
  readonly own_groupid: number | null;
  /** An identity provider maintains the account by SCIM. */
  readonly is_provisioned: boolean;
}

export interface NewAccount {
  readonly external_id: string;
  readonly username: string;
  readonly username_key: string;
  readonly name: string;
  readonly email: string;
}

export interface AccountChange {
  readonly uid: number;
  readonly external_username: string;
  readonly name: string;
  readonly email: string;
}

export interface RoleChange {
  readonly uid: number;
  readonly groupid: number;
  readonly given_groupid: number | null;
  readonly own_groupid: number | null;
  readonly username: string;
  /** The role that the change was planned from. */
  readonly was: number;
}

export interface TeamMembership {
  readonly team_id: number;
  readonly uid: number;
}

const ACCOUNT_COLUMNS = sql`"user".uid, outside_id as external_id, external_username, username, name, email,
  email_verify, local_access, groupid, disabled_time is not null as is_disabled,
  coalesce(disabled_time = sync_disabled_time, false) as is_sync_disabled,
  gone_count, given_groupid, own_groupid,
  exists (select from outside_login scim where scim.uid = "user".uid and scim.kind = 'scim') as is_provisioned`;

/** The accounts of people in one source. One statement reads or changes many of them. */
const accountsOf = (source: 'ldap' | 'scim') =>
  repository((db) => {
    const kind = sql.lit(source);
    async function rows<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
      return (await query.execute(db)).rows;
    }
    return {
      findByIds: (externalIds: readonly string[]) =>
        rows(sql<KnownAccount>`
        select ${ACCOUNT_COLUMNS} from outside_login join "user" using (uid)
        where kind = ${kind} and outside_id = any(${externalIds}::text[])`),

      findByUids: (uids: readonly number[]) =>
        rows(sql<KnownAccount>`
        select ${ACCOUNT_COLUMNS} from outside_login join "user" using (uid)
        where kind = ${kind} and outside_login.uid = any(${uids}::bigint[])`),

      /** All accounts of the directory, in order of their ids. */
      listAfter: (uid: number, count: number) =>
        rows(sql<KnownAccount>`
        select ${ACCOUNT_COLUMNS} from outside_login join "user" using (uid)
        where kind = ${kind} and outside_login.uid > ${uid} order by outside_login.uid limit ${count}`),

      /** Usernames that an account has, or that are the verified email of one. */
      async findTaken(usernameKeys: readonly string[]) {
        const taken = await rows(sql<{ username_key: string }>`
        select username_key from "user" where username_key = any(${usernameKeys}::text[])
        union select lower(email) from "user"
        where lower(email) = any(${usernameKeys}::text[]) and email_verify > 0`);
        return taken.map(({ username_key }) => username_key);
      },

      /** Skips those whose username was taken meanwhile. */
      async insert(accounts: readonly NewAccount[]) {
        // The lock of each username that `insert` of an account and the verification of an email also take.
        await sql`select pg_advisory_xact_lock(hashtextextended(username_key, 14)) from (
          select unnest(${accounts.map((each) => each.username_key)}::text[]) as username_key order by 1
        ) as names`.execute(db);
        return rows(sql<{ uid: number; external_id: string }>`
        with sent as (
          select * from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
            as sent (external_id text, username text, username_key text, name text, email text)
        ), free as (
          select * from sent where not exists (
            select from "user" where lower("user".email) = sent.username_key and email_verify > 0
          ) and not exists (
            select from outside_login where kind = ${kind} and outside_id = sent.external_id
          )
        ), added as (
          insert into "user" (username, username_key, name, email, groupid, local_access)
          select username, username_key, name, email, 2, false from free
          on conflict (username_key) do nothing returning uid, username_key
        )
        insert into outside_login (kind, outside_id, uid, external_username)
        select ${kind}, external_id, uid, username from added join free using (username_key)
        returning uid, outside_id as external_id`);
      },

      /** A new email is not verified: it gives no right to log in with it. */
      async update(changes: readonly AccountChange[]) {
        const sent = sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as sent (uid bigint, external_username text, name text, email text)`;
        await sql`
        update "user" set name = sent.name, email = sent.email,
          email_verify = case when "user".email = sent.email then email_verify else 0 end
        from ${sent} where "user".uid = sent.uid
          and ("user".name, "user".email) is distinct from (sent.name, sent.email)`.execute(db);
        await sql`
        update outside_login set external_username = sent.external_username
        from ${sent} where kind = ${kind} and outside_login.uid = sent.uid
          and outside_login.external_username <> sent.external_username`.execute(db);
      },

      /** Returns those whose role is still the one that the change was planned from. */
      async setRoles(changes: readonly RoleChange[]) {
        return rows(sql<{ uid: number; groupid: number; was: number }>`
        with sent as (
          select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as sent (uid bigint, was smallint, groupid smallint, given_groupid smallint, own_groupid smallint)
        ), changed as (
          update "user" set groupid = sent.groupid from sent
          where "user".uid = sent.uid and "user".groupid = sent.was returning "user".uid
        ), noted as (
          update outside_login set given_groupid = sent.given_groupid, own_groupid = sent.own_groupid
          from sent join changed using (uid)
          where kind = ${kind} and outside_login.uid = sent.uid
        )
        select uid, groupid, was from sent join changed using (uid)`);
      },

      /** Never disables an administrator. Returns the accounts that it disabled. */
      async disable(uids: readonly number[]) {
        const disabled = await rows(sql<{ uid: number }>`
        with changed as (
          update "user" set disabled_time = now()
          where uid = any(${uids}::bigint[]) and disabled_time is null and groupid <> 1 returning uid
        )
        update outside_login set sync_disabled_time = now() from changed
        where kind = ${kind} and outside_login.uid = changed.uid returning changed.uid`);
        return disabled.map(({ uid }) => uid);
      },

      /** Enables accounts that a sync has disabled. Returns them. */
      async enable(uids: readonly number[]) {
        const enabled = await rows(sql<{ uid: number }>`
        update "user" set disabled_time = null from outside_login
        where kind = ${kind} and outside_login.uid = "user".uid
          and "user".uid = any(${uids}::bigint[]) and disabled_time = sync_disabled_time
        returning "user".uid`);
        return enabled.map(({ uid }) => uid);
      },

      async countGone(uids: readonly number[]) {
        await sql`
        update outside_login set gone_count = gone_count + 1, gone_time = coalesce(gone_time, now())
        where kind = ${kind} and uid = any(${uids}::bigint[])`.execute(db);
      },

      async resetGone(uids: readonly number[]) {
        await sql`
        update outside_login set gone_count = 0, gone_time = null, sync_disabled_time = null
        where kind = ${kind} and uid = any(${uids}::bigint[])`.execute(db);
      },

      /**
       * The members of these teams, and all that follow a group in other teams. Memberships of accounts that SCIM
       * maintains follow its groups.
       */
      listMembers: (teamIds: readonly number[]) =>
        rows(sql<TeamMembership & { is_followed: number }>`
        select team_id, uid, is_followed from team_member
        where (team_id = any(${teamIds}::bigint[]) or is_followed = 1) and not exists (
          select from outside_login where kind = 'scim' and outside_login.uid = team_member.uid)`),

      /** The memberships of these accounts. */
      listMemberships: (uids: readonly number[]) =>
        rows(sql<TeamMembership & { is_followed: number }>`
        select team_id, uid, is_followed from team_member where uid = any(${uids}::bigint[])`),

      /** Returns the memberships that are new; members who were added by hand stay as they are. */
      addMembers: (memberships: readonly TeamMembership[]) =>
        rows(sql<TeamMembership>`
        insert into team_member (team_id, uid, is_followed)
        select sent.team_id, sent.uid, 1
        from unnest(${memberships.map((each) => each.team_id)}::bigint[],
          ${memberships.map((each) => each.uid)}::bigint[]) as sent (team_id, uid)
        join team on team.id = sent.team_id join "user" on "user".uid = sent.uid
        on conflict (team_id, uid) do nothing returning team_id, uid`),

      removeMembers: (memberships: readonly TeamMembership[]) =>
        rows(sql<TeamMembership>`
        delete from team_member using unnest(${memberships.map((each) => each.team_id)}::bigint[],
          ${memberships.map((each) => each.uid)}::bigint[]) as sent (team_id, uid)
        where team_member.team_id = sent.team_id and team_member.uid = sent.uid and is_followed = 1
        returning team_member.team_id, team_member.uid`),

      /** Locks the teams in order of their ids and returns the items that are linked to them. */
      async lockTeams(teamIds: readonly number[]) {
        await sql`select from team where id = any(${teamIds}::bigint[]) order by id for no key update`.execute(
          db,
        );
        const items = await rows(sql<{ item_id: number }>`
        select distinct item_id from team_item where team_id = any(${teamIds}::bigint[])`);
        return items.map(({ item_id }) => item_id);
      },
    };
  });

export const directoryAccountRepository = accountsOf('ldap');
/** The accounts that an identity provider maintains by SCIM. */
export const provisionedAccountRepository = accountsOf('scim');
