import type { Generated } from 'kysely';

export interface TeamMemberTables {
  team_member: {
    id: Generated<number>;
    team_id: number;
    uid: number;
    addtime: Generated<Date>;
  };
}
