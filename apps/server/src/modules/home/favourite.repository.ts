import { MAX_FAVOURITES } from '@octavo/contract/limits';
import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { Target } from './target.ts';

/** Favourites, always those of one user. */
export const favouriteRepository = repository((db) => {
  const matches = ({ item_id, page_id }: Target) =>
    page_id ? sql<boolean>`page_id = ${page_id}` : sql<boolean>`item_id = ${item_id}`;
  return {
    /** In the order of the user. Pages in the recycle bin are left out. */
    list: (uid: number) =>
      db
        .selectFrom('favourite')
        .leftJoin('page', 'page.page_id', 'favourite.page_id')
        .where('favourite.uid', '=', uid)
        .where('page.del_time', 'is', null)
        .select((eb) => [
          eb.fn.coalesce('page.item_id', 'favourite.item_id').as('item_id'),
          'favourite.page_id',
          'page.page_title',
          'page.page_type',
          'page.method',
          'page.top_cat_id',
        ])
        .orderBy('favourite.s_number')
        .orderBy('favourite.favourite_id')
        .execute(),

    /** Appends a favourite; one that exists stays where it is. Writes nothing above the limit. */
    async add(uid: number, { item_id, page_id }: Target) {
      await sql`
        insert into favourite (uid, item_id, page_id, s_number)
        select ${uid}, ${(page_id ? null : item_id) ?? null}::bigint, ${page_id ?? null}::bigint,
          coalesce(max(s_number), 0) + 1
        from favourite where uid = ${uid}
        having count(*) < ${MAX_FAVOURITES}
        on conflict do nothing`.execute(db);
    },

    async has(uid: number, target: Target) {
      const row = await db
        .selectFrom('favourite')
        .select('favourite_id')
        .where('uid', '=', uid)
        .where(matches(target))
        .executeTakeFirst();
      return row !== undefined;
    },

    async delete(uid: number, target: Target) {
      await db.deleteFrom('favourite').where('uid', '=', uid).where(matches(target)).execute();
    },

    /** The given favourites come first, then the others in their former order. */
    async saveOrder(uid: number, targets: readonly Target[]) {
      await sql`
        update favourite set s_number = sorted.position
        from (
          select own.favourite_id, row_number() over (order by sent.at nulls last, own.s_number, own.favourite_id)
            as position
          from favourite own
          left join unnest(
            ${targets.map(({ page_id, item_id }) => (page_id ? null : (item_id ?? null)))}::bigint[],
            ${targets.map(({ page_id }) => page_id ?? null)}::bigint[]
          ) with ordinality as sent (item_id, page_id, at)
            on sent.item_id = own.item_id or sent.page_id = own.page_id
          where own.uid = ${uid}
        ) sorted
        where favourite.favourite_id = sorted.favourite_id`.execute(db);
    },
  };
});
