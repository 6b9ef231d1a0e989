import { MAX_RECENT_VIEWS } from '@octavo/contract/limits';
import { sql } from 'kysely';
import { preparedQuery } from '../../db/prepared-query.ts';
import type { Param } from '../../db/prepared-query.ts';
import { repository } from '../../db/repository.ts';

interface View {
  readonly uid: number;
  /** Null if the user has opened a page. */
  readonly itemId: number | null;
  readonly pageId: number | null;
}

interface ViewResult {
  readonly is_favourite: boolean;
  /** True if the visit of the user was noted within the last minutes. */
  readonly is_present: boolean | null;
}

/** One statement for each opened page. Opening a page again within a minute writes nothing. */
const record = preparedQuery((_db, param: Param<View>) => {
  const uid = param((view) => view.uid);
  const itemId = param((view) => view.itemId);
  const pageId = param((view) => view.pageId);
  const isTarget = sql`(item_id = ${itemId}::bigint or page_id = ${pageId}::bigint)`;
  return sql<ViewResult>`
    with target as (
      select item_id, null::bigint as page_id from item where item_id = ${itemId}::bigint
      union all
      select null::bigint, page_id from page where page_id = ${pageId}::bigint
    ), written as (
      insert into recent_view as own (uid, item_id, page_id)
      select ${uid}::bigint, item_id, page_id from target
      where not exists (
        select from recent_view
        where uid = ${uid} and ${isTarget} and view_time > now() - interval '1 minute'
      )
      on conflict do nothing
      returning own.uid
    ), renewed as (
      update recent_view set view_time = now()
      where uid = ${uid} and ${isTarget} and view_time <= now() - interval '1 minute'
    ), trimmed as (
      delete from recent_view
      where recent_view_id in (
        select recent_view_id from recent_view
        where uid = ${uid} and ${isTarget} is not true
          and exists (select from written)
        order by view_time desc, recent_view_id desc offset ${MAX_RECENT_VIEWS - 1}
      )
    )
    select
      exists (select from favourite where uid = ${uid} and ${isTarget}) as is_favourite,
      (select last_seen_time > now() - interval '5 minutes' from user_visit where uid = ${uid}) as is_present`;
});

/** Recently viewed pages and items, always those of one user. */
export const recentViewRepository = repository((db) => ({
  async record(view: View) {
    const [result] = await record(db, view);
    return { isFavourite: result?.is_favourite === true, isPresent: result?.is_present === true };
  },

  /** Newest first. Pages in the recycle bin are left out. */
  list: (uid: number) =>
    db
      .selectFrom('recent_view')
      .leftJoin('page', 'page.page_id', 'recent_view.page_id')
      .where('recent_view.uid', '=', uid)
      .where('page.del_time', 'is', null)
      .select((eb) => [
        eb.fn.coalesce('page.item_id', 'recent_view.item_id').as('item_id'),
        'recent_view.page_id',
        'page.page_title',
        'page.page_type',
        'page.method',
        'page.top_cat_id',
        'recent_view.view_time',
      ])
      .orderBy('recent_view.view_time', 'desc')
      .orderBy('recent_view.recent_view_id', 'desc')
      .limit(MAX_RECENT_VIEWS)
      .execute(),
}));
