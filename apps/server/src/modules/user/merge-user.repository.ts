import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

/** Whether a membership includes another one: it has at least its role, and covers the same catalog or all. */
const includes = (stronger: string, weaker: string) => sql<boolean>`
  (${sql.ref(stronger)}.member_group_id >= ${sql.ref(weaker)}.member_group_id
    and ${sql.ref(stronger)}.cat_id in (0, ${sql.ref(weaker)}.cat_id))`;

/** The right of one member of the team of `team_item`: the exception of the member, otherwise the default. */
const teamRightOf = (place: string) => sql`
  select coalesce(part.member_group_id, team_item.member_group_id) as member_group_id,
    coalesce(part.cat_id, team_item.cat_id) as cat_id,
    coalesce(part.is_active, team_item.is_active) as is_active,
    part.id is not null as is_exception
  from (select 1) as one
  left join team_item_member part
    on part.team_item_id = team_item.id and part.team_member_id = ${sql.ref(place)}.id
      and part.is_exception = 1`;

/** Moves the data of one account to another, in a transaction that has locked both accounts. */
export const mergeUserRepository = repository((db) => ({
  /** The number of items and teams of which the account is a member. */
  async countMemberships(uid: number) {
    const { rows } = await sql<{ member_item_count: number; member_team_count: number }>`
        select
          (select count(*)::int from item_member join item using (item_id)
            where item_member.uid = ${uid} and item.del_time is null) as member_item_count,
          (select count(*)::int from team_member where uid = ${uid}) as member_team_count`.execute(
      db,
    );
    return rows[0] ?? { member_item_count: 0, member_team_count: 0 };
  },

  /**
   * Locks every item and team of the account in the usual order: items by id, then teams. A save that waits for the lock
   * is rejected afterwards, because the account no longer has rights.
   */
  async lockItemsAndTeams(uid: number) {
    const { rows } = await sql<{ item_id: number }>`
        select item_id from item
        where item_id in (
          select item_id from item where uid = ${uid}
          union select item_id from item_member where uid = ${uid}
          union select item_id from team_item join team_member using (team_id)
            where team_member.uid = ${uid}
          union select item_id from team_item join team on team.id = team_item.team_id
            where team.uid = ${uid})
        order by item_id for no key update`.execute(db);
    await sql`
        select from team where uid = ${uid}
          or id in (select team_id from team_member where team_member.uid = ${uid})
        order by id for no key update`.execute(db);
    return rows.map(({ item_id }) => item_id);
  },

  /**
   * A membership that includes the other one replaces it. Where neither includes the other, the target account keeps its
   * own, so that a merge grants no right that neither account had.
   */
  async moveMemberships(from: number, to: number) {
    await sql`
        update item_member own set member_group_id = other.member_group_id, cat_id = other.cat_id
        from item_member other
        where own.uid = ${to} and other.uid = ${from} and other.item_id = own.item_id
          and ${includes('other', 'own')}`.execute(db);
    await sql`
        update item_member set uid = ${to}
        where uid = ${from}
          and item_id not in (select item_id from item_member where uid = ${to})
          and item_id not in (select item_id from item where uid = ${to})`.execute(db);
    await sql`
        with stronger as (
          select team_item.id as team_item_id, own_place.id as team_member_id,
            other.member_group_id, other.cat_id, other.is_exception
          from team_member own_place
          join team_member other_place
            on other_place.team_id = own_place.team_id and other_place.uid = ${from}
          join team_item on team_item.team_id = own_place.team_id
          cross join lateral (${teamRightOf('own_place')}) own
          cross join lateral (${teamRightOf('other_place')}) other
          where own_place.uid = ${to} and other.is_active = 1
            and (own.is_active = 0 or ${includes('other', 'own')})
        ), follows_again as (
          delete from team_item_member part using stronger
          where part.team_item_id = stronger.team_item_id
            and part.team_member_id = stronger.team_member_id and not stronger.is_exception
        )
        insert into team_item_member (team_item_id, team_member_id, member_group_id, cat_id)
        select team_item_id, team_member_id, member_group_id, cat_id from stronger
        where is_exception
        on conflict (team_item_id, team_member_id) do update set
          member_group_id = excluded.member_group_id, cat_id = excluded.cat_id, is_active = 1,
          is_exception = 1`.execute(db);
    await sql`
        update team_member set uid = ${to}
        where uid = ${from}
          and team_id not in (select team_id from team_member where uid = ${to})`.execute(db);
  },

  /**
   * Authors may delete their pages, so the target account becomes the author of the pages that the merged account has
   * written in these items. The stored author usernames do not change.
   */
  async moveAuthorship(from: number, to: number, itemIds: readonly number[]) {
    await sql`
        update page set
          creator_uid = case when creator_uid = ${from} then ${to} else creator_uid end,
          author_uid = case when author_uid = ${from} then ${to} else author_uid end
        where item_id = any(${itemIds}::bigint[])
          and (creator_uid = ${from} or author_uid = ${from})`.execute(db);
    await sql`
        update page_history set author_uid = ${to}
        from page
        where page.item_id = any(${itemIds}::bigint[]) and page_history.page_id = page.page_id
          and page_history.author_uid = ${from}`.execute(db);
  },

  /** Files, templates, drafts, sent invitations, favourites, viewed pages, item groups and notices; on a conflict the rows of the target account stay. */
  async moveBelongings(from: number, to: number) {
    await sql`update upload_file set uid = ${to} where uid = ${from}`.execute(db);
    await sql`
        insert into file_traffic as own (uid, month, bytes)
        select ${to}, month, bytes from file_traffic where uid = ${from}
        on conflict (uid, month) do update set bytes = own.bytes + excluded.bytes`.execute(db);
    await sql`update template set uid = ${to} where uid = ${from}`.execute(db);
    await sql`update invitation set uid = ${to} where uid = ${from}`.execute(db);
    await sql`
        update page_draft set uid = ${to}
        where uid = ${from}
          and draft_id not in (select draft_id from page_draft where uid = ${to})`.execute(db);
    for (const table of ['favourite', 'recent_view'])
      await sql`
        update ${sql.table(table)} moved set uid = ${to}
        where uid = ${from} and not exists (
          select from ${sql.table(table)} own
          where own.uid = ${to} and (own.item_id = moved.item_id or own.page_id = moved.page_id))`.execute(
        db,
      );
    await sql`
        update item_order set uid = ${to}
        where uid = ${from} and item_group_id in (select id from item_group where uid = ${from})`.execute(
      db,
    );
    await sql`update item_group set uid = ${to} where uid = ${from}`.execute(db);
    await sql`
        update notice set uid = ${to}
        where uid = ${from} and (once_key is null
          or once_key not in (select once_key from notice where uid = ${to} and once_key is not null))`.execute(
      db,
    );
  },
}));
