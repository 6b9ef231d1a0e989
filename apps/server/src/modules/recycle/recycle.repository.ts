import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';

/** Uses the clock of the database, not that of the application. */
const IS_EXPIRED = sql<boolean>`page.del_time <= now() - interval '30 days'`;
const IS_NOT_EXPIRED = sql<boolean>`page.del_time > now() - interval '30 days'`;
const DAYS_LEFT = sql<number>`
  ceil(extract(epoch from page.del_time + interval '30 days' - now()) / 86400)::int`;

export const recycleRepository = repository((db) => ({
  list: ({ itemId }: ItemGrant) =>
    db
      .selectFrom('page')
      .select([
        'page_id',
        'page_title',
        'del_by_username',
        sql<Date>`page.del_time`.as('del_time'),
        'old_place',
        DAYS_LEFT.as('days_left'),
      ])
      .where('item_id', '=', itemId)
      .where(IS_NOT_EXPIRED)
      .orderBy('page.del_time', 'desc')
      .orderBy('page_id', 'desc')
      .execute(),

  /**
   * Moves a page back to the root of the item and returns its old location; undefined when it is not in the recycle
   * bin.
   */
  async recover({ itemId }: ItemGrant, pageId: number) {
    const { rows } = await sql<{ old_place: string }>`
        with deleted as (
          select page_id, old_place from page
          where page_id = ${pageId} and item_id = ${itemId} and ${IS_NOT_EXPIRED}
          for no key update
        )
        update page set del_time = null, del_by_username = '', old_place = '',
          cat_id = 0, top_cat_id = 0
        from deleted where page.page_id = deleted.page_id
        returning deleted.old_place`.execute(db);
    return rows[0]?.old_place;
  },

  /** Permanently deletes a batch of expired pages with their texts and history; returns the number of pages. */
  async purgePages(limit: number) {
    const { rows } = await sql`
        delete from page where page_id in (select page_id from page where ${IS_EXPIRED} limit ${limit})
        returning page_id`.execute(db);
    return rows.length;
  },

  /** Like `purgePages`, for the pages of expired items. */
  async purgeItemPages(limit: number) {
    const { rows } = await sql`
        delete from page where page_id in (
          select page.page_id from item join page on page.item_id = item.item_id
          where item.del_time <= now() - interval '30 days' limit ${limit}
        ) returning page_id`.execute(db);
    return rows.length;
  },
}));
