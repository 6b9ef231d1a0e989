import type { Generated } from 'kysely';

export interface TeamItemTables {
  team_item: {
    id: Generated<number>;
    team_id: number;
    item_id: number;
    addtime: Generated<Date>;
  };
}
