import type { Generated } from 'kysely';

export interface MockTables {
  mock: {
    page_id: number;
    item_id: number;
    uid: number | null;
    /** The key in the URL of the mock, which needs no login. */
    unique_key: string;
    template: string;
    /** The path of the mock among those of its item. */
    path: string;
    /** How often the mock was requested. */
    view_times: Generated<number>;
    addtime: Generated<Date>;
    last_update_time: Generated<Date>;
  };

  /** Private items whose mocks may be requested by path without authentication. */
  mock_open: {
    item_id: number;
  };
}
