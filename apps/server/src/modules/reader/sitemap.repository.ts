import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

/** Pages of public items for search engines, without any data about users. */
export const sitemapRepository = repository((db) => ({
  /** Pages with ids in (after, to], which is one scan of the primary key. */
  listPages: (after: number, to: number) =>
    db
      .selectFrom('page')
      .innerJoin('item', 'item.item_id', 'page.item_id')
      .select(['page.page_id', 'page.addtime', 'item.item_id', 'item.item_domain'])
      .where('page.page_id', '>', after)
      .where('page.page_id', '<=', to)
      .where('page.del_time', 'is', null)
      .where('item.del_time', 'is', null)
      .where('item.password_hash', 'is', null)
      .orderBy('page.page_id')
      .execute(),

  async lastPageId() {
    const row = await db
      .selectFrom('page')
      .select(sql<number | null>`max(page_id)`.as('page_id'))
      .executeTakeFirst();
    return row?.page_id ?? 0;
  },
}));
