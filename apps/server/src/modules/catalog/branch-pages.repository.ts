import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';
import { visiblePages } from '../../access/visible-pages.ts';
import type { PageState } from './tree-move.tables.ts';

interface Author {
  readonly uid: number;
  readonly username: string;
}

/** Maps a source catalog (0: the root) to the target catalog that its pages are copied to. */
interface CatalogMapping {
  readonly from: number;
  readonly to: number;
  readonly top: number;
}

export interface PagePlace {
  readonly page_id: number;
  readonly cat_id: number;
  readonly top_cat_id: number;
  readonly s_number: number;
}

/** Pages, and all pages of catalogs. */
interface Selection {
  readonly catIds: readonly number[];
  readonly pageIds: readonly number[];
}

const isSelected = ({ catIds, pageIds }: Selection) => sql<boolean>`
  (page.cat_id = any(${catIds}::bigint[]) or page.page_id = any(${pageIds}::bigint[]))`;

/** Bulk operations on the pages of catalogs; the number of statements does not depend on the number of pages. */
export const branchPageRepository = repository((db) => ({
  /** Finds pages of the item by their ids; those that the user may not view are missing. */
  listPlaces: (grant: ItemGrant, pageIds: readonly number[]): Promise<PagePlace[]> =>
    visiblePages(db, grant)
      .select(['page_id', 'cat_id', 'top_cat_id', 's_number'])
      .where(sql<boolean>`page.page_id = any(${pageIds}::bigint[])`)
      .execute(),

  /** The version of each page and a hash of everything else that moves with it and that users can see. */
  async listStates({ itemId }: ItemGrant, pageIds: readonly number[]) {
    const { rows } = await sql<PageState>`
        select page_id, version, encode(sha256(convert_to(concat_ws('|',
          (select string_agg(file_id || ':' || is_bound, ',' order by file_id) from page_file
            where page_file.page_id = page.page_id),
          (select string_agg(path || ':' || template, '|' order by unique_key) from mock
            where mock.page_id = page.page_id)
        ), 'UTF8')), 'hex') as extras
        from page where page_id = any(${pageIds}::bigint[]) and item_id + 0 = ${itemId}`.execute(
      db,
    );
    return rows;
  },

  /** Lists the distinct facts that decide whether a user may delete these pages and the pages of these catalogs. */
  listDeletionFacts: (grant: ItemGrant, { catIds, pageIds }: Selection, uid: number) =>
    visiblePages(db, grant)
      .select((select) => [
        'page.creator_uid',
        'page.author_uid',
        select
          .exists(
            select
              .selectFrom('page_history')
              .select('page_history.page_id')
              .whereRef('page_history.page_id', '=', 'page.page_id')
              .where('page_history.author_uid', '=', uid),
          )
          .$castTo<boolean>()
          .as('hasVersion'),
      ])
      .distinct()
      .where(isSelected({ catIds, pageIds }))
      .execute(),

  /**
   * Moves these pages and the pages of these catalogs to the recycle bin, stores the path of their catalog and ends
   * their sharing. `catalogs` are the paths of all their catalogs.
   */
  async recycle(
    grant: ItemGrant,
    selection: Selection,
    catalogs: readonly { readonly cat_id: number; readonly cat_name: string }[],
    username: string,
  ) {
    const { rows } = await sql<{ page_id: number }>`
        update page
        set del_time = now(), del_by_username = ${username}, old_place = place.cat_name,
          unique_key = null
        from unnest(
          ${catalogs.map((catalog) => catalog.cat_id)}::bigint[],
          ${catalogs.map((catalog) => catalog.cat_name)}::text[]
        ) as place (cat_id, cat_name)
        where page.item_id = ${grant.itemId} and page.cat_id = place.cat_id
          and page.del_time is null and ${isSelected(selection)}
        returning page_id`.execute(db);
    return rows.map((row) => row.page_id);
  },

  /**
   * Updates the pages of catalogs that have moved, to the target item if it is another one; returns the changed pages.
   * Pages in the recycle bin stay in their item.
   */
  async followCatalogs(from: ItemGrant, to: ItemGrant, catIds: readonly number[]) {
    const { rows } = await sql<{ page_id: number; cat_id: number }>`
        update page set item_id = ${to.itemId}, top_cat_id = catalog.top_cat_id
        from catalog
        where page.item_id = ${from.itemId} and page.cat_id = any(${catIds}::bigint[])
          and page.del_time is null and catalog.cat_id = page.cat_id
          and (page.item_id <> ${to.itemId} or page.top_cat_id <> catalog.top_cat_id)
        returning page.page_id, page.cat_id`.execute(db);
    return rows;
  },

  /**
   * Writes the positions of pages, which are in the target item afterwards. The case keeps PostgreSQL from looking up all
   * pages of the item for each of them, and from expecting so few pages that it compares each with all positions.
   */
  async place(from: ItemGrant, to: ItemGrant, pages: readonly PagePlace[]) {
    await sql`
        update page set item_id = ${to.itemId}, cat_id = sent.cat_id, top_cat_id = sent.top_cat_id,
          s_number = sent.s_number
        from unnest(
          ${pages.map((page) => page.page_id)}::bigint[],
          ${pages.map((page) => page.cat_id)}::bigint[],
          ${pages.map((page) => page.top_cat_id)}::bigint[],
          ${pages.map((page) => page.s_number)}::int[]
        ) as sent (page_id, cat_id, top_cat_id, s_number)
        where page.page_id = sent.page_id
          and case when page.item_id in (${from.itemId}, ${to.itemId}) then true end
          and page.del_time is null`.execute(db);
  },

  /**
   * Moves all rows that belong to the pages to another item. The base of an import stays if the target has one of the
   * same source. Drafts lose their catalog, which is one of the former item, and keep the name of that item: their users
   * may have no right in the target.
   */
  async moveDependents(from: ItemGrant, to: ItemGrant, pageIds: readonly number[]) {
    const moved = sql`set item_id = ${to.itemId} where page_id = any(${pageIds}::bigint[])`;
    await sql`
        with body as (update page_body ${moved}), search as (update page_search ${moved}),
          history as (update page_history ${moved}), mocks as (update mock ${moved}),
          links as (update page_link ${moved}),
          drafts as (
            update page_draft set item_id = ${to.itemId}, cat_id = null
            where page_id = any(${pageIds}::bigint[])
          )
        update import_page ${moved} and item_id = ${from.itemId} and not exists (
          select from import_page other
          where other.item_id = ${to.itemId} and other.source_key = import_page.source_key
        )`.execute(db);
  },

  /** Copies pages with their current content, without history and share keys. Attached files that the content
   * does not reference are copied only with `withFiles`. */
  async copy(
    from: ItemGrant,
    toItemId: number,
    mappings: readonly CatalogMapping[],
    { uid, username }: Author,
    withFiles = false,
  ) {
    const pages = visiblePages(db, from).select([
      'page_id',
      'cat_id',
      's_number',
      'page_title',
      'page_type',
      'method',
    ]);
    await sql`
        with source as materialized (
          select nextval(pg_get_serial_sequence('page', 'page_id')) as new_id, sorted.*
          from (
            select old.page_id, old.s_number, old.page_title, old.page_type, old.method,
              transfer.cat_id, transfer.top_cat_id
            from (${pages}) old join unnest(
              ${mappings.map((mapping) => mapping.from)}::bigint[],
              ${mappings.map((mapping) => mapping.to)}::bigint[],
              ${mappings.map((mapping) => mapping.top)}::bigint[]
            ) as transfer (old_cat_id, cat_id, top_cat_id) on transfer.old_cat_id = old.cat_id
            order by old.page_id
          ) sorted
        ), page_made as (
          insert into page (page_id, item_id, cat_id, top_cat_id, s_number, page_title, page_type,
            method, creator_uid, author_uid, author_username)
          overriding system value
          select new_id, ${toItemId}, cat_id, top_cat_id, s_number, page_title, page_type,
            method, ${uid}, ${uid}, ${username}
          from source
        ), body_made as (
          insert into page_body (page_id, item_id, page_content)
          select new_id, ${toItemId}, page_content from source join page_body using (page_id)
        ), links_made as (
          insert into page_link (page_id, target_page_id, item_id)
          select new_id, target_page_id, ${toItemId} from source join page_link using (page_id)
        ), files_mentioned as (
          insert into page_file (page_id, file_id, is_bound)
          select new_id, file_id, is_bound and ${withFiles}
          from source join page_file using (page_id) join upload_file using (file_id)
            join page_body using (page_id)
          where strpos(page_content, file_key) > 0 or (is_bound and ${withFiles})
        )
        insert into page_search (page_id, item_id, version, addtime, title_lc, heads_lc, body_lc)
        select new_id, ${toItemId}, 1, now(), title_lc, heads_lc, body_lc
        from source join page_search using (page_id)`.execute(db);
  },
}));
