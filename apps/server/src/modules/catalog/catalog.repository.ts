import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import type { Scope } from '../../access/scope.ts';
import type { Db } from '../../db/connect.ts';

/** The catalogs of a scope; the root itself is no row. */
function within(scope: Scope) {
  if (scope === 'all') return sql<boolean>`true`;
  return sql<boolean>`catalog.top_cat_id = any(${scope === 'none' ? [] : scope}::bigint[])`;
}

export function catalogRepository(db: Db) {
  /** The one way to catalogs: those of the item that the caller may see. */
  const visible = (grant: ItemGrant) =>
    db.selectFrom('catalog').where('catalog.item_id', '=', grant.itemId).where(within(grant.view));
  return {
    /** For the gate alone: in which item and branch a catalog lies. */
    findPlace: (catId: number) =>
      db
        .selectFrom('catalog')
        .select(['item_id', 'top_cat_id'])
        .where('cat_id', '=', catId)
        .executeTakeFirst(),

    list: (grant: ItemGrant) =>
      visible(grant)
        .select(['cat_id', 'cat_name', 'parent_cat_id', 'level', 'top_cat_id', 's_number'])
        .orderBy('s_number')
        .orderBy('cat_id')
        .execute(),
  };
}
