import type { Generated } from 'kysely';

export interface SystemTables {
  traffic: {
    traffic_id: Generated<number>;
    addtime: Generated<Date>;
    requests: number;
    errors: number;
    editors: number;
    answer_times: unknown;
  };
}
