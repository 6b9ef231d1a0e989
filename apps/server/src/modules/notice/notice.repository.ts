import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { TOKEN_NOTICE_DAYS } from '@octavo/contract/limits';
import type { NoticeKind } from '@octavo/contract/notice.entities';
import { sql } from 'kysely';
import type { OwnerGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';

/** Values for the text of a notice. They must not contain anything the recipient may not see. */
type NoticeFacts = Readonly<Record<string, string | number | boolean>>;

export interface NewNotice {
  readonly kind: NoticeKind;
  readonly facts?: NoticeFacts;
  readonly from_name?: string;
  /** Subject of the notice. Its name is stored in `facts` and does not change later. */
  readonly item_id?: number;
  readonly page_id?: number;
  readonly team_id?: number;
  /** If an unread notice with this key exists, it is updated and no second one is inserted. */
  readonly once_key?: string;
}

export interface NoticeRow {
  readonly notice_id: number;
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts;
  readonly from_name: string;
  readonly item_id: number | null;
  readonly page_id: number | null;
  readonly team_id: number | null;
  readonly notice_time: Date;
  readonly is_read: boolean;
}

/**
 * The notices of a user: their own, and all announcements since their registration that they have not deleted for
 * themselves.
 */
function noticesForUser(uid: number) {
  return sql`(
    select notice_id, kind, facts, from_name, item_id, page_id, team_id, notice_time,
      read_time is not null as is_read
    from notice where uid = ${uid}
    union all
    select notice.notice_id, kind, facts, from_name, item_id, page_id, team_id, notice_time,
      notice_mark.notice_id is not null
    from notice left join notice_mark
      on notice_mark.notice_id = notice.notice_id and notice_mark.uid = ${uid}
    where notice.uid is null
      and notice_time >= (select reg_time from "user" where "user".uid = ${uid})
      and notice_mark.is_deleted is not true
  ) as mine`;
}

export const noticeRepository = repository((db) => ({
  async list(uid: number, onlyUnread: boolean, count: number, page: number) {
    const { rows } = await sql<NoticeRow>`
        select * from ${noticesForUser(uid)} where ${onlyUnread ? sql`not is_read` : sql`true`}
        order by notice_time desc, notice_id desc
        limit ${count} offset ${(page - 1) * count}`.execute(db);
    return rows;
  },

  async count(uid: number) {
    const { rows } = await sql<{ total: number; unread: number }>`
        select count(*)::int as total, (count(*) filter (where not is_read))::int as unread
        from ${noticesForUser(uid)}`.execute(db);
    return rows[0] ?? { total: 0, unread: 0 };
  },

  /** Counts unread notices by item. */
  async countByItem(uid: number) {
    const { rows } = await sql<{ item_id: number; unread: number }>`
        select item_id, count(*)::int as unread from notice
        where uid = ${uid} and read_time is null and item_id is not null
        group by item_id`.execute(db);
    return new Map(rows.map((row) => [row.item_id, row.unread]));
  },

  /** Returns the user's id if the notice is visible to them. */
  async findReader(noticeId: number, uid: number) {
    const { rows } = await sql`
        select from ${noticesForUser(uid)} where notice_id = ${noticeId}`.execute(db);
    return rows.length > 0 ? uid : undefined;
  },

  /** Inserts a notice for each user; the names of item and team are added to `facts`. */
  async insert(uids: readonly number[], { facts = {}, ...notice }: NewNotice) {
    await sql`
        insert into notice (uid, kind, facts, from_name, item_id, page_id, team_id, once_key)
        select uid, ${notice.kind},
          jsonb_strip_nulls(jsonb_build_object(
            'item', (select item_name from item where item.item_id = ${notice.item_id ?? null}::bigint),
            'team', (select team_name from team where team.id = ${notice.team_id ?? null}::bigint)
          )) || ${JSON.stringify(facts)}::jsonb, ${notice.from_name ?? ''},
          ${notice.item_id ?? null}::bigint, ${notice.page_id ?? null}::bigint,
          ${notice.team_id ?? null}::bigint, ${notice.once_key ?? null}
        from unnest(${uids}::bigint[]) as uid
        on conflict (uid, once_key) do update set facts = excluded.facts,
          from_name = excluded.from_name, notice_time = clock_timestamp()`.execute(db);
  },

  /** An announcement is a single row for all users. */
  async announce(title: string, content: string) {
    await db
      .insertInto('notice')
      .values({ kind: 'announcement', facts: JSON.stringify({ title, content }) })
      .execute();
  },

  async listAnnouncements() {
    const { rows } = await sql<{
      notice_id: number;
      facts: NoticeFacts;
      notice_time: Date;
      read_count: number;
    }>`
        select notice_id, facts, notice_time,
          (select count(*) from notice_mark where notice_mark.notice_id = notice.notice_id)
            as read_count
        from notice where uid is null order by notice_time desc limit 100`.execute(db);
    return rows;
  },

  /** Returns false if there is no such announcement. */
  async deleteAnnouncement(noticeId: number) {
    const row = await db
      .deleteFrom('notice')
      .where('notice_id', '=', noticeId)
      .where('uid', 'is', null)
      .returning('notice_id')
      .executeTakeFirst();
    return row !== undefined;
  },

  async listAdministrators() {
    const rows = await db
      .selectFrom('user')
      .select('uid')
      .where('groupid', '=', ADMIN_GROUP)
      .where('disabled_time', 'is', null)
      .execute();
    return rows.map((row) => row.uid);
  },

  /** Clears `once_key`, so that the next notice with the same key is a new one. */
  async setRead({ id }: OwnerGrant<'notice'>, uid: number) {
    await sql`
        with own as (
          update notice set read_time = coalesce(read_time, now()), once_key = null
          where notice_id = ${id} and uid = ${uid}
        )
        insert into notice_mark (uid, notice_id)
        select ${uid}, notice_id from notice where notice_id = ${id} and uid is null
        on conflict do nothing`.execute(db);
  },

  async setAllRead(uid: number) {
    await sql`
        with own as (
          update notice set read_time = now(), once_key = null
          where uid = ${uid} and read_time is null
        )
        insert into notice_mark (uid, notice_id)
        select ${uid}, notice_id from notice where uid is null
        on conflict do nothing`.execute(db);
  },

  async delete({ id }: OwnerGrant<'notice'>, uid: number) {
    await sql`
        with own as (delete from notice where notice_id = ${id} and uid = ${uid})
        insert into notice_mark (uid, notice_id, is_deleted)
        select ${uid}, notice_id, true from notice where notice_id = ${id} and uid is null
        on conflict (uid, notice_id) do update set is_deleted = true`.execute(db);
  },

  /**
   * Notifies the authors of pages that the purge will delete tomorrow: one notice per user and item, even if it runs
   * repeatedly. Returns the notified users.
   */
  async insertPurgeNotices(days: number) {
    const { rows } = await sql<{ uid: number }>`
        with going as (
          select distinct page.page_id, page.page_title, item.item_id, item.item_name, writer.uid,
            page.del_time
          from page join item on item.item_id = page.item_id and item.del_time is null
            cross join lateral (values (page.creator_uid), (page.author_uid)) as writer (uid)
            join "user" on "user".uid = writer.uid and "user".disabled_time is null
          where page.del_time <= now() - make_interval(hours => ${(days - 1) * 24})
            and page.del_time > now() - make_interval(hours => ${days * 24})
        )
        insert into notice (uid, kind, facts, item_id, once_key)
        select uid, 'purgeTomorrow',
          jsonb_build_object('page', min(page_title), 'item', min(item_name), 'count', count(*)),
          item_id, 'purge ' || item_id || ' ' || max(del_time)
        from going group by uid, item_id
        on conflict do nothing returning uid`.execute(db);
    return rows.map((row) => row.uid);
  },

  /** In one statement, so that each token gets exactly one notice. Tokens with a short life get none. */
  async insertTokenNotices() {
    const { rows } = await sql<{ uid: number }>`
        with due as (
          update access_token set warned_time = now()
          where warned_time is null
            and expire_time > now()
            and expire_time <= now() + make_interval(days => ${TOKEN_NOTICE_DAYS})
            and expire_time - addtime > make_interval(days => ${TOKEN_NOTICE_DAYS})
          returning uid, name, ceil(extract(epoch from expire_time - now()) / 86400)::int as days
        )
        insert into notice (uid, kind, facts)
        select uid, 'tokenEnding', jsonb_build_object('name', name, 'days', days) from due
        returning uid`.execute(db);
    return rows.map((row) => row.uid);
  },

  async deleteOld() {
    await sql`delete from notice where notice_time < now() - interval '180 days'`.execute(db);
  },
}));
