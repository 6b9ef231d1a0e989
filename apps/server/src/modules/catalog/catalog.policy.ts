import { DEFAULT_POSITION, MAX_CATALOG_DEPTH } from '@octavo/contract/limits';
import { covers } from '../../access/scope.ts';
import type { Scope } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';

export interface Catalog {
  readonly cat_id: number;
  readonly cat_name: string;
  /** 0 for the root of the item. */
  readonly parent_cat_id: number;
  readonly level: number;
  readonly top_cat_id: number;
  readonly s_number: number;
}

/** A requested change; absent fields remain unchanged. */
export interface CatalogChange {
  readonly cat_id: number;
  readonly cat_name?: string | undefined;
  readonly parent_cat_id?: number | undefined;
  readonly s_number?: number | undefined;
}

/** Position of a catalog in the tree. `top_cat_id` is 0 for the first level, where a catalog is its own ancestor. */
export type CatalogPosition = Pick<Catalog, 'parent_cat_id' | 'level' | 'top_cat_id'>;

type Rows = ReadonlyMap<number, Catalog>;

function byId(catalogs: readonly Catalog[]): Rows {
  return new Map(catalogs.map((row) => [row.cat_id, row]));
}

export function getCatalog(catalogs: readonly Catalog[], catId: number): Catalog {
  const found = catalogs.find((row) => row.cat_id === catId);
  if (!found) throw new AppError('notFound');
  return found;
}

/** Editors limited to a catalog may change its descendants, but not the catalog itself. */
export function assertMayChange(
  { level, top_cat_id }: Pick<Catalog, 'level' | 'top_cat_id'>,
  edit: Scope,
): void {
  if (edit === 'all') return;
  if (level === 1 || !covers(edit, top_cat_id)) throw new AppError('forbidden');
}

/** Whether the parents of the row form a cycle. */
function hasParentCycle(row: Catalog, rows: Rows): boolean {
  const seen = new Set<number>();
  for (let at = rows.get(row.parent_cat_id); at; at = rows.get(at.parent_cat_id)) {
    if (seen.has(at.cat_id)) return true;
    seen.add(at.cat_id);
  }
  return false;
}

/** Derives level and first-level ancestor from the parents; values sent by the client are ignored. */
function withPosition(row: Catalog, rows: Rows): Catalog {
  let top = row;
  let level = 1;
  while (top.parent_cat_id !== 0) {
    const parent = rows.get(top.parent_cat_id);
    if (!parent) throw new AppError('notFound');
    top = parent;
    level += 1;
    if (level > MAX_CATALOG_DEPTH && hasParentCycle(row, rows))
      throw new AppError('invalidRequest', { field: 'parent_cat_id' });
    if (level > MAX_CATALOG_DEPTH) throw new AppError('catalogTooDeep');
  }
  return { ...row, level, top_cat_id: top.cat_id };
}

function applyChanges(rows: Rows, changes: readonly CatalogChange[]): Rows {
  const next = new Map(rows);
  const changedIds = new Set<number>();
  for (const change of changes) {
    const row = rows.get(change.cat_id);
    if (!row) throw new AppError('notFound');
    if (changedIds.has(row.cat_id)) throw new AppError('invalidRequest', { field: 'cat_id' });
    changedIds.add(row.cat_id);
    next.set(row.cat_id, {
      ...row,
      cat_name: change.cat_name ?? row.cat_name,
      parent_cat_id: change.parent_cat_id ?? row.parent_cat_id,
      s_number: change.s_number ?? row.s_number,
    });
  }
  return next;
}

export function differs(a: Catalog, b: Catalog): boolean {
  return (
    a.cat_name !== b.cat_name ||
    a.parent_cat_id !== b.parent_cat_id ||
    a.level !== b.level ||
    a.top_cat_id !== b.top_cat_id ||
    a.s_number !== b.s_number
  );
}

/**
 * Returns the rows that the changes modify, including the descendants of moved catalogs. Rejects all changes on an
 * unknown id, a cycle, a fourth level or a change outside the edit scope.
 */
export function applyTreeChanges(
  catalogs: readonly Catalog[],
  changes: readonly CatalogChange[],
  edit: Scope,
): Catalog[] {
  const before = byId(catalogs);
  const after = applyChanges(before, changes);
  const changedRows: Catalog[] = [];
  for (const old of before.values()) {
    const row = withPosition(after.get(old.cat_id) ?? old, after);
    if (!differs(old, row)) continue;
    assertMayChange(old, edit);
    if (edit !== 'all' && row.top_cat_id !== old.top_cat_id) throw new AppError('forbidden');
    changedRows.push(row);
  }
  return changedRows;
}

/** Returns the position below a parent (0: the root); throws if the user may not edit there or the branch would be too deep. */
export function positionUnder(
  catalogs: readonly Catalog[],
  parentCatId: number,
  edit: Scope,
  height = 1,
): CatalogPosition {
  const parent = parentCatId === 0 ? undefined : getCatalog(catalogs, parentCatId);
  const top_cat_id = parent?.top_cat_id ?? 0;
  if (!covers(edit, top_cat_id)) throw new AppError('forbidden');
  const level = (parent?.level ?? 0) + 1;
  if (level + height - 1 > MAX_CATALOG_DEPTH) throw new AppError('catalogTooDeep');
  return { parent_cat_id: parentCatId, level, top_cat_id };
}

/** The position of a new catalog that comes last: equal positions are ordered by id, and a new one has the highest. */
export function lastPosition(catalogs: readonly Catalog[], parentCatId: number): number {
  return catalogs
    .filter((row) => row.parent_cat_id === parentCatId)
    .reduce((last, row) => Math.max(last, row.s_number), DEFAULT_POSITION);
}
