import { sql } from 'kysely';
import type { ItemGrant, TeamGrant, TeamLinkGrant } from '../../access/grant.ts';
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

    findByMember: (teamItemMemberId: number): Promise<TeamLinkFacts | undefined> =>
      links
        .innerJoin('team_item_member', 'team_item_member.team_item_id', 'team_item.id')
        .where('team_item_member.id', '=', teamItemMemberId)
        .executeTakeFirst(),

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

    /** Links items to a team; returns only the ids of new links. */
    async insert(grant: TeamGrant, itemIds: readonly number[]) {
      const { rows } = await sql<{ id: number }>`
        insert into team_item (team_id, item_id)
        select ${grant.teamId}, item_id from unnest(${itemIds}::bigint[]) as sent (item_id)
        on conflict (team_id, item_id) do nothing
        returning id`.execute(db);
      return rows.map((row) => row.id);
    },

    async delete(grant: TeamLinkGrant) {
      const row = await db
        .deleteFrom('team_item')
        .where('id', '=', grant.teamItemId)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

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
