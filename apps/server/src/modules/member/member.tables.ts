import type { Generated } from 'kysely';

export interface MemberTables {
  item_member: {
    item_member_id: Generated<number>;
    item_id: number;
    uid: number;
    member_group_id: number;
    cat_id: Generated<number>;
    addtime: Generated<Date>;
  };
}
