import { sql } from 'kysely';

/** The right of a team or of one of its members in an item. */
export interface TeamRight {
  /** 1 edit, 0 read-only. */
  readonly member_group_id: number;
  /** One first-level catalog, or 0 for all. */
  readonly cat_id: number;
  /** 0: no access. */
  readonly is_active: number;
}

/** Two ids below this number make one safe integer. */
const MEMBER_IDS = 2 ** 26;

/**
 * The id of a member in the link of a team and an item. Members who follow the default right have no row, so it is made
 * of the ids of the link and of the member.
 */
export function joinTeamItemMemberId(teamItemId: number, teamMemberId: number): number {
  return teamItemId * MEMBER_IDS + teamMemberId;
}

export function splitTeamItemMemberId(id: number) {
  return { teamItemId: Math.floor(id / MEMBER_IDS), teamMemberId: id % MEMBER_IDS };
}

/**
 * The members of teams with the items linked to their team, as `team_member`, `team_item` and `part`, the exception of
 * the member. Start from the user or from the item: every step uses an index.
 */
export const teamMembersWithItems = sql`
  team_member
  join team_item on team_item.team_id = team_member.team_id
  left join team_item_member part
    on part.team_item_id = team_item.id and part.team_member_id = team_member.id
      and part.is_exception = 1`;

/** The exception of the member applies, otherwise the default right of the link. */
export const teamRightColumns = sql`
  coalesce(part.member_group_id, team_item.member_group_id) as member_group_id,
  coalesce(part.cat_id, team_item.cat_id) as cat_id`;

export const hasTeamRight = sql<boolean>`coalesce(part.is_active, team_item.is_active) = 1`;
