import { sql } from 'kysely';
import type { TeamLinkGrant } from '../../access/grant.ts';
import {
  hasTeamRight,
  joinTeamItemMemberId,
  teamMembersWithItems,
  teamRightColumns,
} from '../../access/team-rights.ts';
import type { TeamRight } from '../../access/team-rights.ts';
import { repository } from '../../db/repository.ts';

interface MemberRight extends TeamRight {
  readonly id: number;
  readonly member_username: string;
  readonly name: string;
  readonly addtime: Date;
  readonly is_exception: boolean;
}

/** The exceptions of team members from the default right of a link. Writers must have locked the item. */
export const teamItemMemberRepository = repository((db) => ({
  /** Lists all members of the team with their right in the item. */
  async list(grant: TeamLinkGrant) {
    const { rows } = await sql<MemberRight>`
        select team_member.id, username as member_username, name, team_member.addtime,
          ${teamRightColumns}, coalesce(part.is_active, team_item.is_active) as is_active,
          part.id is not null as is_exception
        from ${teamMembersWithItems}
        join "user" on "user".uid = team_member.uid
        where team_item.id = ${grant.teamItemId}
        order by team_member.id`.execute(db);
    return rows.map((row) => ({ ...row, id: joinTeamItemMemberId(grant.teamItemId, row.id) }));
  },

  async find(grant: TeamLinkGrant, teamMemberId: number) {
    const { rows } = await sql<TeamRight & { uid: number; is_exception: boolean }>`
        select team_member.uid, ${teamRightColumns},
          coalesce(part.is_active, team_item.is_active) as is_active,
          part.id is not null as is_exception
        from ${teamMembersWithItems}
        where team_item.id = ${grant.teamItemId} and team_member.id = ${teamMemberId}
        for key share of team_item, team_member`.execute(db);
    return rows[0];
  },

  /** Lists the users who follow the default right. */
  async listFollowers(grant: TeamLinkGrant) {
    const { rows } = await sql<{ uid: number }>`
        select team_member.uid from ${teamMembersWithItems}
        where team_item.id = ${grant.teamItemId} and part.id is null`.execute(db);
    return rows.map(({ uid }) => uid);
  },

  async save(grant: TeamLinkGrant, teamMemberId: number, right: TeamRight) {
    const { member_group_id, cat_id, is_active } = right;
    await db
      .insertInto('team_item_member')
      .values({
        team_item_id: grant.teamItemId,
        team_member_id: teamMemberId,
        member_group_id,
        cat_id,
        is_active,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['team_item_id', 'team_member_id'])
          .doUpdateSet({ member_group_id, cat_id, is_active, is_exception: 1 }),
      )
      .execute();
  },

  async delete(grant: TeamLinkGrant, teamMemberId: number) {
    await db
      .deleteFrom('team_item_member')
      .where('team_item_id', '=', grant.teamItemId)
      .where('team_member_id', '=', teamMemberId)
      .execute();
  },

  /** Ends the rights a user has in an item through teams; returns false if there were none. */
  async deactivate(itemId: number, uid: number) {
    const { rows } = await sql`
        insert into team_item_member (team_item_id, team_member_id, is_active)
        select team_item.id, team_member.id, 0
        from ${teamMembersWithItems}
        where team_item.item_id = ${itemId} and team_member.uid = ${uid} and ${hasTeamRight}
        for key share of team_item, team_member
        on conflict (team_item_id, team_member_id) do update set is_active = 0, is_exception = 1
        returning id`.execute(db);
    return rows.length > 0;
  },
}));
