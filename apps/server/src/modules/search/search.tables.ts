import type { Generated } from 'kysely';

export interface SearchTables {
  search_miss: {
    keyword: string;
    times: Generated<number>;
    last_time: Generated<Date>;
  };
}
