import type { Generated } from 'kysely';

export interface TeamTables {
  team: {
    id: Generated<number>;
    team_name: string;
    uid: number;
    addtime: Generated<Date>;
  };
}
