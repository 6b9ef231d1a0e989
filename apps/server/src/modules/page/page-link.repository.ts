import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { PageLink } from './find-page-links.ts';

/** Setting that stores how far the links of older pages are read; absent if all are. */
const BACKFILL_SETTING = 'page_link_backfill';

/**
 * Condition on `link (target_page_id, item_ref)`: a link by the URL of an item counts only if the page is in that item.
 * API documents contain paths such as `/users/12`, which look the same.
 */
export const IS_PAGE_LINK = sql<boolean>`(link.item_ref = '' or exists (
  select from page target join item on item.item_id = target.item_id
  where target.page_id = link.target_page_id
    and link.item_ref in (target.item_id::text, lower(item.item_domain))
))`;

interface PageWithText {
  readonly page_id: number;
  readonly version: number;
  readonly page_content: string;
}

interface LinkedPage {
  readonly page_id: number;
  readonly version: number;
  readonly links: readonly PageLink[];
}

interface BackfillState {
  /** The last page that was read. */
  readonly after: number;
  /** When the table was created. */
  readonly since: Date;
}

/** Fills the links of pages that were saved before the table existed. */
export const pageLinkRepository = repository((db) => ({
  async findBackfill() {
    const { rows } = await sql<BackfillState>`
      select (value ->> 'after')::bigint as after, (value ->> 'since')::timestamptz as since
      from setting where name = ${BACKFILL_SETTING}`.execute(db);
    return rows[0];
  },

  async saveBackfill(after: number) {
    await sql`
      update setting set value = value || jsonb_build_object('after', ${after}::bigint)
      where name = ${BACKFILL_SETTING}`.execute(db);
  },

  async endBackfill() {
    await db.deleteFrom('setting').where('name', '=', BACKFILL_SETTING).execute();
  },

  /** Lists Markdown pages in the order of their ids, also those in the recycle bin. */
  async listTexts(after: number, limit: number) {
    const { rows } = await sql<PageWithText>`
      select page_id, version, page_content from page join page_body using (page_id)
      where page_id > ${after} and page_type = 0
      order by page_id limit ${limit}`.execute(db);
    return rows;
  },

  /** The ids of the pages that were saved at or after this time. */
  async listSavedSince(since: Date) {
    const { rows } = await sql<{ page_id: number }>`
      select page_id from page_search where addtime >= ${since} order by page_id`.execute(db);
    return rows.map((row) => row.page_id);
  },

  async listTextsById(pageIds: readonly number[]) {
    const { rows } = await sql<PageWithText>`
      select page_id, version, page_content from page join page_body using (page_id)
      where page_id = any(${pageIds}::bigint[]) and page_type = 0`.execute(db);
    return rows;
  },

  /** Replaces the links of these pages. Skips pages that were saved in the meantime: their links are newer. */
  async replace(pages: readonly LinkedPage[]) {
    const links = pages.flatMap(({ page_id, links: own }) =>
      own.map((link) => ({ page_id, ...link })),
    );
    await sql`
      with held as materialized (
        select page.page_id, page.item_id
        from unnest(
          ${pages.map((page) => page.page_id)}::bigint[], ${pages.map((page) => page.version)}::int[]
        ) as sent (page_id, version)
        join page on page.page_id = sent.page_id and page.version = sent.version
        order by page.page_id for share of page
      ), sent_link as materialized (
        select held.page_id, held.item_id, link.target_page_id
        from unnest(
          ${links.map((link) => link.page_id)}::bigint[],
          ${links.map((link) => link.target_page_id)}::bigint[],
          ${links.map((link) => link.item_ref)}::text[]
        ) as link (page_id, target_page_id, item_ref)
        join held using (page_id)
        where link.target_page_id <> link.page_id and ${IS_PAGE_LINK}
      ), unlinked as (
        delete from page_link using held
        where page_link.page_id = held.page_id and not exists (
          select from sent_link
          where sent_link.page_id = page_link.page_id
            and sent_link.target_page_id = page_link.target_page_id
        )
      )
      insert into page_link (page_id, target_page_id, item_id)
      select page_id, target_page_id, item_id from sent_link
      on conflict do nothing`.execute(db);
  },
}));
