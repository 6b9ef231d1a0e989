import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';
import { visiblePages } from '../../access/visible-pages.ts';

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

/** Bulk operations on the pages of catalogs; the number of statements does not depend on the number of pages. */
export const branchPageRepository = repository((db) => ({
  /** Lists the distinct facts that decide whether a user may delete the pages of these catalogs. */
  listDeletionFacts: (grant: ItemGrant, catIds: readonly number[], uid: number) =>
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
      .where(sql<boolean>`page.cat_id = any(${catIds}::bigint[])`)
      .execute(),

  /** Moves the pages to the recycle bin, stores the path of their catalog and ends their sharing. */
  async recycle(
    grant: ItemGrant,
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
          and page.del_time is null
        returning page_id`.execute(db);
    return rows.map((row) => row.page_id);
  },

  /** Updates `top_cat_id` of the pages after their catalogs moved; returns the ids of the changed pages. */
  async updateTopCatalogs(grant: ItemGrant, catIds: readonly number[]) {
    const { rows } = await sql<{ page_id: number }>`
        update page set top_cat_id = catalog.top_cat_id
        from catalog
        where page.item_id = ${grant.itemId} and page.cat_id = any(${catIds}::bigint[])
          and page.del_time is null and catalog.cat_id = page.cat_id
          and page.top_cat_id <> catalog.top_cat_id
        returning page_id`.execute(db);
    return rows.map((row) => row.page_id);
  },

  /**
   * Moves the pages with content, search rows and history to another item; their catalogs must be moved first. Pages in
   * the recycle bin stay in their item.
   */
  async moveToItem(from: ItemGrant, to: ItemGrant, catIds: readonly number[]) {
    const { rows } = await sql<{ page_id: number }>`
        update page set item_id = ${to.itemId}, top_cat_id = catalog.top_cat_id
        from catalog
        where page.item_id = ${from.itemId} and page.cat_id = any(${catIds}::bigint[])
          and page.del_time is null and catalog.cat_id = page.cat_id
        returning page_id`.execute(db);
    const pageIds = rows.map((row) => row.page_id);
    for (const table of ['page_body', 'page_search', 'page_history'] as const)
      await db
        .updateTable(table)
        .set({ item_id: to.itemId })
        .where(sql<boolean>`page_id = any(${pageIds}::bigint[])`)
        .execute();
    return pageIds;
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
