import type { Generated } from 'kysely';

export interface TeamTables {
  team: {
    id: Generated<number>;
    team_name: string;
    uid: number;
    addtime: Generated<Date>;
  };

  team_member: {
    id: Generated<number>;
    team_id: number;
    uid: number;
    addtime: Generated<Date>;
  };

  team_item: {
    id: Generated<number>;
    team_id: number;
    item_id: number;
    addtime: Generated<Date>;
  };

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
