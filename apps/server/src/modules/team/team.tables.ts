import type { Generated } from 'kysely';

export interface TeamTables {
  team: {
    id: Generated<number>;
    team_name: string;
    /** The owner. */
    uid: number;
    addtime: Generated<Date>;
  };

  team_member: {
    id: Generated<number>;
    team_id: number;
    uid: number;
    addtime: Generated<Date>;
  };

  /** The items that are linked to a team. */
  team_item: {
    id: Generated<number>;
    team_id: number;
    item_id: number;
    addtime: Generated<Date>;
  };

  /** The rights of one team member in one linked item; deleted with the link and with the membership. */
  team_item_member: {
    id: Generated<number>;
    team_item_id: number;
    team_member_id: number;
    /** `EDIT_GROUP` or `READ_ONLY_GROUP`. */
    member_group_id: Generated<number>;
    /** The first-level catalog that the rights are limited to; 0 is the whole item. */
    cat_id: Generated<number>;
    /** 0 if the user has left the item, or its owner has not admitted them. */
    is_active: Generated<number>;
    addtime: Generated<Date>;
  };
}
