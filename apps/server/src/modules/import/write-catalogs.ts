import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import type { Catalog } from '../catalog/catalog.policy.ts';
import { covers } from '../../access/scope.ts';
import type { Connection } from '../../db/connect.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';

interface RequestedCatalog {
  readonly catalogPath: readonly string[];
  readonly s_number?: number | undefined;
}

interface CatalogPlacement {
  /** The ids of the created catalogs. */
  readonly createdIds: readonly number[];
  catalogOf(catalogPath: readonly string[]): {
    readonly cat_id: number;
    readonly top_cat_id: number;
  };
}

const keyOf = (catalogPath: readonly string[]) => JSON.stringify(catalogPath);

/** Catalogs by path; of two with the same path, the first in order. */
function catalogsByPath(catalogs: readonly Catalog[]): Map<string, Catalog> {
  const result = new Map<string, Catalog>();
  const children = new Map<number, Catalog[]>();
  for (const row of catalogs)
    children.set(row.parent_cat_id, [...(children.get(row.parent_cat_id) ?? []), row]);
  const walk = (parent: number, parentPath: readonly string[]) => {
    for (const row of children.get(parent) ?? []) {
      const catalogPath = [...parentPath, row.cat_name];
      if (!result.has(keyOf(catalogPath))) result.set(keyOf(catalogPath), row);
      walk(row.cat_id, catalogPath);
    }
  };
  walk(0, []);
  return result;
}

/** Creates the missing catalogs of these paths, parents before children, in the order of the file. */
export async function writeCatalogs(
  db: Connection,
  itemId: number,
  requestedCatalogs: readonly RequestedCatalog[],
  grant: ItemGrant | undefined,
): Promise<CatalogPlacement> {
  const catalogs = catalogRepository(db);
  const existing = catalogsByPath(grant ? await catalogs.list(grant) : []);
  const missing = new Map<string, RequestedCatalog>();
  for (const { catalogPath, s_number } of requestedCatalogs)
    catalogPath.forEach((_name, at) => {
      const prefix = catalogPath.slice(0, at + 1);
      const isLast = at + 1 === catalogPath.length;
      // The path of a page has no order, so it must not overwrite the order of the catalog.
      const order = missing.get(keyOf(prefix))?.s_number ?? (isLast ? s_number : undefined);
      if (!existing.has(keyOf(prefix)))
        missing.set(keyOf(prefix), { catalogPath: prefix, s_number: order });
    });
  const ids = await catalogs.reserveIds(missing.size);
  const rows = [...missing.values()].map(({ catalogPath, s_number }, at): Catalog => {
    const parent = existing.get(keyOf(catalogPath.slice(0, -1)));
    const cat_id = ids[at] ?? 0;
    const row = {
      cat_id,
      cat_name: catalogPath.at(-1) ?? '',
      parent_cat_id: parent?.cat_id ?? 0,
      level: catalogPath.length,
      top_cat_id: parent?.top_cat_id ?? cat_id,
      s_number: s_number ?? at + 1,
    };
    // A member who is limited to a catalog cannot create first-level catalogs.
    if (grant && !covers(grant.edit, parent?.top_cat_id ?? 0)) throw new AppError('noExportRight');
    existing.set(keyOf(catalogPath), row);
    return row;
  });
  if (rows.length > 0) await catalogs.insert(itemId, rows);
  return {
    createdIds: rows.map((row) => row.cat_id),
    catalogOf(catalogPath) {
      const { cat_id, top_cat_id } = existing.get(keyOf(catalogPath)) ?? {
        cat_id: 0,
        top_cat_id: 0,
      };
      if (grant && !covers(grant.edit, top_cat_id)) throw new AppError('noExportRight');
      return { cat_id, top_cat_id };
    },
  };
}
