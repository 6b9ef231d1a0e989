import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import type { Scope } from '../../access/scope.ts';
import type { Db } from '../../db/connect.ts';

/** Pages of a scope; a limited one never holds the root's. */
function within(scope: Scope) {
  if (scope === 'all') return sql<boolean>`true`;
  return sql<boolean>`page.top_cat_id = any(${scope === 'none' ? [] : scope}::bigint[])`;
}

export function pageRepository(db: Db) {
  /** Every read of pages starts here: item, catalog scope, not deleted. */
  const visible = (grant: ItemGrant) =>
    db
      .selectFrom('page')
      .where('page.item_id', '=', grant.itemId)
      .where('page.del_time', 'is', null)
      .where(within(grant.view));
  return {
    /** For the gate and the caches alone: where a living page is, and which version it has. */
    findHead: (pageId: number) =>
      db
        .selectFrom('page')
        .select([
          'page_id',
          'item_id',
          'cat_id',
          'top_cat_id',
          's_number',
          'page_title',
          'page_type',
          'version',
          'creator_uid',
          'author_uid',
          'author_username',
          'addtime',
          'page_addtime',
          'unique_key',
        ])
        .where('page_id', '=', pageId)
        .where('del_time', 'is', null)
        .executeTakeFirst(),

    /** The menu's rows, in order. */
    listMenu: (grant: ItemGrant) =>
      visible(grant)
        .select(['page_id', 'page_title', 'cat_id', 'top_cat_id', 's_number', 'method'])
        .orderBy('s_number')
        .orderBy('page_id')
        .execute(),
  };
}
