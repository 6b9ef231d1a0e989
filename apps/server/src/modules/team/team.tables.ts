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
    /** 1: the member follows a directory group and leaves the team with it. */
    is_followed: Generated<number>;
  };

  /** The items that are linked to a team, with the default right of its members. */
  team_item: {
    id: Generated<number>;
    team_id: number;
    item_id: number;
    /** `EDIT_GROUP` or `READ_ONLY_GROUP`. */
    member_group_id: Generated<number>;
    /** The first-level catalog that the right is limited to; 0 is the whole item. */
    cat_id: Generated<number>;
    /** 0: no access. */
    is_active: Generated<number>;
    addtime: Generated<Date>;
  };

  /** A right of one team member that replaces the default of the link; deleted with the link and with the membership. */
  team_item_member: {
    id: Generated<number>;
    team_item_id: number;
    team_member_id: number;
    /** `EDIT_GROUP` or `READ_ONLY_GROUP`. */
    member_group_id: Generated<number>;
    /** The first-level catalog that the rights are limited to; 0 is the whole item. */
    cat_id: Generated<number>;
    /** 0: no access. The user may have left the item. */
    is_active: Generated<number>;
    /** 0: the row is left for the previous release and has no effect. */
    is_exception: Generated<number>;
    addtime: Generated<Date>;
  };
}
