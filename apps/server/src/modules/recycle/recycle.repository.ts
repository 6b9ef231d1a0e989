import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';
import { isOlderThan } from '../../db/retention.ts';

/** Deleted pages that may no longer be recovered; none of them with 0 days. */
const isExpired = (days: number) => isOlderThan(sql`page.del_time`, days);
const isInBin = (days: number) =>
  sql<boolean>`(page.del_time is not null and not ${isExpired(days)})`;
/** Null: for ever. */
const daysLeft = (days: number) =>
  sql<number | null>`case when ${days}::int > 0 then ceil(extract(epoch from
    page.del_time + make_interval(hours => ${days * 24}) - now()) / 86400)::int end`;

export const recycleRepository = repository((db) => ({
  list: ({ itemId }: ItemGrant, days: number) =>
    db
      .selectFrom('page')
      .select([
        'page_id',
        'page_title',
        'del_by_username',
        sql<Date>`page.del_time`.as('del_time'),
        'old_place',
        daysLeft(days).as('days_left'),
      ])
      .where('item_id', '=', itemId)
      .where(isInBin(days))
      .orderBy('page.del_time', 'desc')
      .orderBy('page_id', 'desc')
      .execute(),

  /**
   * Moves a page back to the root of the item and returns its old location; undefined when it is not in the recycle
   * bin.
   */
  async recover({ itemId }: ItemGrant, pageId: number, days: number) {
    const { rows } = await sql<{ old_place: string }>`
        with deleted as (
          select page_id, old_place from page
          where page_id = ${pageId} and item_id = ${itemId} and ${isInBin(days)}
          for no key update
        )
        update page set del_time = null, del_by_username = '', old_place = '',
          cat_id = 0, top_cat_id = 0
        from deleted where page.page_id = deleted.page_id
        returning deleted.old_place`.execute(db);
    return rows[0]?.old_place;
  },

  /** Permanently deletes a batch of expired pages with their texts and history; returns the number of pages. */
  async purgePages(days: number, limit: number) {
    const { rows } = await sql`
        delete from page where page_id in (select page_id from page where ${isExpired(days)} limit ${limit})
        returning page_id`.execute(db);
    return rows.length;
  },

  /** Like `purgePages`, for the pages of expired items. */
  async purgeItemPages(days: number, limit: number) {
    const { rows } = await sql`
        delete from page where page_id in (
          select page.page_id from item join page on page.item_id = item.item_id
          where ${isOlderThan(sql`item.del_time`, days)} limit ${limit}
        ) returning page_id`.execute(db);
    return rows.length;
  },
}));
