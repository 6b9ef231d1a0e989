import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

export const searchMissRepository = repository((db) => ({
  /** Counts a search without results. Stores the keyword without the user, and deletes entries older than 90 days. */
  async count(keyword: string) {
    await sql`
        with forgotten as (
          delete from search_miss
          where last_time < now() - interval '90 days' and keyword <> ${keyword}
        )
        insert into search_miss (keyword) values (${keyword})
        on conflict (keyword) do update
          set times = search_miss.times + 1, last_time = now()`.execute(db);
  },

  list: (limit: number) =>
    db
      .selectFrom('search_miss')
      .select(['keyword', 'times', 'last_time'])
      .orderBy('times', 'desc')
      .orderBy('last_time', 'desc')
      .limit(limit)
      .execute(),
}));
