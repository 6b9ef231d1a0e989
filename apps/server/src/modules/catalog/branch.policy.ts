import { getCatalog } from './catalog.policy.ts';
import type { Catalog, CatalogPosition } from './catalog.policy.ts';

/** Returns a catalog and all its descendants, parents before their children. */
export function branchOf(catalogs: readonly Catalog[], catId: number): Catalog[] {
  const branch = [getCatalog(catalogs, catId)];
  const inside = new Set([catId]);
  for (const row of catalogs.toSorted((a, b) => a.level - b.level))
    if (inside.has(row.parent_cat_id)) {
      inside.add(row.cat_id);
      branch.push(row);
    }
  return branch;
}

/** Number of levels of a branch; its first row is the root of the branch. */
export function heightOf(branch: readonly Catalog[]): number {
  const deepest = branch.reduce((level, row) => Math.max(level, row.level), 0);
  return deepest - (branch[0]?.level ?? 0) + 1;
}

/** Returns the branch as it is at another position. */
export function attachBranch(branch: readonly Catalog[], position: CatalogPosition): Catalog[] {
  const [root] = branch;
  if (!root) return [];
  const levelShift = position.level - root.level;
  const top_cat_id = position.top_cat_id || root.cat_id;
  return branch.map((row) => ({
    ...row,
    parent_cat_id: row === root ? position.parent_cat_id : row.parent_cat_id,
    level: row.level + levelShift,
    top_cat_id,
  }));
}

/** Returns the rows with new ids; references to catalogs outside of the list remain. */
export function withNewIds(catalogs: readonly Catalog[], ids: readonly number[]): Catalog[] {
  const newIds = new Map(catalogs.map((row, at) => [row.cat_id, ids[at] ?? row.cat_id]));
  const mapId = (id: number) => newIds.get(id) ?? id;
  return catalogs.map((row) => ({
    ...row,
    cat_id: mapId(row.cat_id),
    parent_cat_id: mapId(row.parent_cat_id),
    top_cat_id: mapId(row.top_cat_id),
  }));
}
