import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import type { Scope } from '../../access/scope.ts';
import { repository } from '../../db/repository.ts';

interface CatalogRow {
  readonly cat_id: number;
  readonly cat_name: string;
  readonly parent_cat_id: number;
  readonly level: number;
  readonly top_cat_id: number;
  readonly s_number: number;
}

interface EditScope {
  readonly itemId: number;
  readonly edit: Scope;
}

interface FoundCatalog {
  readonly item_id: number;
  readonly cat_id: number;
  readonly level: number;
  readonly cat_name: string;
}

/** Condition for the catalogs in a scope. */
function inScope(scope: Scope) {
  if (scope === 'all') return sql<boolean>`true`;
  return sql<boolean>`catalog.top_cat_id = any(${scope === 'none' ? [] : scope}::bigint[])`;
}

/** Passes all rows as arrays, so that any number of them takes one statement. */
function toRowSet(rows: readonly CatalogRow[]) {
  return sql`unnest(
      ${rows.map((row) => row.cat_id)}::bigint[],
      ${rows.map((row) => row.cat_name)}::text[],
      ${rows.map((row) => row.parent_cat_id)}::bigint[],
      ${rows.map((row) => row.level)}::smallint[],
      ${rows.map((row) => row.top_cat_id)}::bigint[],
      ${rows.map((row) => row.s_number)}::int[]
    ) as sent (cat_id, cat_name, parent_cat_id, level, top_cat_id, s_number)`;
}

export const catalogRepository = repository((db) => {
  /** Base of all lists of catalogs: restricts to the item and the catalogs visible to the caller. */
  const visible = (grant: ItemGrant) =>
    db.selectFrom('catalog').where('catalog.item_id', '=', grant.itemId).where(inScope(grant.view));
  return {
    async listNames(catIds: readonly number[]) {
      const rows = await db
        .selectFrom('catalog')
        .select(['cat_id', 'cat_name'])
        .where(sql<boolean>`cat_id = any(${catIds}::bigint[])`)
        .execute();
      return new Map(rows.map(({ cat_id, cat_name }) => [cat_id, cat_name]));
    },

    list: (grant: ItemGrant) =>
      visible(grant)
        .select(['cat_id', 'cat_name', 'parent_cat_id', 'level', 'top_cat_id', 's_number'])
        .orderBy('s_number')
        .orderBy('cat_id')
        .execute(),

    /** Finds catalogs by a part of their names in these scopes, with the names of their parents; best matches first. */
    async searchByName(scopes: readonly EditScope[], keyword: string, limit: number) {
      const fullItemIds = scopes.filter(({ edit }) => edit === 'all').map(({ itemId }) => itemId);
      const topCatIds = scopes.flatMap(({ edit }) => (typeof edit === 'string' ? [] : edit));
      const limitedItemIds = scopes.flatMap(({ itemId, edit }) =>
        typeof edit === 'string' ? [] : edit.map(() => itemId),
      );
      const { rows } = await sql<FoundCatalog>`
        select found.item_id, found.cat_id, found.level,
          concat_ws(' / ', grandparent.cat_name, parent.cat_name, found.cat_name) as cat_name
        from (
          select item_id, cat_id, cat_name, parent_cat_id, level from catalog
          where (
            item_id = any(${fullItemIds}::bigint[])
            or (item_id, top_cat_id) in (
              select * from unnest(${limitedItemIds}::bigint[], ${topCatIds}::bigint[])
            )
          ) and strpos(lower(cat_name), lower(${keyword})) > 0
          order by strpos(lower(cat_name), lower(${keyword})), length(cat_name), item_id, cat_id
          limit ${limit}
        ) found
        left join catalog parent on parent.cat_id = found.parent_cat_id
        left join catalog grandparent on grandparent.cat_id = parent.parent_cat_id
        order by strpos(lower(found.cat_name), lower(${keyword})), length(found.cat_name),
          found.item_id, found.cat_id`.execute(db);
      return rows;
    },

    /** Reserves ids, because the rows of a copied tree reference each other. */
    async reserveIds(count: number) {
      const { rows } = await sql<{ cat_id: number }>`
        select nextval(pg_get_serial_sequence('catalog', 'cat_id')) as cat_id
        from generate_series(1, ${count}::int)`.execute(db);
      return rows.map((row) => row.cat_id);
    },

    async findByRequest(itemId: number, requestId: string) {
      const row = await db
        .selectFrom('catalog')
        .select('cat_id')
        .where('item_id', '=', itemId)
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return row?.cat_id;
    },

    async setRequest(catId: number, requestId: string) {
      await db
        .updateTable('catalog')
        .set({ request_id: requestId })
        .where('cat_id', '=', catId)
        .execute();
    },

    async insert(itemId: number, rows: readonly CatalogRow[]) {
      await sql`
        insert into catalog (cat_id, item_id, cat_name, parent_cat_id, level, top_cat_id, s_number)
        overriding system value
        select cat_id, ${itemId}, cat_name, parent_cat_id, level, top_cat_id, s_number
        from ${toRowSet(rows)}`.execute(db);
    },

    /** Updates the rows; `to` is the target item if some of them move to another one, which all belong to afterwards. */
    async update(grant: ItemGrant, rows: readonly CatalogRow[], to: ItemGrant = grant) {
      await sql`
        update catalog
        set item_id = ${to.itemId}, cat_name = sent.cat_name, parent_cat_id = sent.parent_cat_id,
          level = sent.level, top_cat_id = sent.top_cat_id, s_number = sent.s_number
        from ${toRowSet(rows)}
        where catalog.cat_id = sent.cat_id
          and catalog.item_id + 0 in (${grant.itemId}, ${to.itemId})`.execute(db);
    },

    async delete(grant: ItemGrant, catIds: readonly number[]) {
      await db
        .deleteFrom('catalog')
        .where('item_id', '=', grant.itemId)
        .where(sql<boolean>`cat_id = any(${catIds}::bigint[])`)
        .execute();
    },
  };
});
