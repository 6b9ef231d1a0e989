import type { Generated } from 'kysely';

export interface SearchTables {
  /** Keywords that were searched without a result, for administrators. */
  search_miss: {
    keyword: string;
    times: Generated<number>;
    last_time: Generated<Date>;
  };
}
