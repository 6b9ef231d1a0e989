import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

/** A catalog with those below it. */
export type Catalog = CallResponse<Calls['catalog']['catListGroup']>[number];
export type Tree = readonly Catalog[];

/** Where a catalog stands: below which parent (0 is the root), and how many siblings come before. */
export interface Place {
  readonly parent: number;
  readonly at: number;
}

/** A catalog as one line of the shown tree. */
export interface Row {
  readonly catalog: Catalog;
  readonly level: number;
}

const DEEPEST = 3;

export function find(tree: Tree, id: number): Catalog | undefined {
  for (const catalog of tree) {
    const found = catalog.cat_id === id ? catalog : find(catalog.catalogs, id);
    if (found) return found;
  }
  return undefined;
}

export function childrenOf(tree: Tree, parent: number): Tree {
  return parent === 0 ? tree : (find(tree, parent)?.catalogs ?? []);
}

/** How many levels a branch takes up, itself included. */
export function heightOf({ catalogs }: Catalog): number {
  return 1 + Math.max(0, ...catalogs.map(heightOf));
}

/** All catalogs of a branch or tree, from top to bottom. */
export function flat(tree: Tree): Catalog[] {
  return tree.flatMap((catalog) => [catalog, ...flat(catalog.catalogs)]);
}

/** The lines to show: what is below a closed catalog is left out. */
export function rowsOf(tree: Tree, closed: ReadonlySet<number>, level = 1): Row[] {
  return tree.flatMap((catalog) => [
    { catalog, level },
    ...(closed.has(catalog.cat_id) ? [] : rowsOf(catalog.catalogs, closed, level + 1)),
  ]);
}

export function placeOf(tree: Tree, id: number, parent = 0): Place | undefined {
  const at = tree.findIndex(({ cat_id }) => cat_id === id);
  if (at >= 0) return { parent, at };
  for (const { cat_id, catalogs } of tree) {
    const place = placeOf(catalogs, id, cat_id);
    if (place) return place;
  }
  return undefined;
}

function levelOf(tree: Tree, id: number): number {
  const place = id === 0 ? undefined : placeOf(tree, id);
  return place ? levelOf(tree, place.parent) + 1 : 0;
}

/** The level a catalog would have there. */
export function levelAt(tree: Tree, { parent }: Place): number {
  return levelOf(tree, parent) + 1;
}

/** Whether a branch with all its levels has room there. */
export function fits(tree: Tree, id: number, place: Place): boolean {
  const branch = find(tree, id);
  return branch !== undefined && levelAt(tree, place) + heightOf(branch) - 1 <= DEEPEST;
}

function without(tree: Tree, id: number): Catalog[] {
  return tree
    .filter(({ cat_id }) => cat_id !== id)
    .map((catalog) => ({ ...catalog, catalogs: without(catalog.catalogs, id) }));
}

function insertedIn(tree: Tree, branch: Catalog, { parent, at }: Place, here: number): Catalog[] {
  const deeper = tree.map((catalog) => ({
    ...catalog,
    catalogs: insertedIn(catalog.catalogs, branch, { parent, at }, catalog.cat_id),
  }));
  return here === parent ? deeper.toSpliced(at, 0, branch) : deeper;
}

/** Every catalog with the parent, level and number that follow from where it stands. */
function numbered(tree: Tree, parent = 0, level = 1): Catalog[] {
  return tree.map((catalog, at) => ({
    ...catalog,
    parent_cat_id: parent,
    level,
    s_number: at + 1,
    catalogs: numbered(catalog.catalogs, catalog.cat_id, level + 1),
  }));
}

/** The tree with one branch at another place. */
export function moved(tree: Tree, id: number, place: Place): Catalog[] {
  const branch = find(tree, id);
  return branch ? numbered(insertedIn(without(tree, id), branch, place, 0)) : [...tree];
}

/**
 * What the server has to be told of a moved tree: the catalogs of each list that reads differently
 * now. The others stay unmentioned, so that someone who may write only in a part can order that part.
 */
export function changes(before: Tree, after: Tree) {
  const parents = [0, ...flat(after).map(({ cat_id }) => cat_id)];
  return parents.flatMap((parent) => {
    const ids = (tree: Tree) => childrenOf(tree, parent).map(({ cat_id }) => cat_id);
    if (ids(before).join() === ids(after).join()) return [];
    return childrenOf(after, parent)
      .filter(({ cat_id, s_number }) => {
        const old = find(before, cat_id);
        return old?.parent_cat_id !== parent || old.s_number !== s_number;
      })
      .map(({ cat_id, s_number }) => ({ cat_id, parent_cat_id: parent, s_number }));
  });
}
