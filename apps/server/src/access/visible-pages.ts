import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { ItemGrant } from './grant.ts';
import type { Scope } from './scope.ts';

export type ViewGrant = Pick<ItemGrant, 'itemId' | 'view'>;

/** Condition for the pages in a scope; a limited scope never includes pages at the root. */
function inScope(scope: Scope) {
  if (scope === 'all') return sql<boolean>`true`;
  return sql<boolean>`page.top_cat_id = any(${scope === 'none' ? [] : scope}::bigint[])`;
}

/** Base of all page reads: restricts to the item, the catalog scope and pages that are not deleted. */
export function visiblePages(db: Db, { itemId, view }: ViewGrant) {
  return db
    .selectFrom('page')
    .where('page.item_id', '=', itemId)
    .where('page.del_time', 'is', null)
    .where(inScope(view));
}

/** The same for many items, as a condition on `page`. */
export function visibleToGrants(grants: readonly ViewGrant[]) {
  const [first, ...others] = grants;
  // The pages are given by their ids. Before its first `analyze`, PostgreSQL would look up all pages of the item for
  // each of them; the sum keeps it from using that index.
  if (first && others.length === 0)
    return sql<boolean>`page.del_time is null and page.item_id + 0 = ${first.itemId} and ${inScope(first.view)}`;
  const fullItemIds = grants.filter(({ view }) => view === 'all').map(({ itemId }) => itemId);
  const scopedCatalogs = grants.flatMap(({ itemId, view }) =>
    typeof view === 'string' ? [] : view.map((catId) => ({ itemId, catId })),
  );
  // Sub-selects are hashed; an array would be scanned for every page.
  return sql<boolean>`page.del_time is null and (
    page.item_id in (select unnest(${fullItemIds}::bigint[]))
    or (page.item_id, page.top_cat_id) in (
      select * from unnest(
        ${scopedCatalogs.map(({ itemId }) => itemId)}::bigint[], ${scopedCatalogs.map(({ catId }) => catId)}::bigint[]
      )
    )
  )`;
}
