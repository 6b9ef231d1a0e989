import { getCatalog } from './catalog.policy.ts';
import type { Catalog, Place } from './catalog.policy.ts';

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
export function graft(branch: readonly Catalog[], place: Place): Catalog[] {
  const [root] = branch;
  if (!root) return [];
  const rise = place.level - root.level;
  const top_cat_id = place.top_cat_id || root.cat_id;
  return branch.map((row) => ({
    ...row,
    parent_cat_id: row === root ? place.parent_cat_id : row.parent_cat_id,
    level: row.level + rise,
    top_cat_id,
  }));
}

/** Returns the rows with new ids; references to catalogs outside of the list remain. */
export function renumber(catalogs: readonly Catalog[], ids: readonly number[]): Catalog[] {
  const fresh = new Map(catalogs.map((row, at) => [row.cat_id, ids[at] ?? row.cat_id]));
  const to = (id: number) => fresh.get(id) ?? id;
  return catalogs.map((row) => ({
    ...row,
    cat_id: to(row.cat_id),
    parent_cat_id: to(row.parent_cat_id),
    top_cat_id: to(row.top_cat_id),
  }));
}
