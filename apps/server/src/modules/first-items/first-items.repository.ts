import { ADMIN_GROUP } from '@octavo/contract/entities';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

const MADE = 'first_items_made';

interface Author {
  readonly uid: number;
  readonly username: string;
}

interface FirstPage {
  readonly page_id: number;
  readonly cat_id: number;
  readonly top_cat_id: number;
  readonly s_number: number;
  readonly page_title: string;
  readonly method: string;
  readonly page_content: string;
  readonly title_lc: string;
  readonly body_lc: string;
}

export function firstItemsRepository(db: Db) {
  return {
    findFirstAdmin: () =>
      db
        .selectFrom('user')
        .select(['uid', 'username'])
        .where('groupid', '=', ADMIN_GROUP)
        .where('disabled_time', 'is', null)
        .orderBy('uid')
        .limit(1)
        .executeTakeFirst(),

    /**
     * True once in the life of a site. Whoever asks while another transaction holds the answer waits
     * for its end: it is theirs if it commits, and ours if it does not.
     */
    async claim() {
      const row = await db
        .insertInto('setting')
        .values({ name: MADE, value: JSON.stringify(true) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Pages link to each other, so their ids must be known before they are written. */
    async reservePageIds(count: number) {
      const { rows } = await sql<{ page_id: number }>`
        select nextval(pg_get_serial_sequence('page', 'page_id')) as page_id
        from generate_series(1, ${count}::int)`.execute(db);
      return rows.map((row) => row.page_id);
    },

    async insertPages(itemId: number, pages: readonly FirstPage[], { uid, username }: Author) {
      await sql`
        with sent as materialized (
          select * from unnest(
            ${pages.map((page) => page.page_id)}::bigint[],
            ${pages.map((page) => page.cat_id)}::bigint[],
            ${pages.map((page) => page.top_cat_id)}::bigint[],
            ${pages.map((page) => page.s_number)}::int[],
            ${pages.map((page) => page.page_title)}::text[],
            ${pages.map((page) => page.method)}::text[],
            ${pages.map((page) => page.page_content)}::text[],
            ${pages.map((page) => page.title_lc)}::text[],
            ${pages.map((page) => page.body_lc)}::text[]
          ) as t (page_id, cat_id, top_cat_id, s_number, page_title, method, page_content,
            title_lc, body_lc)
        ), page_made as (
          insert into page (page_id, item_id, cat_id, top_cat_id, s_number, page_title, method,
            creator_uid, author_uid, author_username)
          overriding system value
          select page_id, ${itemId}, cat_id, top_cat_id, s_number, page_title, method,
            ${uid}, ${uid}, ${username}
          from sent
        ), body_made as (
          insert into page_body (page_id, item_id, page_content)
          select page_id, ${itemId}, page_content from sent
        )
        insert into page_search (page_id, item_id, version, addtime, title_lc, body_lc)
        select page_id, ${itemId}, 1, now(), title_lc, body_lc from sent`.execute(db);
    },
  };
}
