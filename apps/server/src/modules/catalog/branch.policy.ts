import { AppError } from '../../app-error.ts';
import type { Catalog, CatalogPosition } from './catalog.policy.ts';

/**
 * Returns each selected catalog with all its descendants, parents before their children, in the order of the ids. A
 * catalog inside of another selected one has no branch of its own.
 */
export function branchesOf(catalogs: readonly Catalog[], catIds: readonly number[]): Catalog[][] {
  const rows = new Map(catalogs.map((row) => [row.cat_id, row]));
  const children = Map.groupBy(catalogs, (row) => row.parent_cat_id);
  const selected = new Set(catIds);
  const isInside = (row: Catalog): boolean => {
    const parent = rows.get(row.parent_cat_id);
    return parent !== undefined && (selected.has(parent.cat_id) || isInside(parent));
  };
  const collect = (row: Catalog): Catalog[] => [
    row,
    ...(children.get(row.cat_id) ?? []).flatMap(collect),
  ];
  return catIds
    .map((catId) => {
      const row = rows.get(catId);
      if (!row) throw new AppError('notFound');
      return row;
    })
    .filter((row) => !isInside(row))
    .map(collect);
}

/** Returns a catalog and all its descendants, parents before their children. */
export function branchOf(catalogs: readonly Catalog[], catId: number): Catalog[] {
  return branchesOf(catalogs, [catId]).flat();
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
