/** What a person may do in an item: 1 edit or 0 read-only, in one first-level catalog or (0) in all. */
export interface Part {
  readonly member_group_id: number;
  readonly cat_id: number;
}

/** Whether the new part reaches anywhere the old one did not; nobody's part is undefined. */
export function widens(before: Part | undefined, after: Part): boolean {
  if (!before) return true;
  if (after.member_group_id > before.member_group_id) return true;
  return before.cat_id !== 0 && after.cat_id !== before.cat_id;
}
