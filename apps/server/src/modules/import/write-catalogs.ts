import type { ItemGrant } from '../../access/grant.ts';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Catalog } from '../catalog/catalog.policy.ts';
import { covers } from '../../access/scope.ts';

interface WantedWay {
  readonly way: readonly string[];
  readonly s_number?: number | undefined;
}

interface Places {
  /** The ids of the created catalogs. */
  readonly made: readonly number[];
  placeOf(way: readonly string[]): { readonly cat_id: number; readonly top_cat_id: number };
}

const keyOf = (way: readonly string[]) => JSON.stringify(way);

/** Catalogs by path; of two with the same path, the first in order. */
function byWay(catalogs: readonly Catalog[]): Map<string, Catalog> {
  const found = new Map<string, Catalog>();
  const children = new Map<number, Catalog[]>();
  for (const row of catalogs)
    children.set(row.parent_cat_id, [...(children.get(row.parent_cat_id) ?? []), row]);
  const walk = (parent: number, above: readonly string[]) => {
    for (const row of children.get(parent) ?? []) {
      const way = [...above, row.cat_name];
      if (!found.has(keyOf(way))) found.set(keyOf(way), row);
      walk(row.cat_id, way);
    }
  };
  walk(0, []);
  return found;
}

/** Creates the missing catalogs of these paths, parents before children, in the order of the file. */
export async function writeCatalogs(
  { catalogs }: Repositories,
  itemId: number,
  wanted: readonly WantedWay[],
  grant: ItemGrant | undefined,
): Promise<Places> {
  const known = byWay(grant ? await catalogs.list(grant) : []);
  const missing = new Map<string, WantedWay>();
  for (const { way, s_number } of wanted)
    way.forEach((_name, at) => {
      const part = way.slice(0, at + 1);
      const isItself = at + 1 === way.length;
      // The path of a page has no order, so it must not overwrite the order of the catalog.
      const said = missing.get(keyOf(part))?.s_number ?? (isItself ? s_number : undefined);
      if (!known.has(keyOf(part))) missing.set(keyOf(part), { way: part, s_number: said });
    });
  const ids = await catalogs.reserveIds(missing.size);
  const rows = [...missing.values()].map(({ way, s_number }, at): Catalog => {
    const parent = known.get(keyOf(way.slice(0, -1)));
    const cat_id = ids[at] ?? 0;
    const row = {
      cat_id,
      cat_name: way.at(-1) ?? '',
      parent_cat_id: parent?.cat_id ?? 0,
      level: way.length,
      top_cat_id: parent?.top_cat_id ?? cat_id,
      s_number: s_number ?? at + 1,
    };
    // A member who is limited to a catalog cannot create first-level catalogs.
    if (grant && !covers(grant.edit, parent?.top_cat_id ?? 0)) throw new AppError('noExportRight');
    known.set(keyOf(way), row);
    return row;
  });
  if (rows.length > 0) await catalogs.insert(itemId, rows);
  return {
    made: rows.map((row) => row.cat_id),
    placeOf(way) {
      const { cat_id, top_cat_id } = known.get(keyOf(way)) ?? { cat_id: 0, top_cat_id: 0 };
      if (grant && !covers(grant.edit, top_cat_id)) throw new AppError('noExportRight');
      return { cat_id, top_cat_id };
    },
  };
}
