import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import { visiblePages, visibleToGrants } from '../../access/visible-pages.ts';
import type { ViewGrant } from '../../access/visible-pages.ts';

export interface PageRow {
  readonly page_id: number;
  readonly page_title: string;
  readonly page_type: 0 | 1;
  readonly method: string;
  readonly item_id: number;
}

const COLUMNS = sql`page.page_id, page.page_title, page.page_type, page.method, page.item_id`;

/** Pages that links point to or come from. */
export const linkedPageRepository = repository((db) => ({
  /** The items with pages that link to this page, also those that the caller may not view. */
  async listLinkingItems(pageId: number) {
    const { rows } = await sql<{ item_id: number }>`
      select distinct page.item_id from page_link join page using (page_id)
      where target_page_id = ${pageId} and page.del_time is null`.execute(db);
    return rows.map((row) => row.item_id);
  },

  /** The visible pages that link to this page, newest first, and their number. */
  async listBacklinks(grants: readonly ViewGrant[], pageId: number, limit: number) {
    const { rows } = await sql<PageRow & { total: number }>`
      select ${COLUMNS}, count(*) over ()::int as total
      from page_link join page using (page_id)
      where target_page_id = ${pageId} and ${visibleToGrants(grants)}
      order by page.addtime desc, page.page_id desc limit ${limit}`.execute(db);
    return { total: rows[0]?.total ?? 0, pages: rows };
  },

  /** The pages with these ids that are visible, in no particular order. */
  async listVisible(grants: readonly ViewGrant[], pageIds: readonly number[]) {
    const { rows } = await sql<PageRow>`
      select ${COLUMNS} from page
      where page.page_id = any(${pageIds}::bigint[]) and ${visibleToGrants(grants)}`.execute(db);
    return rows;
  },

  /** The pages of an item that were saved last. */
  listNewest: (grant: ViewGrant, limit: number) =>
    visiblePages(db, grant)
      .innerJoin('page_search', 'page_search.page_id', 'page.page_id')
      .select(['page.page_id', 'page.page_title', 'page.page_type', 'page.method', 'page.item_id'])
      .where('page_search.item_id', '=', grant.itemId)
      .orderBy('page_search.addtime', 'desc')
      .orderBy('page_search.page_id', 'desc')
      .limit(limit)
      .execute(),
}));
