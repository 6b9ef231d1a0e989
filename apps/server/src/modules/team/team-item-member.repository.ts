import { sql } from 'kysely';
import type { TeamLinkGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';

interface MemberRightsChange {
  readonly member_group_id?: number;
  readonly cat_id?: number;
  readonly is_active?: number;
}

export const teamItemMemberRepository = repository((db) => ({
  list: (grant: TeamLinkGrant) =>
    db
      .selectFrom('team_item_member as part')
      .innerJoin('team_member', 'team_member.id', 'part.team_member_id')
      .innerJoin('user', 'user.uid', 'team_member.uid')
      .select([
        'part.id',
        'user.username as member_username',
        'user.name',
        'part.member_group_id',
        'part.cat_id',
        'part.addtime',
        'part.is_active',
      ])
      .where('part.team_item_id', '=', grant.teamItemId)
      .orderBy('team_member.id')
      .execute(),

  /** Locks the row until the transaction ends. */
  lock: (grant: TeamLinkGrant, id: number) =>
    db
      .selectFrom('team_item_member')
      .innerJoin('team_member', 'team_member.id', 'team_item_member.team_member_id')
      .select(['member_group_id', 'cat_id', 'is_active', 'team_member.uid'])
      .where('team_item_member.id', '=', id)
      .where('team_item_id', '=', grant.teamItemId)
      .forNoKeyUpdate('team_item_member')
      .executeTakeFirst(),

  async update(grant: TeamLinkGrant, id: number, change: MemberRightsChange) {
    await db
      .updateTable('team_item_member')
      .set(change)
      .where('id', '=', id)
      .where('team_item_id', '=', grant.teamItemId)
      .execute();
  },

  /** Gives the team's members read access to newly linked items. */
  async insertForItems(teamItemIds: readonly number[]) {
    await sql`
        insert into team_item_member (team_item_id, team_member_id)
        select team_item.id, team_member.id
        from team_item join team_member on team_member.team_id = team_item.team_id
        where team_item.id = any(${teamItemIds}::bigint[])
        for key share of team_item, team_member`.execute(db);
  },

  /**
   * Gives new team members read access to the team's items. If the item has another owner or is archived, the row is
   * inactive: a change of the team alone must not grant access. The row locks skip links and members that are
   * deleted concurrently.
   */
  async insertForMembers(teamMemberIds: readonly number[]) {
    await sql`
        insert into team_item_member (team_item_id, team_member_id, is_active)
        select team_item.id, team_member.id,
          case when item.uid = team.uid and item.is_archived = 0 then 1 else 0 end
        from team_member
        join team on team.id = team_member.team_id
        join team_item on team_item.team_id = team.id
        join item on item.item_id = team_item.item_id
        where team_member.id = any(${teamMemberIds}::bigint[])
        for key share of team_item, team_member`.execute(db);
  },

  /** Ends the rights a user has in an item through teams; returns false if there were none. */
  async deactivate(itemId: number, uid: number) {
    const { rows } = await sql`
        update team_item_member part set is_active = 0
        from team_item, team_member
        where team_item.id = part.team_item_id and team_item.item_id = ${itemId}
          and team_member.id = part.team_member_id and team_member.uid = ${uid}
          and part.is_active = 1
        returning part.id`.execute(db);
    return rows.length > 0;
  },
}));
