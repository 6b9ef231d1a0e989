import { extendsRights } from '../member/member.policy.ts';
import type { TeamRight } from '../../access/team-rights.ts';

interface RightChange {
  readonly member_group_id?: number | undefined;
  readonly cat_id?: number | undefined;
  readonly is_active?: boolean | undefined;
}

/** Absent fields stay. A group without `is_active` gives access again. */
export function changeRight(before: TeamRight, change: RightChange): TeamRight {
  const { member_group_id = before.member_group_id, cat_id = before.cat_id } = change;
  const is_active =
    change.is_active === undefined
      ? change.member_group_id === undefined
        ? before.is_active
        : 1
      : Number(change.is_active);
  return { member_group_id, cat_id, is_active };
}

export function isSameRight(one: TeamRight, other: TeamRight): boolean {
  if (one.is_active === 0 || other.is_active === 0) return one.is_active === other.is_active;
  return one.member_group_id === other.member_group_id && one.cat_id === other.cat_id;
}

/** Whether the new right allows anything the old one did not. */
export function extendsTeamRight(before: TeamRight, after: TeamRight): boolean {
  if (after.is_active === 0) return false;
  return before.is_active === 0 || extendsRights(before, after);
}
