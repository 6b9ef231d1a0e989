import type { Generated } from 'kysely';

export interface MockTables {
  mock: {
    page_id: number;
    item_id: number;
    uid: number | null;
    unique_key: string;
    template: string;
    path: string;
    view_times: Generated<number>;
    addtime: Generated<Date>;
    last_update_time: Generated<Date>;
  };

  mock_open: {
    item_id: number;
  };
}
