import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import type { MenuCatalog } from '@octavo/contract/item.entities';
import { MAX_CATALOG_DEPTH } from '@octavo/contract/limits';
import { breadcrumbTo, type Menu } from '../../model/menu.ts';
import type { TreeSelection } from '../moves/tree-move.ts';

type CatalogGroup = CallResponse<Calls['catalog']['catListGroup']>[number];
type CatalogRow = CallResponse<Calls['catalog']['save']>;

/** The catalogs of an item that rows can be moved to. */
export interface TargetTree {
  /** Without pages. */
  readonly menu: Menu;
  /** The number of pages directly in a catalog, by its id; 0 is the root. Unknown for branches that are not loaded. */
  readonly pageCounts: ReadonlyMap<number, number>;
  /** The first-level catalogs that the user may edit; absent if the right is not limited to catalogs. */
  readonly editCatIds?: readonly number[] | undefined;
}

/** Why a catalog cannot be the target. */
export type TargetReason = 'here' | 'inside' | 'tooDeep' | 'readOnly' | 'outside';

/** A chosen target; the names are the path from the first level. */
export interface TargetChoice {
  readonly itemId: number;
  readonly catId: number;
  readonly path: readonly string[];
}

function withoutPages(catalog: MenuCatalog): MenuCatalog {
  return { ...catalog, pages: [], catalogs: catalog.catalogs.map(withoutPages) };
}

function countPages(menu: Menu, catId: number): (readonly [number, number])[] {
  return [
    [catId, menu.pages.length] as const,
    ...menu.catalogs.flatMap((catalog) =>
      catalog.loaded ? countPages(catalog, catalog.cat_id) : [],
    ),
  ];
}

export function isFullyLoaded({ catalogs }: Menu): boolean {
  return catalogs.every((catalog) => catalog.loaded && isFullyLoaded(catalog));
}

/** The targets in a menu. For a menu with missing branches, `groups` is the complete list of catalogs. */
export function toTargetTree(
  menu: Menu,
  editCatIds: readonly number[] | undefined,
  groups?: readonly CatalogGroup[],
): TargetTree {
  return {
    menu: {
      pages: [],
      catalogs: groups ? groups.map(fromGroup) : menu.catalogs.map(withoutPages),
    },
    pageCounts: new Map(countPages(menu, 0)),
    editCatIds,
  };
}

function fromGroup(group: CatalogGroup): MenuCatalog {
  return { ...group, loaded: true, pages: [], catalogs: group.catalogs.map(fromGroup) };
}

/** The tree with a catalog that was created meanwhile. */
export function withCatalog(tree: TargetTree, row: CatalogRow): TargetTree {
  const created = { ...row, loaded: true, pages: [], catalogs: [] };
  const add = (level: Menu, catId: number): MenuCatalog[] => {
    const catalogs = level.catalogs.map((catalog) => ({
      ...catalog,
      catalogs: add(catalog, catalog.cat_id),
    }));
    return catId === row.parent_cat_id ? [...catalogs, created] : catalogs;
  };
  if (breadcrumbTo(tree.menu, row.cat_id)) return tree;
  return {
    ...tree,
    menu: { pages: [], catalogs: add(tree.menu, 0) },
    pageCounts: new Map([...tree.pageCounts, [row.cat_id, 0]]),
  };
}

/** What a selection needs of its target. */
export interface MoveRules {
  readonly itemId: number;
  /** The catalog that holds all selected rows; undefined if they are in several. */
  readonly hereId: number | undefined;
  readonly movedIds: ReadonlySet<number>;
  /** The levels of the highest moved catalog; 0 if only pages are moved. */
  readonly height: number;
  /**
   * The first-level catalogs of the moved catalogs, which they may not leave; undefined unless the right of the user is
   * limited to catalogs.
   */
  readonly scopeIds: ReadonlySet<number> | undefined;
}

/** `own` has all catalogs of the item, also those that the selection has not loaded. */
export function moveRules(itemId: number, selection: TreeSelection, own: TargetTree): MoveRules {
  const parents = new Set([
    ...selection.pages.map(({ cat_id }) => cat_id),
    ...selection.catalogs.map(({ parent_cat_id }) => parent_cat_id),
  ]);
  const heights = selection.catalogs.map((catalog) =>
    heightOf(breadcrumbTo(own.menu, catalog.cat_id)?.at(-1) ?? catalog),
  );
  return {
    itemId,
    hereId: parents.size === 1 ? [...parents][0] : undefined,
    movedIds: new Set(selection.catalogs.map(({ cat_id }) => cat_id)),
    height: Math.max(0, ...heights),
    scopeIds:
      own.editCatIds &&
      new Set(
        selection.catalogs.map(({ cat_id }) => breadcrumbTo(own.menu, cat_id)?.[0]?.cat_id ?? 0),
      ),
  };
}

function heightOf({ catalogs }: MenuCatalog): number {
  return 1 + Math.max(0, ...catalogs.map(heightOf));
}

/** Why rows cannot be moved into catalogs of the tree, by catalog id; 0 is the root. Other catalogs are possible. */
export function targetReasons(
  rules: MoveRules,
  itemId: number,
  tree: TargetTree,
): ReadonlyMap<number, TargetReason> {
  const isOwn = itemId === rules.itemId;
  const reasons = new Map<number, TargetReason>();
  const reasonFor = (catId: number, topId: number, level: number): TargetReason | undefined => {
    if (isOwn && catId === rules.hereId) return 'here';
    if (tree.editCatIds && !tree.editCatIds.includes(topId)) return 'readOnly';
    if (rules.scopeIds && [...rules.scopeIds].some((scopeId) => scopeId !== topId))
      return 'outside';
    return isTooDeep(rules, level) ? 'tooDeep' : undefined;
  };
  const visit = (menu: Menu, catId: number, topId: number, level: number, isInside: boolean) => {
    const reason = isInside ? 'inside' : reasonFor(catId, topId, level);
    if (reason) reasons.set(catId, reason);
    for (const below of menu.catalogs) {
      const isMoved = isInside || (isOwn && rules.movedIds.has(below.cat_id));
      visit(below, below.cat_id, topId || below.cat_id, level + 1, isMoved);
    }
  };
  visit(tree.menu, 0, 0, 0, false);
  return reasons;
}

/** Whether the selection does not fit below a catalog of this level; 0 is the root. */
export function isTooDeep({ height }: MoveRules, level: number): boolean {
  return level + height > MAX_CATALOG_DEPTH;
}

/** Whether a new catalog below this one can be created and hold the selection. */
export function mayCreateIn(rules: MoveRules, tree: TargetTree, catId: number): boolean {
  const breadcrumb = breadcrumbTo(tree.menu, catId);
  if (!breadcrumb) return false;
  const isEditable = !tree.editCatIds || tree.editCatIds.includes(breadcrumb[0]?.cat_id ?? 0);
  const level = breadcrumb.length + 1;
  return isEditable && level <= MAX_CATALOG_DEPTH && !isTooDeep(rules, level);
}

/** The catalogs to open at first, so that the current place and the chosen catalog are visible. */
export function branchesTo(tree: TargetTree, ...catIds: (number | undefined)[]): number[] {
  return catIds.flatMap((catId) =>
    catId === undefined ? [] : (breadcrumbTo(tree.menu, catId) ?? []).map(({ cat_id }) => cat_id),
  );
}
