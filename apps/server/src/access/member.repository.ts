import { sql } from 'kysely';
import type { ItemGrant } from './grant.ts';
import type { Membership } from './effective-rights.ts';
import { hasTeamRight, teamMembersWithItems, teamRightColumns } from './team-rights.ts';
import { repository } from '../db/repository.ts';

interface MemberChange {
  readonly member_group_id?: number;
  readonly cat_id?: number;
}

/** Someone who belongs to an item: its owner, a member or a member of one of its teams. */
interface ItemPerson {
  readonly uid: number;
  readonly username: string;
  readonly name: string;
  readonly memberships: readonly Membership[];
}

export const memberRepository = repository((db) => {
  /**
   * Reads direct membership and teams in one query; 'held' locks the rows until the transaction ends. Exceptions in
   * teams need no lock of their own: writers of them have locked the item.
   */
  const queryMemberships = async (itemId: number, uid: number, lock: 'held' | 'read') => {
    const share = (...tables: string[]) =>
      lock === 'held'
        ? sql`for share of ${sql.join(tables.map((name) => sql.table(name)))}`
        : sql``;
    const { rows } = await sql<Membership>`
      with own as (
        select member_group_id, cat_id, null::bigint as team_id, false as is_exception
        from item_member
        where item_id = ${itemId} and uid = ${uid} ${share('item_member')}
      ), through_team as (
        select ${teamRightColumns}, team_item.team_id, part.id is not null as is_exception
        from ${teamMembersWithItems}
        where team_item.item_id = ${itemId} and team_member.uid = ${uid} and ${hasTeamRight}
        ${share('team_item', 'team_member')}
      )
      select * from own union all select * from through_team`.execute(db);
    return rows;
  };
  /** Lists the people of an item that are not disabled. */
  const queryPeople = async (itemId: number, condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<ItemPerson>`
      with membership as (
        select uid, member_group_id, cat_id, null::bigint as team_id, false as is_exception
        from item_member where item_id = ${itemId}
        union all
        select team_member.uid, ${teamRightColumns}, team_item.team_id, part.id is not null
        from ${teamMembersWithItems}
        where team_item.item_id = ${itemId} and ${hasTeamRight}
      ), grouped as (
        select uid, json_agg(membership) as memberships from membership group by uid
      ), people as (
        select uid from grouped union select uid from item where item_id = ${itemId}
      )
      select "user".uid, username, name, coalesce(memberships, '[]') as memberships
      from people join "user" using (uid) left join grouped using (uid)
      where disabled_time is null and ${condition}
      order by username`.execute(db);
    return rows;
  };
  return {
    /** Lists the people of an item with one of these usernames, given by their keys. */
    listPeopleByKey: (itemId: number, usernameKeys: readonly string[]) =>
      queryPeople(itemId, sql`username_key = any(${usernameKeys}::text[])`),

    /** Lists the people of an item whose username or name contains the normalized word. */
    searchPeople: ({ itemId }: ItemGrant, word: string) =>
      queryPeople(
        itemId,
        sql`(strpos(username_key, ${word}) > 0 or strpos(lower(name), ${word}) > 0)`,
      ),

    /** Lists the memberships of a user in an item, direct and through teams. */
    listMemberships: (itemId: number, uid: number) => queryMemberships(itemId, uid, 'read'),

    /** The same, locked until the transaction ends. */
    lockMemberships: (itemId: number, uid: number) => queryMemberships(itemId, uid, 'held'),

    /** Loads the names of the teams and catalogs of these memberships. */
    async listMembershipNames(memberships: readonly Membership[]) {
      const teamIds = memberships.flatMap(({ team_id }) => (team_id === null ? [] : [team_id]));
      const { rows } = await sql<{ kind: 'team' | 'catalog'; id: number; name: string }>`
        select 'team' as kind, id, team_name as name from team where id = any(${teamIds}::bigint[])
        union all
        select 'catalog', cat_id, cat_name from catalog
        where cat_id = any(${memberships.map(({ cat_id }) => cat_id)}::bigint[])`.execute(db);
      const ofKind = (kind: string) =>
        new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]));
      return { teams: ofKind('team'), catalogs: ofKind('catalog') };
    },

    list: (grant: ItemGrant) =>
      db
        .selectFrom('item_member')
        .innerJoin('user', 'user.uid', 'item_member.uid')
        .leftJoin('catalog', 'catalog.cat_id', 'item_member.cat_id')
        .select([
          'item_member.item_member_id',
          'user.username',
          'user.name',
          'item_member.addtime',
          'item_member.member_group_id',
          'item_member.cat_id',
        ])
        .select(sql<string>`coalesce(catalog.cat_name, '')`.as('cat_name'))
        .where('item_member.item_id', '=', grant.itemId)
        .orderBy('item_member.item_member_id')
        .execute(),

    /** Lists the current rights of these users. The caller must have locked the item. */
    listByUsers: (grant: ItemGrant, uids: readonly number[]) =>
      db
        .selectFrom('item_member')
        .select(['uid', 'member_group_id', 'cat_id'])
        .where('item_id', '=', grant.itemId)
        .where(sql<boolean>`uid = any(${uids}::bigint[])`)
        .execute(),

    /** Adds or updates members; concurrent calls create only one row per user. Absent fields remain unchanged. */
    async save(grant: ItemGrant, uids: readonly number[], change: MemberChange) {
      const { member_group_id = null, cat_id = null } = change;
      await sql`
        insert into item_member (item_id, uid, member_group_id, cat_id)
        select ${grant.itemId}, uid, coalesce(${member_group_id}::smallint, 0), coalesce(${cat_id}::bigint, 0)
        from unnest(${uids}::bigint[]) as sent (uid)
        on conflict (item_id, uid) do update set
          member_group_id = coalesce(${member_group_id}::smallint, item_member.member_group_id),
          cat_id = coalesce(${cat_id}::bigint, item_member.cat_id)`.execute(db);
    },

    /** Returns the removed user with the right that they had, or undefined if the item has no such member. */
    delete: (grant: ItemGrant, itemMemberId: number) =>
      db
        .deleteFrom('item_member')
        .where('item_id', '=', grant.itemId)
        .where('item_member_id', '=', itemMemberId)
        .returning(['uid', 'member_group_id', 'cat_id'])
        .executeTakeFirst(),

    /** Returns the right that the user had; undefined if they were not a member. */
    leave: (itemId: number, uid: number) =>
      db
        .deleteFrom('item_member')
        .where('item_id', '=', itemId)
        .where('uid', '=', uid)
        .returning(['member_group_id', 'cat_id'])
        .executeTakeFirst(),
  };
});
