import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { repository } from '../../db/repository.ts';
import { loadRowCount, rowCount } from '../../db/search-by-name.ts';
import type { Schema } from '../../db/schema.ts';
import { nearerEnd } from '../../db/slice.ts';
import type { Slice } from '../../db/slice.ts';

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
> & { readonly is_disabled: boolean };

const USER_LIST_COLUMNS = sql`uid, username, name, email, email_verify, groupid, reg_time, last_login_time,
  disabled_time is not null as is_disabled`;

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

  async hasOtherAdmin(uid: number) {
    const row = await db
      .selectFrom('user')
      .select('uid')
      .where('groupid', '=', ADMIN_GROUP)
      .where('disabled_time', 'is', null)
      .where('uid', '<>', uid)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  async setGroup(uid: number, groupid: number) {
    await db.updateTable('user').set({ groupid }).where('uid', '=', uid).execute();
  },

  async setDisabled(uid: number, isDisabled: boolean) {
    await db
      .updateTable('user')
      .set({ disabled_time: isDisabled ? sql<Date>`now()` : null })
      .where('uid', '=', uid)
      .where('groupid', '<>', ADMIN_GROUP)
      .execute();
  },
}));
