import type { Generated } from 'kysely';

export interface MemberTables {
  item_member: {
    item_member_id: Generated<number>;
    item_id: number;
    uid: number;
    /** `EDIT_GROUP` or `READ_ONLY_GROUP`. */
    member_group_id: number;
    /** The first-level catalog that the rights are limited to; 0 is the whole item. */
    cat_id: Generated<number>;
    addtime: Generated<Date>;
  };
}
