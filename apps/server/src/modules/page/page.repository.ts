import { SHEET_PAGE } from '@octavo/contract/page-type';
import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import { isPrivate } from '../../access/item-columns.ts';
import type { LockMode } from '../../access/item-columns.ts';
import type { Scope } from '../../access/scope.ts';
import { visiblePages } from '../../access/visible-pages.ts';
import type { Db } from '../../db/connect.ts';
import { preparedQuery } from '../../db/prepared-query.ts';
import type { Param } from '../../db/prepared-query.ts';
import { repository } from '../../db/repository.ts';

const META_COLUMNS = [
  'page.page_id',
  'page.item_id',
  'page.cat_id',
  'page.top_cat_id',
  'page.s_number',
  'page.page_title',
  'page.page_type',
  'page.method',
  'page.version',
  'page.creator_uid',
  'page.author_uid',
  'page.author_username',
  'page.addtime',
  'page.page_addtime',
  'page.unique_key',
  'page.page_comments',
] as const;

/** Number of files attached to a page, including images in its content. */
const ATTACHMENT_COUNT = sql<number>`(
  select count(*)::int from page_file where page_file.page_id = page.page_id and is_bound
)`.as('attachment_count');

export interface PagePosition {
  readonly cat_id: number;
  readonly top_cat_id: number;
}

/** Calls that only need the metadata must not wait for a large content. */
const MAX_CONTENT_WITH_META = 64 * 1024;

const activePages = (db: Db) => db.selectFrom('page').where('page.del_time', 'is', null);

interface MetaQuery {
  readonly pageId: number;
  readonly cachedVersion: number;
}

const findMeta = preparedQuery((db, param: Param<MetaQuery>) => {
  const pageId = param((values) => values.pageId);
  const cachedVersion = param((values) => values.cachedVersion);
  return activePages(db)
    .select([...META_COLUMNS, ATTACHMENT_COUNT])
    .select(
      sql<string | null>`(
        select page_content from page_body
        where page_body.page_id = page.page_id
          and page.version <> ${cachedVersion}
          and octet_length(page_content) <= ${MAX_CONTENT_WITH_META}
      )`.as('newer_content'),
    )
    .where('page.page_id', '=', pageId);
});

interface LockQuery {
  readonly itemId: number;
  readonly pageId: number;
}

const lockQuery = (lockMode: LockMode) =>
  preparedQuery((db, param: Param<LockQuery>) => {
    const pageId = param((values) => values.pageId);
    const itemId = param((values) => values.itemId);
    const query = activePages(db)
      .innerJoin('item', 'item.item_id', 'page.item_id')
      .select(META_COLUMNS)
      .select(['item.uid', 'item.item_type', 'item.is_archived', isPrivate])
      .where('page.page_id', '=', pageId)
      .where('page.item_id', '=', itemId)
      .where('item.del_time', 'is', null);
    const withItemLock =
      lockMode === 'tree' ? query.forNoKeyUpdate('item') : query.forShare('item');
    return withItemLock.forNoKeyUpdate('page');
  });

const lockQueries = { content: lockQuery('content'), tree: lockQuery('tree') };

export const pageRepository = repository((db) => {
  return {
    /**
     * Only for authorization and caches: position and version of a page that is not deleted, and its content unless it
     * is large or the caller has cached this version. Most pages are looked up to be read: a second query would cost
     * as much as the rest of the request.
     */
    async findMeta(pageId: number, cachedVersion: number) {
      const [page] = await findMeta(db, { pageId, cachedVersion });
      return page;
    },

    /** Metadata and content of the same version. */
    findWithContent: (pageId: number) =>
      activePages(db)
        .innerJoin('page_body', 'page_body.page_id', 'page.page_id')
        .select([...META_COLUMNS, ATTACHMENT_COUNT, 'page_body.page_content'])
        .where('page.page_id', '=', pageId)
        .executeTakeFirst(),

    /** Undefined if the page has another version. */
    findVersion: (pageId: number, version: number) =>
      activePages(db)
        .innerJoin('page_body', 'page_body.page_id', 'page.page_id')
        .select('page_body.page_content')
        .where('page.page_id', '=', pageId)
        .where('page.version', '=', version)
        .executeTakeFirst(),

    /** A share key grants access by itself; it is invalid once the page or the item is deleted. */
    findByShareKey: (uniqueKey: string) =>
      activePages(db)
        .innerJoin('item', 'item.item_id', 'page.item_id')
        .select([...META_COLUMNS, ATTACHMENT_COUNT])
        .where('page.unique_key', '=', uniqueKey)
        .where('item.del_time', 'is', null)
        .executeTakeFirst(),

    async listMenu(grant: ItemGrant) {
      const rows = await visiblePages(db, grant)
        .select([
          'page_id',
          'page_title',
          'cat_id',
          'top_cat_id',
          's_number',
          'method',
          'page_type',
        ])
        .orderBy('s_number')
        .orderBy('page_id')
        .execute();
      // A menu may have 20,000 pages and few sheets, so `page_type` is only included for sheets.
      return rows.map(({ page_type, ...row }) =>
        page_type === SHEET_PAGE ? { ...row, page_type } : row,
      );
    },

    /** The pages of an item in its recycle bin. */
    async listDeletedIds(itemId: number) {
      const rows = await db
        .selectFrom('page')
        .select('page_id')
        .where('item_id', '=', itemId)
        .where('del_time', 'is not', null)
        .execute();
      return rows.map((row) => row.page_id);
    },

    /** Finds the first page with exactly this title, in one catalog or anywhere in the item. */
    async findByTitle(grant: ItemGrant, title: string, catId?: number) {
      const row = await visiblePages(db, grant)
        .select('page_id')
        .where('page_title', '=', title)
        .$if(catId !== undefined, (query) => query.where('cat_id', '=', catId ?? 0))
        .orderBy('s_number')
        .orderBy('page_id')
        .limit(1)
        .executeTakeFirst();
      return row?.page_id;
    },

    /**
     * Locks a page of this item until the transaction ends, and the item so that its rights do not change. Locks are taken
     * in the order of the clauses: the item first.
     */
    async lock({ itemId }: ItemGrant, pageId: number, lockMode: LockMode) {
      const [page] = await lockQueries[lockMode](db, { itemId, pageId });
      return page;
    },

    /** Locks the page for a job, also a deleted one; false if a save or another job has locked it. */
    async lockIfFree(pageId: number) {
      const row = await db
        .selectFrom('page')
        .select('page_id')
        .where('page_id', '=', pageId)
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst();
      return row !== undefined;
    },

    async setComments(pageId: number, comments: string) {
      await db
        .updateTable('page')
        .set({ page_comments: comments })
        .where('page_id', '=', pageId)
        .execute();
    },

    async move(pageId: number, position: PagePosition & { readonly s_number: number }) {
      await db.updateTable('page').set(position).where('page_id', '=', pageId).execute();
    },

    /** Counts how many of these pages are in the given scope of the item. */
    async countInScope({ itemId }: ItemGrant, edit: Scope, pageIds: readonly number[]) {
      const row = await visiblePages(db, { itemId, view: edit })
        .select((select) => select.fn.countAll<number>().as('pages'))
        .where(sql<boolean>`page.page_id = any(${pageIds}::bigint[])`)
        .executeTakeFirstOrThrow();
      return row.pages;
    },

    /** Lists the pages of catalogs in their order, without a check of rights. */
    listPositions: ({ itemId }: ItemGrant, catalogs: readonly PagePosition[]) =>
      activePages(db)
        .select(['page.page_id as id', 'page.cat_id as catId', 'page.s_number'])
        .where('page.item_id', '=', itemId)
        .where(
          sql<boolean>`page.top_cat_id = any(${catalogs.map((row) => row.top_cat_id)}::bigint[])`,
        )
        .where(sql<boolean>`page.cat_id = any(${catalogs.map((row) => row.cat_id)}::bigint[])`)
        .orderBy('page.s_number')
        .orderBy('page.page_id')
        .execute(),

    /** The content of a locked page, to copy it. */
    async getContent(pageId: number) {
      const row = await db
        .selectFrom('page_body')
        .select('page_content')
        .where('page_id', '=', pageId)
        .executeTakeFirstOrThrow();
      return row.page_content;
    },

    /**
     * Returns the ids of the pages whose order changed. The case keeps PostgreSQL from looking up all pages of the item
     * for each of them, and from expecting so few pages that it compares each with all positions.
     */
    async saveOrder({ itemId }: ItemGrant, order: readonly (readonly [number, number])[]) {
      const { rows } = await sql<{ page_id: number }>`
        update page set s_number = sent.s_number
        from unnest(${order.map(([pageId]) => pageId)}::bigint[], ${order.map(([, at]) => at)}::int[])
          as sent (page_id, s_number)
        where page.page_id = sent.page_id and case when page.item_id = ${itemId} then true end
          and page.s_number <> sent.s_number
        returning page.page_id`.execute(db);
      return rows.map((row) => row.page_id);
    },

    /** Null ends the sharing of the page. */
    async setShareKey(pageId: number, uniqueKey: string | null) {
      await db
        .updateTable('page')
        .set({ unique_key: uniqueKey })
        .where('page_id', '=', pageId)
        .execute();
    },

    /** Moves a page to the recycle bin, stores its catalog path and ends its sharing. */
    async recycle({ page_id, cat_id }: { page_id: number; cat_id: number }, username: string) {
      await sql`
        with recursive way as (
          select cat_id, parent_cat_id, cat_name, 0 as height from catalog where cat_id = ${cat_id}
          union all
          select above.cat_id, above.parent_cat_id, above.cat_name, height + 1
          from way join catalog above on above.cat_id = way.parent_cat_id
        )
        update page set del_time = now(), del_by_username = ${username}, unique_key = null,
          old_place = (select coalesce(string_agg(cat_name, ' / ' order by height desc), '') from way)
        where page_id = ${page_id}`.execute(db);
    },
  };
});
