import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import { ngramsOfRow } from './search-text.ts';
import type { SearchText } from './search-text.ts';

/** Setting that stores the position where `octavo reindex --all` stopped. */
const CURSOR_SETTING = 'reindex_after';

/** The page has no row in `page_search`, or its n-grams belong to another version. */
const IS_OUTDATED = sql<boolean>`(text.page_id is null or text.version <> page.version
  or text.grams is null or text.grams_version is distinct from text.version)`;

interface PageToIndex {
  readonly page_id: number;
  readonly version: number;
  readonly page_type: number;
  readonly page_title: string;
  readonly page_content: string;
}

interface IndexedPage {
  readonly page_id: number;
  readonly version: number;
  readonly search: SearchText;
}

/** A row of `page_search` whose n-grams are missing or belong to another version. */
interface StaleRow {
  readonly page_id: number;
  readonly version: number;
  readonly title_lc: string;
  readonly body_lc: string;
}

const toPgArray = (ngrams: readonly number[]) => `{${ngrams.join(',')}}`;

/** Rebuilds the search rows of pages while the site is in use. */
export const pageIndexRepository = repository((db) => {
  const condition = (all: boolean) => (all ? sql<boolean>`true` : IS_OUTDATED);
  return {
    async count(all: boolean, after: number) {
      const { rows } = await sql<{ pages: number }>`
        select count(*)::int as pages from page left join page_search text using (page_id)
        where page.page_id > ${after} and ${condition(all)}`.execute(db);
      return rows[0]?.pages ?? 0;
    },

    async list(all: boolean, after: number, limit: number) {
      const { rows } = await sql<PageToIndex>`
        select page.page_id, page.version, page.page_type, page.page_title, page_body.page_content
        from page join page_body using (page_id) left join page_search text using (page_id)
        where page.page_id > ${after} and ${condition(all)}
        order by page.page_id limit ${limit}`.execute(db);
      return rows;
    },

    /** Skips pages that were saved in the meantime: their search row is already newer. */
    async save(pages: readonly IndexedPage[]) {
      await sql`
        with sent as materialized (
          select * from unnest(
            ${pages.map((page) => page.page_id)}::bigint[],
            ${pages.map((page) => page.version)}::int[],
            ${pages.map((page) => page.search.title_lc)}::text[],
            ${pages.map((page) => page.search.heads_lc)}::text[],
            ${pages.map((page) => page.search.body_lc)}::text[],
            ${pages.map((page) => toPgArray(ngramsOfRow(page.search)))}::text[]
          ) as t (page_id, version, title_lc, heads_lc, body_lc, grams)
        )
        insert into page_search (page_id, item_id, version, addtime, title_lc, heads_lc, body_lc,
          grams, grams_version)
        select page_id, page.item_id, sent.version, page.addtime, sent.title_lc, sent.heads_lc,
          sent.body_lc, sent.grams::int4[], sent.version
        from sent join page using (page_id)
        where page.version = sent.version
        order by page_id
        on conflict (page_id) do update set version = excluded.version,
          title_lc = excluded.title_lc, heads_lc = excluded.heads_lc, body_lc = excluded.body_lc,
          grams = excluded.grams, grams_version = excluded.grams_version
        where page_search.version <= excluded.version`.execute(db);
    },

    /** Lists rows that were saved more than a minute ago: a page that is being edited would soon have to be indexed again. */
    async listStale(limit: number) {
      const { rows } = await sql<StaleRow>`
        select page_id, version, title_lc, body_lc from page_search
        where (grams is null or grams_version is distinct from version)
          and addtime < now() - interval '1 minute'
        order by item_id limit ${limit}`.execute(db);
      return rows;
    },

    /** Stores n-grams. Skips rows that are locked by a save or have a new version; the next run indexes them. */
    async index(pages: readonly StaleRow[]) {
      const { rows } = await sql<{ page_id: number }>`
        with sent as materialized (
          select * from unnest(
            ${pages.map((page) => page.page_id)}::bigint[],
            ${pages.map((page) => page.version)}::int[],
            ${pages.map((page) => toPgArray(ngramsOfRow(page)))}::text[]
          ) as t (page_id, version, grams)
        ), held as materialized (
          select text.page_id, sent.version, sent.grams
          from sent join page_search text on text.page_id = sent.page_id and text.version = sent.version
          order by text.page_id for update of text skip locked
        )
        update page_search set grams = held.grams::int4[], grams_version = held.version
        from held where page_search.page_id = held.page_id
        returning page_search.page_id`.execute(db);
      return rows.length;
    },

    /** Merges the pending list of the GIN index, which every search has to scan. */
    async mergePendingList() {
      await sql`select sort_in_page_search()`.execute(db);
    },

    async findCursor() {
      const { rows } = await sql<{ after: number }>`
        select (value #>> '{}')::bigint as after from setting where name = ${CURSOR_SETTING}`.execute(
        db,
      );
      return rows[0]?.after ?? 0;
    },

    async saveCursor(after: number) {
      await sql`
        insert into setting (name, value) values (${CURSOR_SETTING}, to_jsonb(${after}::bigint))
        on conflict (name) do update set value = excluded.value`.execute(db);
    },

    async deleteCursor() {
      await db.deleteFrom('setting').where('name', '=', CURSOR_SETTING).execute();
    },
  };
});
