import type {
  AccountSource,
  AccountState,
  LastSeen,
  SecondFactorState,
} from '@octavo/contract/admin.entities';
import { MAX_COUNTED_ROWS } from '@octavo/contract/limits';
import type { SecondFactorKind } from '@octavo/contract/second-factor.entities';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { sql } from 'kysely';
import type { RawBuilder, Selectable } from 'kysely';
import { repository } from '../../db/repository.ts';
import { containsWord, loadRowCount, rowCount, searchByName } from '../../db/search-by-name.ts';
import type { Schema } from '../../db/schema.ts';
import { nearerEnd } from '../../db/slice.ts';
import type { Slice } from '../../db/slice.ts';
import { IS_INVITED } from '../account/invitation-state.repository.ts';
import { HAS_SECOND_FACTOR, SECOND_FACTORS } from '../account/second-factor.repository.ts';
import { USER_NAMES } from '../account/user.repository.ts';

type UserListRow = Pick<
  Selectable<Schema['user']>,
  | 'uid'
  | 'username'
  | 'name'
  | 'email'
  | 'email_verify'
  | 'groupid'
  | 'reg_time'
  | 'last_login_time'
  | 'last_seen_time'
> & {
  readonly is_disabled: boolean;
  readonly is_invited: boolean;
  readonly sources: AccountSource[];
  readonly second_factors: SecondFactorKind[];
};

const LAST_SEEN = sql`greatest(last_login_time, last_seen_time)`;

const USER_LIST_COLUMNS = sql`uid, username, name, email, email_verify, groupid, reg_time, last_login_time,
  ${LAST_SEEN} as last_seen_time, disabled_time is not null as is_disabled,
  ${IS_INVITED} as is_invited,
  array(
    select 'local' where password_hash is not null
    union all (select kind from outside_login where outside_login.uid = "user".uid order by kind desc)
  ) as sources,
  ${SECOND_FACTORS} as second_factors`;

export interface UserFilter {
  /** Part of the username, the name or the email, as a username key; empty for all. */
  readonly word: string;
  readonly source?: AccountSource | undefined;
  readonly groupid?: number | undefined;
  readonly state?: AccountState | undefined;
  readonly second_factor?: SecondFactorState | undefined;
  readonly last_seen?: LastSeen | undefined;
}

const STATES: Readonly<Record<AccountState, RawBuilder<unknown>>> = {
  active: sql`disabled_time is null and not ${IS_INVITED}`,
  invited: IS_INVITED,
  disabled: sql`disabled_time is not null`,
};

const SECOND_FACTOR_STATES: Readonly<Record<SecondFactorState, RawBuilder<unknown>>> = {
  on: HAS_SECOND_FACTOR,
  off: sql`not ${HAS_SECOND_FACTOR}`,
};

const LAST_SEEN_RANGES: Readonly<Record<LastSeen, RawBuilder<unknown>>> = {
  '7d': sql`${LAST_SEEN} >= now() - interval '7 days'`,
  '30d': sql`${LAST_SEEN} >= now() - interval '30 days'`,
  '90d': sql`${LAST_SEEN} >= now() - interval '90 days'`,
  older: sql`${LAST_SEEN} < now() - interval '90 days'`,
  never: sql`${LAST_SEEN} is null`,
};

function fromSource(source: AccountSource) {
  if (source === 'local') return sql`password_hash is not null`;
  return sql`exists (select from outside_login where kind = ${source} and outside_login.uid = "user".uid)`;
}

/** The condition of all filters except the word. */
function matchesFilter({ source, groupid, state, second_factor, last_seen }: UserFilter) {
  const conditions = [
    sql`true`,
    ...(source ? [fromSource(source)] : []),
    // The group is part of the statement, because the index has only some of the groups.
    ...(groupid ? [sql`groupid = ${sql.lit(groupid)}`] : []),
    ...(state ? [STATES[state]] : []),
    ...(second_factor ? [SECOND_FACTOR_STATES[second_factor]] : []),
    ...(last_seen ? [LAST_SEEN_RANGES[last_seen]] : []),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}

export interface AccountStateRow {
  readonly uid: number;
  readonly username: string;
  readonly groupid: number;
  readonly is_disabled: boolean;
  /** Other than the session of the caller. */
  readonly has_sessions: boolean;
}

const SEARCHED_NAMES = [USER_NAMES, sql`lower(email)`];

/** Queries on accounts that only the admin console uses. */
export const adminUserRepository = repository((db) => ({
  count: () => loadRowCount(db, 'user'),

  /** A page near the beginning of the list, together with the total. */
  async listWithTotal({ offset, count }: Pick<Slice, 'offset' | 'count'>) {
    const { rows } = await sql<UserListRow & { total: number }>`
        select ${USER_LIST_COLUMNS}, ${rowCount('user')} as total from "user"
        order by uid desc limit ${count} offset ${offset}`.execute(db);
    return rows;
  },

  /** Scans only the index, from the end of the list that is nearer to the page. */
  async listPage(slice: Slice) {
    const { direction, skip: offset, limit } = nearerEnd(slice);
    const { rows } = await sql<UserListRow>`
        select ${USER_LIST_COLUMNS} from "user" where uid in (
          select uid from "user" order by uid ${direction} limit ${limit} offset ${offset}
        ) order by uid desc`.execute(db);
    return rows;
  },

  /** The ids of one page of the matching accounts; the total is counted up to `MAX_COUNTED_ROWS`. */
  async search(filter: UserFilter, slice: Pick<Slice, 'offset' | 'count'>) {
    const where = matchesFilter(filter);
    const users = { table: sql`"user"`, id: sql`uid`, names: SEARCHED_NAMES, where };
    if (filter.word !== '') return searchByName(db, users, filter.word, slice);
    const end = slice.offset + slice.count;
    const { rows } = await sql<{ uid: number }>`
        select uid from "user" where ${where}
        order by uid desc limit ${Math.max(MAX_COUNTED_ROWS, end)}`.execute(db);
    return {
      ids: rows.slice(slice.offset, end).map(({ uid }) => uid),
      total: Math.min(rows.length, MAX_COUNTED_ROWS),
    };
  },

  /** The matching accounts before an id, without a count: for reading all of them in order. */
  async listBefore(filter: UserFilter, before: number | undefined, count: number) {
    const { word } = filter;
    const { rows } = await sql<UserListRow>`
        select ${USER_LIST_COLUMNS} from "user" where ${matchesFilter(filter)}
          and (${before ?? null}::bigint is null or uid < ${before ?? null})
          ${word === '' ? sql`` : sql`and ${containsWord(SEARCHED_NAMES, word)}`}
        order by uid desc limit ${count}`.execute(db);
    return rows;
  },

  async list(uids: readonly number[]) {
    const { rows } = await sql<UserListRow>`
        select ${USER_LIST_COLUMNS} from "user" where uid = any(${uids}::bigint[]) order by uid desc`.execute(
      db,
    );
    return rows;
  },

  /** Locks the account, so that no row with a foreign key to it can be inserted until the transaction ends. */
  lockAccount: (uid: number) =>
    db
      .selectFrom('user')
      .select(['uid', 'username', 'name', 'groupid', 'disabled_time', 'local_access'])
      .where('uid', '=', uid)
      .forUpdate()
      .executeTakeFirst(),

  /** Locks accounts in the order of their ids, so that two transactions do not wait for each other. */
  async lockAccounts(uids: readonly number[]) {
    await sql`select from "user" where uid = any(${uids}::bigint[]) order by uid for update`.execute(
      db,
    );
  },

  /** The state of accounts that decides which actions apply to them. */
  async listStates(uids: readonly number[], callerDevice: number) {
    const { rows } = await sql<AccountStateRow>`
        select uid, username, groupid, disabled_time is not null as is_disabled,
          exists (select from device
            where device.uid = "user".uid and device_id <> ${callerDevice}) as has_sessions
        from "user" where uid = any(${uids}::bigint[]) order by uid`.execute(db);
    return rows;
  },

  /** The items and teams of an account, as owner or member. */
  async countAccess(uid: number) {
    const { rows } = await sql<{ item_count: number; team_count: number }>`
        select
          (select count(*)::int from item where del_time is null and item_id in (
            select item_id from item where uid = ${uid}
            union select item_id from item_member where uid = ${uid}
            union select item_id from team_item join team_member using (team_id)
              where team_member.uid = ${uid}
          )) as item_count,
          (select count(*)::int from (
            select id from team where uid = ${uid}
            union select team_id from team_member where uid = ${uid}
          ) as own) as team_count`.execute(db);
    return rows[0] ?? { item_count: 0, team_count: 0 };
  },

  async countBelongings(uid: number) {
    const { rows } = await sql<{ item_count: number; team_count: number; file_count: number }>`
        select
          (select count(*)::int from item where uid = ${uid} and del_time is null) as item_count,
          (select count(*)::int from team where uid = ${uid}) as team_count,
          (select count(*)::int from upload_file where uid = ${uid}) as file_count`.execute(db);
    return rows[0] ?? { item_count: 0, team_count: 0, file_count: 0 };
  },

  /**
   * Transfers items, including deleted ones, and teams. Locks in the usual order: items by id, then teams. API keys are
   * deleted, since the former owner may have copied them, unless both accounts belong to the same person.
   */
  async transferOwnership(from: number, to: number, keys: 'end' | 'keep' = 'end') {
    await sql`select from item where uid = ${from} order by item_id for no key update`.execute(db);
    const items = await sql<{ item_id: number; is_living: boolean }>`
        with moved as (
          update item set uid = ${to}, last_update_time = now() where uid = ${from}
          returning item_id, del_time is null as is_living
        ), no_longer_member as (
          delete from item_member using moved
          where item_member.item_id = moved.item_id and item_member.uid = ${to}
        ), ended_key as (
          delete from item_key using moved
          where item_key.item_id = moved.item_id and ${keys} = 'end'
        )
        select item_id, is_living from moved order by item_id`.execute(db);
    const teams = await db
      .updateTable('team')
      .set({ uid: to })
      .where('uid', '=', from)
      .returning('id')
      .execute();
    return { items: items.rows, teams: teams.map(({ id }) => id) };
  },

  /** Never deletes an administrator, regardless of the caller's checks. */
  async delete(uid: number) {
    const deletedRow = await db
      .deleteFrom('user')
      .where('uid', '=', uid)
      .where('groupid', '<>', ADMIN_GROUP)
      .returning('uid')
      .executeTakeFirst();
    return deletedRow !== undefined;
  },

  /** Serializes role changes, so that two concurrent ones cannot revoke the last two administrators. */
  async lockRoles() {
    await sql`select pg_advisory_xact_lock(hashtextextended('user.groupid', 0))`.execute(db);
  },

  async hasOtherAdmin(...uids: readonly number[]) {
    const row = await db
      .selectFrom('user')
      .select('uid')
      .where('groupid', '=', ADMIN_GROUP)
      .where('disabled_time', 'is', null)
      .where('uid', 'not in', uids)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  async setGroup(uids: readonly number[], groupid: number) {
    await db.updateTable('user').set({ groupid }).where('uid', 'in', uids).execute();
  },

  async setDisabled(uids: readonly number[], isDisabled: boolean) {
    await db
      .updateTable('user')
      .set({ disabled_time: isDisabled ? sql<Date>`now()` : null })
      .where('uid', 'in', uids)
      .where('groupid', '<>', ADMIN_GROUP)
      .execute();
  },
}));
