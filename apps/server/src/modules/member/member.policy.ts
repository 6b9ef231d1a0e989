/** Rights of a member in an item: edit (1) or read-only (0), in one first-level catalog or in all (0). */
export interface MemberRights {
  readonly member_group_id: number;
  readonly cat_id: number;
}

/** Whether the new rights allow anything the old ones did not; `before` is undefined for a new member. */
export function extendsRights(before: MemberRights | undefined, after: MemberRights): boolean {
  if (!before) return true;
  if (after.member_group_id > before.member_group_id) return true;
  return before.cat_id !== 0 && after.cat_id !== before.cat_id;
}
