import { DEFAULT_POSITION } from '@octavo/contract/limits';
import { sql } from 'kysely';
import { preparedQuery } from '../../db/prepared-query.ts';
import type { Param } from '../../db/prepared-query.ts';
import { repository } from '../../db/repository.ts';
import { siteSettings } from '../setting/setting.ts';
import type { PagePosition } from './page.repository.ts';
import type { SearchText } from '../search-index/search-text.ts';
import { IS_PAGE_LINK } from './page-link.repository.ts';
import type { PageLink } from './find-page-links.ts';

interface Author {
  readonly uid: number;
  readonly username: string;
}

interface PageText {
  readonly page_title: string;
  readonly page_content: string;
  readonly method: string;
  readonly search: SearchText;
  /** Absent: a new page has none, a new version keeps those of the previous one. */
  readonly links?: readonly PageLink[] | undefined;
}

interface NewPage extends PageText, PagePosition {
  /** Set if the id was reserved beforehand, for pages that link to each other. */
  readonly page_id?: number;
  readonly page_type: number;
  /** Absent: the page comes last. Equal positions are ordered by id, and new pages have the highest. */
  readonly s_number?: number | undefined;
  readonly page_comments?: string;
}

interface NextVersion extends PageText {
  readonly page_comments: string;
  readonly author_uid: number;
  readonly author_username: string;
}

interface PreviousVersion {
  readonly item_id: number;
  readonly page_id: number;
  readonly version: number;
  readonly page_title: string;
  readonly author_uid: number | null;
  readonly author_username: string;
  readonly addtime: Date;
  readonly page_comments: string;
  readonly codec: number;
  readonly sha256: Buffer;
  readonly data: Buffer;
}

interface PageForSave {
  readonly page_content: string;
  /** Another user has an active lock. */
  readonly is_locked: boolean;
  /** Maximum number of previous versions; null if the setting is not set. */
  readonly max_versions: number | null;
  /** The previous versions, newest first. */
  readonly stored_versions: readonly { version: number; codec: number; page_comments: string }[];
}

/** Not `now()`: the start time of a transaction may be earlier than the save that committed before it. */
const NOW = sql<Date>`clock_timestamp()`;

/** A job indexes pages in batches later; until then every search scans such a row. */
const NOT_INDEXED = { grams: null, grams_version: null };

const readForSave = preparedQuery(
  (_db, param: Param<{ readonly pageId: number; readonly uid: number }>) => sql<PageForSave>`
    select page_content,
      exists (
        select from page_lock where page_lock.page_id = page_body.page_id
          and page_lock.uid <> ${param(({ uid }) => uid)}
          and page_lock.expire_time > clock_timestamp()
      ) as is_locked,
      (select value from setting where name = 'history_version_count') as max_versions,
      (
        select coalesce(json_agg(json_build_object('version', version, 'codec', codec,
          'page_comments', page_comments) order by version desc), '[]')
        from page_history where page_history.page_id = page_body.page_id
      ) as stored_versions
    from page_body where page_id = ${param(({ pageId }) => pageId)}`,
);

interface VersionChange {
  readonly next: NextVersion;
  readonly previous: PreviousVersion;
  readonly drop: readonly number[];
}

const writeVersion = preparedQuery((db, param: Param<VersionChange>) => {
  const page_id = param(({ previous }) => previous.page_id);
  const version = param(({ previous }) => previous.version + 1);
  const targets = param(({ next }) => next.links?.map((link) => link.target_page_id) ?? null);
  return db
    .with('saved', (save) =>
      save
        .updateTable('page')
        .set({
          page_title: param(({ next }) => next.page_title),
          method: param(({ next }) => next.method),
          page_comments: param(({ next }) => next.page_comments),
          author_uid: param(({ next }) => next.author_uid),
          author_username: param(({ next }) => next.author_username),
          version,
          addtime: NOW,
        })
        .where('page_id', '=', page_id),
    )
    .with('body', (save) =>
      save
        .updateTable('page_body')
        .set({ page_content: param(({ next }) => next.page_content) })
        .where('page_id', '=', page_id),
    )
    .with('search', (save) =>
      save
        .updateTable('page_search')
        .set({
          title_lc: param(({ next }) => next.search.title_lc),
          heads_lc: param(({ next }) => next.search.heads_lc),
          body_lc: param(({ next }) => next.search.body_lc),
          version,
          addtime: NOW,
          ...NOT_INDEXED,
        })
        .where('page_id', '=', page_id),
    )
    .with('unlinked', (save) =>
      save
        .deleteFrom('page_link')
        .where('page_id', '=', page_id)
        .where(sql<boolean>`not (target_page_id = any(${targets}::bigint[]))`),
    )
    .with(
      'linked',
      () => sql`(
        insert into page_link (page_id, target_page_id, item_id)
        select ${page_id}::bigint, link.target_page_id,
          ${param(({ previous }) => previous.item_id)}::bigint
        from unnest(
          ${targets}::bigint[],
          ${param(({ next }) => next.links?.map((link) => link.item_ref) ?? null)}::text[]
        ) as link (target_page_id, item_ref)
        where link.target_page_id <> ${page_id}::bigint and ${IS_PAGE_LINK}
        on conflict do nothing
      )`,
    )
    .with('dropped', (save) =>
      save
        .deleteFrom('page_history')
        .where('page_id', '=', page_id)
        .where(sql<boolean>`version = any(${param(({ drop }) => drop)}::int[])`),
    )
    .insertInto('page_history')
    .values({
      item_id: param(({ previous }) => previous.item_id),
      page_id,
      version: param(({ previous }) => previous.version),
      page_title: param(({ previous }) => previous.page_title),
      author_uid: param(({ previous }) => previous.author_uid),
      author_username: param(({ previous }) => previous.author_username),
      addtime: param(({ previous }) => previous.addtime),
      page_comments: param(({ previous }) => previous.page_comments),
      codec: param(({ previous }) => previous.codec),
      sha256: param(({ previous }) => previous.sha256),
      data: param(({ previous }) => previous.data),
    });
});

/** Reads and writes of a save; the number of statements depends neither on the number of pages nor of versions. */
export const pageSaveRepository = repository((db) => ({
  /**
   * Reads everything a save needs about a locked page. It is a separate statement after the lock: a combined one could
   * join the row it waited for with older content.
   */
  async readForSave(pageId: number, uid: number) {
    const [state] = await readForSave(db, { pageId, uid });
    if (!state) throw new Error(`page ${pageId} has no text`);
    const max_versions = siteSettings.shape.history_version_count.parse(
      state.max_versions ?? undefined,
    );
    return { ...state, max_versions };
  },

  /** Writes the next version of a locked page, moves the previous one to the history and deletes the `drop` versions. */
  async writeVersion(next: NextVersion, previous: PreviousVersion, drop: readonly number[]) {
    await writeVersion(db, { next, previous, drop });
    return previous.version + 1;
  },

  /** Reserves ids for pages that link to each other and need their ids before the insert. */
  async reserveIds(count: number) {
    const { rows } = await sql<{ page_id: number }>`
        select nextval(pg_get_serial_sequence('page', 'page_id')) as page_id
        from generate_series(1, ${count}::int)`.execute(db);
    return rows.map((row) => row.page_id);
  },

  /** Inserts any number of pages by one author in a single statement; returns their ids in the same order. */
  async insert(itemId: number, pages: readonly NewPage[], { uid, username }: Author) {
    const links = pages.flatMap((page, index) =>
      (page.links ?? []).map((link) => ({ at: index + 1, ...link })),
    );
    const { rows } = await sql<{ page_id: number }>`
        with sent as materialized (
          select coalesce(given_id, nextval(pg_get_serial_sequence('page', 'page_id'))) as page_id, t.*
          from unnest(
            ${pages.map((page) => page.page_id ?? null)}::bigint[],
            ${pages.map((page) => page.cat_id)}::bigint[],
            ${pages.map((page) => page.top_cat_id)}::bigint[],
            ${pages.map((page) => page.s_number ?? null)}::int[],
            ${pages.map((page) => page.page_type)}::smallint[],
            ${pages.map((page) => page.page_title)}::text[],
            ${pages.map((page) => page.method)}::text[],
            ${pages.map((page) => page.page_comments ?? '')}::text[],
            ${pages.map((page) => page.page_content)}::text[],
            ${pages.map((page) => page.search.title_lc)}::text[],
            ${pages.map((page) => page.search.heads_lc)}::text[],
            ${pages.map((page) => page.search.body_lc)}::text[]
          ) with ordinality as t (given_id, cat_id, top_cat_id, s_number, page_type, page_title,
            method, page_comments, page_content, title_lc, heads_lc, body_lc, at)
        ), made as (
          insert into page (page_id, item_id, cat_id, top_cat_id, s_number, page_type, page_title,
            method, page_comments, creator_uid, author_uid, author_username)
          overriding system value
          select page_id, ${itemId}, cat_id, top_cat_id,
            coalesce(s_number, greatest(${DEFAULT_POSITION}::int, (
              select max(sibling.s_number) from page sibling
              where sibling.item_id = ${itemId} and sibling.top_cat_id = sent.top_cat_id
                and sibling.cat_id = sent.cat_id and sibling.del_time is null
            ))), page_type, page_title, method, page_comments, ${uid}, ${uid}, ${username}
          from sent order by at
        ), body_made as (
          insert into page_body (page_id, item_id, page_content)
          select page_id, ${itemId}, page_content from sent order by at
        ), search_made as (
          insert into page_search (page_id, item_id, version, addtime, title_lc, heads_lc, body_lc)
          select page_id, ${itemId}, 1, now(), title_lc, heads_lc, body_lc
          from sent order by at
        ), linked as (
          insert into page_link (page_id, target_page_id, item_id)
          select sent.page_id, link.target_page_id, ${itemId}
          from unnest(
            ${links.map((link) => link.at)}::bigint[],
            ${links.map((link) => link.target_page_id)}::bigint[],
            ${links.map((link) => link.item_ref)}::text[]
          ) as link (at, target_page_id, item_ref)
          join sent on sent.at = link.at
          where link.target_page_id <> sent.page_id
            and (link.target_page_id in (select page_id from sent) or ${IS_PAGE_LINK})
          on conflict do nothing
        )
        select page_id from sent order by at`.execute(db);
    return rows.map((row) => row.page_id);
  },
}));
