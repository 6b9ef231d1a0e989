import { sql } from 'kysely';
import type { ItemGrant, TeamGrant, TeamLinkGrant } from '../../access/grant.ts';
import { splitTeamItemMemberId } from '../../access/team-rights.ts';
import type { TeamRight } from '../../access/team-rights.ts';
import { repository } from '../../db/repository.ts';

/** The link between a team and an item with the owners of both, as needed for authorization. */
export interface TeamLinkFacts {
  readonly team_item_id: number;
  readonly team_id: number;
  readonly item_id: number;
  readonly team_uid: number;
  readonly item_uid: number;
}

export const teamItemRepository = repository((db) => {
  const links = db
    .selectFrom('team_item')
    .innerJoin('team', 'team.id', 'team_item.team_id')
    .innerJoin('item', 'item.item_id', 'team_item.item_id')
    .where('item.del_time', 'is', null)
    .select([
      'team_item.id as team_item_id',
      'team_item.team_id',
      'team_item.item_id',
      'team.uid as team_uid',
      'item.uid as item_uid',
    ]);
  return {
    find: (id: number): Promise<TeamLinkFacts | undefined> =>
      links.where('team_item.id', '=', id).executeTakeFirst(),

    findByTeamAndItem: (teamId: number, itemId: number): Promise<TeamLinkFacts | undefined> =>
      links
        .where('team_item.team_id', '=', teamId)
        .where('team_item.item_id', '=', itemId)
        .executeTakeFirst(),

    findByMember(teamItemMemberId: number): Promise<TeamLinkFacts | undefined> {
      const { teamItemId, teamMemberId } = splitTeamItemMemberId(teamItemMemberId);
      return links
        .innerJoin('team_member', 'team_member.team_id', 'team_item.team_id')
        .where('team_item.id', '=', teamItemId)
        .where('team_member.id', '=', teamMemberId)
        .executeTakeFirst();
    },

    list: (grant: ItemGrant) =>
      db
        .selectFrom('team_item')
        .innerJoin('team', 'team.id', 'team_item.team_id')
        .innerJoin('user', 'user.uid', 'team.uid')
        .innerJoin('item', 'item.item_id', 'team_item.item_id')
        .select([
          'team_item.id',
          'team_item.team_id',
          'team_item.item_id',
          'item.item_name',
          'team.team_name',
          'user.username',
          'team_item.member_group_id',
          'team_item.cat_id',
          'team_item.is_active',
          'team_item.addtime',
        ])
        .select(
          sql<number>`(select count(*) from team_member
            where team_member.team_id = team_item.team_id)`.as('memberCount'),
        )
        .where('team_item.item_id', '=', grant.itemId)
        .orderBy('team_item.id')
        .execute(),

    listByTeam: (grant: TeamGrant) =>
      db
        .selectFrom('team_item')
        .innerJoin('item', 'item.item_id', 'team_item.item_id')
        .select([
          'team_item.id',
          'team_item.team_id',
          'team_item.item_id',
          'item.item_name',
          'item.item_domain',
          'item.item_type',
          'item.uid',
          'team_item.member_group_id',
          'team_item.cat_id',
          'team_item.is_active',
          'team_item.addtime',
        ])
        .where('team_item.team_id', '=', grant.teamId)
        .where('item.del_time', 'is', null)
        .orderBy('team_item.id')
        .execute(),

    /** Returns those items that the user owns, locked in ascending order until the transaction ends. */
    async lockOwn(uid: number, itemIds: readonly number[]) {
      const { rows } = await sql<{ item_id: number; is_archived: number }>`
        select item_id, is_archived from item
        where item_id = any(${itemIds}::bigint[]) and uid = ${uid} and del_time is null
        order by item_id for no key update`.execute(db);
      return rows;
    },

    /** Links items to a team; links that exist stay as they are. */
    async insert(grant: TeamGrant, itemIds: readonly number[], right: TeamRight) {
      await sql`
        insert into team_item (team_id, item_id, member_group_id, cat_id, is_active)
        select ${grant.teamId}, item_id, ${right.member_group_id}, ${right.cat_id}, ${right.is_active}
        from unnest(${itemIds}::bigint[]) as sent (item_id)
        on conflict (team_id, item_id) do nothing`.execute(db);
    },

    /** Returns the default right, locked until the transaction ends. */
    lockRight: (grant: TeamLinkGrant): Promise<TeamRight | undefined> =>
      db
        .selectFrom('team_item')
        .select(['member_group_id', 'cat_id', 'is_active'])
        .where('id', '=', grant.teamItemId)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    /** Also deletes the rows that give the former right to the members in the previous release. */
    async setRight(grant: TeamLinkGrant, { member_group_id, cat_id, is_active }: TeamRight) {
      await db
        .with('without_effect', (query) =>
          query
            .deleteFrom('team_item_member')
            .where('team_item_id', '=', grant.teamItemId)
            .where('is_exception', '=', 0),
        )
        .updateTable('team_item')
        .set({ member_group_id, cat_id, is_active })
        .where('id', '=', grant.teamItemId)
        .execute();
    },

    /**
     * Ends the default right where team and item have different owners or the item is archived: users who join
     * later get no access until the owner of the item gives it. The members who followed the default keep it as exceptions.
     */
    async endDefaultRights(column: 'team_id' | 'item_id', ids: readonly number[]) {
      await sql`
        with ended as (
          update team_item set is_active = 0
          from team, item
          where team_item.${sql.ref(column)} = any(${ids}::bigint[]) and team_item.is_active = 1
            and team.id = team_item.team_id and item.item_id = team_item.item_id
            and (team.uid <> item.uid or item.is_archived = 1)
          returning team_item.id, team_item.team_id, team_item.member_group_id, team_item.cat_id
        )
        insert into team_item_member (team_item_id, team_member_id, member_group_id, cat_id)
        select ended.id, team_member.id, ended.member_group_id, ended.cat_id
        from ended join team_member using (team_id)
        for key share of team_member
        on conflict (team_item_id, team_member_id) do update set
          member_group_id = excluded.member_group_id, cat_id = excluded.cat_id, is_active = 1,
          is_exception = 1
        where team_item_member.is_exception = 0`.execute(db);
    },

    /** Returns the right that the team had. */
    delete: (grant: TeamLinkGrant) =>
      db
        .deleteFrom('team_item')
        .where('id', '=', grant.teamItemId)
        .returning(['member_group_id', 'cat_id', 'is_active'])
        .executeTakeFirst(),

    /** Removes the item from all teams that the user owns. */
    async deleteByTeamOwner(itemId: number, uid: number) {
      await sql`
        delete from team_item using team
        where team.id = team_item.team_id and team.uid = ${uid} and team_item.item_id = ${itemId}`.execute(
        db,
      );
    },
  };
});
