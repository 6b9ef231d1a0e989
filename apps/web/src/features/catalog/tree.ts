import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { MAX_CATALOG_DEPTH } from '@octavo/contract/limits';

/** A catalog with its descendants. */
export type Catalog = CallResponse<Calls['catalog']['catListGroup']>[number];
export type Tree = readonly Catalog[];

/** The position of a catalog: its parent (0 for the root) and its index among the siblings. */
export interface CatalogPosition {
  readonly parent: number;
  readonly at: number;
}

/** A catalog as one visible row of the tree. */
export interface Row {
  readonly catalog: Catalog;
  readonly level: number;
}

export function findCatalog(tree: Tree, id: number): Catalog | undefined {
  for (const catalog of tree) {
    const found = catalog.cat_id === id ? catalog : findCatalog(catalog.catalogs, id);
    if (found) return found;
  }
  return undefined;
}

export function childrenOf(tree: Tree, parent: number): Tree {
  return parent === 0 ? tree : (findCatalog(tree, parent)?.catalogs ?? []);
}

/** The number of levels of a branch, including its root. */
export function heightOf({ catalogs }: Catalog): number {
  return 1 + Math.max(0, ...catalogs.map(heightOf));
}

/** All catalogs of a branch or tree in display order. */
export function flatten(tree: Tree): Catalog[] {
  return tree.flatMap((catalog) => [catalog, ...flatten(catalog.catalogs)]);
}

/** The visible rows, without the descendants of collapsed catalogs. */
export function visibleRows(tree: Tree, closed: ReadonlySet<number>, level = 1): Row[] {
  return tree.flatMap((catalog) => [
    { catalog, level },
    ...(closed.has(catalog.cat_id) ? [] : visibleRows(catalog.catalogs, closed, level + 1)),
  ]);
}

export function positionOf(tree: Tree, id: number, parent = 0): CatalogPosition | undefined {
  const at = tree.findIndex(({ cat_id }) => cat_id === id);
  if (at >= 0) return { parent, at };
  for (const { cat_id, catalogs } of tree) {
    const position = positionOf(catalogs, id, cat_id);
    if (position) return position;
  }
  return undefined;
}

function levelOf(tree: Tree, id: number): number {
  const position = id === 0 ? undefined : positionOf(tree, id);
  return position ? levelOf(tree, position.parent) + 1 : 0;
}

/** The level of a catalog at this position. */
export function levelAt(tree: Tree, { parent }: CatalogPosition): number {
  return levelOf(tree, parent) + 1;
}

/** Whether a branch at this position stays within the maximum depth. */
export function fitsAt(tree: Tree, id: number, position: CatalogPosition): boolean {
  const branch = findCatalog(tree, id);
  return (
    branch !== undefined && levelAt(tree, position) + heightOf(branch) - 1 <= MAX_CATALOG_DEPTH
  );
}

function removeCatalog(tree: Tree, id: number): Catalog[] {
  return tree
    .filter(({ cat_id }) => cat_id !== id)
    .map((catalog) => ({ ...catalog, catalogs: removeCatalog(catalog.catalogs, id) }));
}

function insertCatalog(
  tree: Tree,
  branch: Catalog,
  { parent, at }: CatalogPosition,
  here: number,
): Catalog[] {
  const deeper = tree.map((catalog) => ({
    ...catalog,
    catalogs: insertCatalog(catalog.catalogs, branch, { parent, at }, catalog.cat_id),
  }));
  return here === parent ? deeper.toSpliced(at, 0, branch) : deeper;
}

/** Sets the parent, level and number of every catalog from its position in the tree. */
function renumber(tree: Tree, parent = 0, level = 1): Catalog[] {
  return tree.map((catalog, at) => ({
    ...catalog,
    parent_cat_id: parent,
    level,
    s_number: at + 1,
    catalogs: renumber(catalog.catalogs, catalog.cat_id, level + 1),
  }));
}

/** The tree with one branch moved to another position. */
export function moveCatalog(tree: Tree, id: number, position: CatalogPosition): Catalog[] {
  const branch = findCatalog(tree, id);
  return branch ? renumber(insertCatalog(removeCatalog(tree, id), branch, position, 0)) : [...tree];
}

/**
 * The changes to send to the server: the moved or renumbered catalogs of each changed sibling list.
 * Unchanged lists are omitted, so that a member with rights in one catalog only can reorder that catalog.
 */
export function changedCatalogs(before: Tree, after: Tree) {
  const parents = [0, ...flatten(after).map(({ cat_id }) => cat_id)];
  return parents.flatMap((parent) => {
    const ids = (tree: Tree) => childrenOf(tree, parent).map(({ cat_id }) => cat_id);
    if (ids(before).join() === ids(after).join()) return [];
    return childrenOf(after, parent)
      .filter(({ cat_id, s_number }) => {
        const old = findCatalog(before, cat_id);
        return old?.parent_cat_id !== parent || old.s_number !== s_number;
      })
      .map(({ cat_id, s_number }) => ({ cat_id, parent_cat_id: parent, s_number }));
  });
}
