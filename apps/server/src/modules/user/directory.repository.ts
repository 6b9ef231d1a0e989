import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

interface DirectoryQuery {
  /** The caller. */
  readonly uid: number;
  /** The search word as a username key, and as LIKE patterns that the caller has escaped. */
  readonly key: string;
  readonly keyLike: string;
  readonly nameLike: string;
  /** True: finds all users. False: finds only colleagues and the user with exactly this username. */
  readonly isOpen: boolean;
  readonly exceptItem: number;
  readonly exceptTeam: number;
  readonly limit: number;
}

export const directoryRepository = repository((db) => ({
  /** Colleagues, who share an item or a team with the caller, come first. */
  async list(query: DirectoryQuery) {
    const { uid, key, keyLike, nameLike, isOpen, exceptItem, exceptTeam, limit } = query;
    const { rows } = await sql<{ username: string; name: string }>`
        with own_item as (
          select item_id from item where uid = ${uid} and del_time is null
          union select item_id from item_member where uid = ${uid}
        ), own_team as (
          select id from team where uid = ${uid}
          union select team_id from team_member where uid = ${uid}
        ), colleague as (
          select uid from item where item_id in (select item_id from own_item) and del_time is null
          union select uid from item_member where item_id in (select item_id from own_item)
          union select uid from team where id in (select id from own_team)
          union select uid from team_member where team_id in (select id from own_team)
        )
        select username, name
        from "user" left join colleague using (uid)
        where disabled_time is null
          and (username_key like ${keyLike} or lower(name) like ${nameLike})
          and (${isOpen} or username_key = ${key} or (colleague.uid is not null and uid <> ${uid}))
          and not exists (select from item_member
            where item_member.item_id = ${exceptItem} and item_member.uid = "user".uid)
          and not exists (select from item
            where item.item_id = ${exceptItem} and item.uid = "user".uid)
          and not exists (select from team_member
            where team_member.team_id = ${exceptTeam} and team_member.uid = "user".uid)
        order by colleague.uid is null, username_key, uid
        limit ${limit}`.execute(db);
    return rows;
  },
}));
