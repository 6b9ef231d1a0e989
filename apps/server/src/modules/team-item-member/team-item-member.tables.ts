import type { Generated } from 'kysely';

export interface TeamItemMemberTables {
  team_item_member: {
    id: Generated<number>;
    team_item_id: number;
    team_member_id: number;
    member_group_id: Generated<number>;
    cat_id: Generated<number>;
    is_active: Generated<number>;
    addtime: Generated<Date>;
  };
}
