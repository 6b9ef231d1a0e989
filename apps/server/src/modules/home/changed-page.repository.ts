import { MAX_CHANGED_PAGES, MAX_CHANGED_PAGES_PER_ITEM } from '@octavo/contract/limits';
import { sql } from 'kysely';
import { visibleToGrants } from '../../access/visible-pages.ts';
import type { ViewGrant } from '../../access/visible-pages.ts';
import { repository } from '../../db/repository.ts';

interface ChangedRow {
  readonly page_id: number;
  readonly item_id: number;
  readonly addtime: Date;
}

interface ChangeDetail {
  readonly page_id: number;
  readonly page_title: string;
  readonly page_type: 0 | 1;
  readonly method: string;
  readonly item_id: number;
  readonly author_username: string;
  readonly addtime: Date;
  readonly edit_count: number;
  readonly is_new: boolean;
  readonly former_title: string;
}

/** Pages that others have changed. A page whose current version is the user's own contains nothing new for them. */
export const changedPageRepository = repository((db) => ({
  /**
   * The changed pages of the given items, newest first. Each item is one range of the index `page_search_newest`, so the
   * cost depends on the number of items and of changes, not of pages.
   */
  async list(grants: readonly ViewGrant[], uid: number, since: Date) {
    const { rows } = await sql<ChangedRow>`
      select changed.page_id, changed.item_id, changed.addtime
      from unnest(${grants.map(({ itemId }) => itemId)}::bigint[]) as mine (item_id)
      cross join lateral (
        select page.page_id, page.item_id, page_search.addtime
        from page_search join page using (page_id)
        where page_search.item_id = mine.item_id and page_search.addtime > ${since}
          and page.author_uid is distinct from ${uid} and ${visibleToGrants(grants)}
        order by page_search.addtime desc, page_search.page_id desc
        limit ${MAX_CHANGED_PAGES_PER_ITEM}
      ) changed
      order by changed.addtime desc, changed.page_id desc
      limit ${MAX_CHANGED_PAGES}`.execute(db);
    return rows;
  },

  /** Counts the versions after the last one that the user has saved or could have seen. */
  async listDetails(
    grants: readonly ViewGrant[],
    uid: number,
    since: Date,
    pageIds: readonly number[],
  ) {
    const { rows } = await sql<ChangeDetail>`
      select page.page_id, page.page_title, page.page_type, page.method, page.item_id, page.author_username,
        page.addtime, 1 + coalesce(unseen.count, 0)::int as edit_count,
        page.page_addtime > ${since} and page.creator_uid is distinct from ${uid} as is_new,
        case when seen.page_title <> page.page_title then seen.page_title else '' end as former_title
      from page
      cross join lateral (
        select max(version) as version from page_history
        where page_id = page.page_id and (author_uid = ${uid} or addtime <= ${since})
      ) last_seen
      left join page_history seen on seen.page_id = page.page_id and seen.version = last_seen.version
      cross join lateral (
        select count(*) as count from page_history
        where page_id = page.page_id and version > coalesce(last_seen.version, 0)
      ) unseen
      where page.page_id = any(${pageIds}::bigint[]) and ${visibleToGrants(grants)}`.execute(db);
    return rows;
  },
}));
