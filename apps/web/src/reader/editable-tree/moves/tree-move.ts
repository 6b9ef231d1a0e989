import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import type { Menu } from '../../model/menu.ts';

/** The rows that an action applies to, in the order of the tree. Never a row inside another selected catalog. */
export interface TreeSelection {
  readonly catalogs: readonly MenuCatalog[];
  readonly pages: readonly MenuPage[];
}

/** Where rows are moved to. */
export interface MoveTarget {
  readonly itemId: number;
  /** 0 is the root. */
  readonly catId: number;
  /** 0: first. Absent: last. For the pages and for the catalogs of the selection. */
  readonly afterPageId?: number;
  readonly afterCatId?: number;
}

/** Rows that are inserted one after the other. */
interface RowRun<Row> {
  readonly rows: readonly Row[];
  /** 0: first. Absent, or no longer in the list: last. */
  readonly after?: number | undefined;
}

interface LevelRuns {
  readonly pages: readonly RowRun<MenuPage>[];
  readonly catalogs: readonly RowRun<MenuCatalog>[];
}

/** The positions of rows, by the id of the catalog that holds them; 0 is the root. */
export type RowPositions = ReadonlyMap<number, LevelRuns>;

interface RowIds {
  readonly pages: ReadonlySet<number>;
  readonly catalogs: ReadonlySet<number>;
}

const pageIdOf = ({ page_id }: MenuPage) => page_id;
const catIdOf = ({ cat_id }: MenuCatalog) => cat_id;

function idsOf({ pages, catalogs }: TreeSelection): RowIds {
  return { pages: new Set(pages.map(pageIdOf)), catalogs: new Set(catalogs.map(catIdOf)) };
}

/** The menu after a move within the item. In a catalog that is not loaded the rows are not shown. */
export function applyMove(menu: Menu, selection: TreeSelection, target: MoveTarget): Menu {
  const { catId, afterPageId, afterCatId } = resolveTarget(menu, selection, target);
  return placeRows(
    menu,
    new Map([
      [
        catId,
        {
          pages: [{ rows: selection.pages, after: afterPageId }],
          catalogs: [{ rows: selection.catalogs, after: afterCatId }],
        },
      ],
    ]),
  );
}

/** The menu after a move to another item. */
export function removeRows(menu: Menu, selection: TreeSelection): Menu {
  return rearrange(menu, { catId: 0, depth: 0 }, idsOf(selection), new Map());
}

/** The positions of the selected rows, for `placeRows` when a move is undone or has failed. */
export function positionsOf(menu: Menu, selection: TreeSelection): RowPositions {
  const ids = idsOf(selection);
  const positions = new Map<number, LevelRuns>();
  const visit = (level: Menu, catId: number) => {
    const pages = runsOf(level.pages, ids.pages, pageIdOf);
    const catalogs = runsOf(level.catalogs, ids.catalogs, catIdOf);
    if (pages.length > 0 || catalogs.length > 0) positions.set(catId, { pages, catalogs });
    for (const catalog of level.catalogs) visit(catalog, catalog.cat_id);
  };
  visit(menu, 0);
  return positions;
}

/** The menu with rows at these positions, wherever they are now. */
export function placeRows(menu: Menu, positions: RowPositions): Menu {
  const levels = [...positions.values()];
  const ids = idsOf({
    pages: levels.flatMap(({ pages }) => pages.flatMap(({ rows }) => rows)),
    catalogs: levels.flatMap(({ catalogs }) => catalogs.flatMap(({ rows }) => rows)),
  });
  const current = findRows(menu, ids);
  const currentPositions = new Map(
    [...positions].map(([catId, { pages, catalogs }]) => [
      catId,
      {
        pages: pages.map((run) => ({
          ...run,
          rows: run.rows.map((row) => current.pages.get(row.page_id) ?? row),
        })),
        catalogs: catalogs.map((run) => ({
          ...run,
          rows: run.rows.map((row) => current.catalogs.get(row.cat_id) ?? row),
        })),
      },
    ]),
  );
  return rearrange(menu, { catId: 0, depth: 0 }, ids, currentPositions);
}

/**
 * The target as the server expects it: a row that is moved itself is not a reference, and pages that move together
 * with catalogs come last.
 */
export function resolveTarget(
  menu: Menu,
  selection: TreeSelection,
  { itemId, catId, afterPageId, afterCatId }: MoveTarget,
): MoveTarget {
  const level = findLevel(menu, catId);
  const ids = idsOf(selection);
  const page = resolveAfter(level?.pages ?? [], ids.pages, pageIdOf, afterPageId);
  const catalog = resolveAfter(level?.catalogs ?? [], ids.catalogs, catIdOf, afterCatId);
  const hasCatalogs = selection.catalogs.length > 0;
  return {
    itemId,
    catId,
    ...(page !== undefined && !hasCatalogs && { afterPageId: page }),
    ...(catalog !== undefined && hasCatalogs && { afterCatId: catalog }),
  };
}

/** Whether a move changes nothing, for example if a row is dropped where it was. `moved` is the menu after it. */
export function isInPlace(
  menu: Menu,
  selection: TreeSelection,
  target: MoveTarget,
  moved = applyMove(menu, selection, target),
): boolean {
  const before = findLevel(menu, target.catId);
  const after = findLevel(moved, target.catId);
  if (!before || !after) return false;
  const ids = idsOf(selection);
  return (
    before.pages.filter(({ page_id }) => ids.pages.has(page_id)).length === ids.pages.size &&
    before.catalogs.filter(({ cat_id }) => ids.catalogs.has(cat_id)).length === ids.catalogs.size &&
    before.pages.every(({ page_id }, at) => after.pages[at]?.page_id === page_id) &&
    before.catalogs.every(({ cat_id }, at) => after.catalogs[at]?.cat_id === cat_id)
  );
}

function findLevel(menu: Menu, catId: number): Menu | undefined {
  if (catId === 0) return menu;
  for (const catalog of menu.catalogs) {
    const found = catalog.cat_id === catId ? catalog : findLevel(catalog, catId);
    if (found) return found;
  }
  return undefined;
}

function resolveAfter<Row>(
  rows: readonly Row[],
  moved: ReadonlySet<number>,
  idOf: (row: Row) => number,
  after: number | undefined,
): number | undefined {
  if (after === undefined || !moved.has(after)) return after;
  const at = rows.findIndex((row) => idOf(row) === after);
  const stays = rows.slice(0, Math.max(at, 0)).findLast((row) => !moved.has(idOf(row)));
  return stays ? idOf(stays) : 0;
}

function runsOf<Row>(
  rows: readonly Row[],
  ids: ReadonlySet<number>,
  idOf: (row: Row) => number,
): RowRun<Row>[] {
  const runs: { rows: Row[]; after: number }[] = [];
  let after = 0;
  for (const row of rows) {
    const last = runs.at(-1);
    if (!ids.has(idOf(row))) after = idOf(row);
    else if (last && last.after === after) last.rows.push(row);
    else runs.push({ rows: [row], after });
  }
  return runs;
}

/** The rows as they are in the menu now: a catalog may have been loaded meanwhile. */
function findRows(menu: Menu, ids: RowIds) {
  const pages = new Map<number, MenuPage>();
  const catalogs = new Map<number, MenuCatalog>();
  const visit = (level: Menu) => {
    for (const page of level.pages) if (ids.pages.has(page.page_id)) pages.set(page.page_id, page);
    for (const catalog of level.catalogs) {
      if (ids.catalogs.has(catalog.cat_id)) catalogs.set(catalog.cat_id, catalog);
      visit(catalog);
    }
  };
  visit(menu);
  return { pages, catalogs };
}

interface LevelPlace {
  readonly catId: number;
  /** 0 for the root. */
  readonly depth: number;
}

/** Removes the rows and inserts them at their positions. Unchanged branches stay the same objects. */
function rearrange(level: Menu, place: LevelPlace, ids: RowIds, positions: RowPositions): Menu {
  const { catId, depth } = place;
  const runs = positions.get(catId);
  const pages = replaceRows(
    level.pages,
    ids.pages,
    pageIdOf,
    runs?.pages.map(({ rows, after }) => ({
      after,
      rows: rows.map((page) => ({ ...page, cat_id: catId })),
    })),
  );
  const withRuns = replaceRows(
    level.catalogs,
    ids.catalogs,
    catIdOf,
    runs?.catalogs.map(({ rows, after }) => ({
      after,
      rows: rows.map((catalog) => atDepth({ ...catalog, parent_cat_id: catId }, depth + 1)),
    })),
  );
  let hasChanged = pages !== level.pages || withRuns !== level.catalogs;
  const catalogs = withRuns.map((catalog) => {
    if (!catalog.loaded) return catalog;
    const below = rearrange(catalog, { catId: catalog.cat_id, depth: depth + 1 }, ids, positions);
    if (below === catalog) return catalog;
    hasChanged = true;
    return { ...catalog, ...below };
  });
  return hasChanged ? { pages, catalogs } : level;
}

function replaceRows<Row>(
  rows: Row[],
  ids: ReadonlySet<number>,
  idOf: (row: Row) => number,
  runs: readonly RowRun<Row>[] = [],
): Row[] {
  const isUnchanged =
    runs.every((run) => run.rows.length === 0) && !rows.some((row) => ids.has(idOf(row)));
  if (isUnchanged) return rows;
  const result = rows.filter((row) => !ids.has(idOf(row)));
  for (const run of runs) {
    const at = run.after === 0 ? 0 : result.findIndex((row) => idOf(row) === run.after) + 1;
    result.splice(at > 0 || run.after === 0 ? at : result.length, 0, ...run.rows);
  }
  return result;
}

function atDepth(catalog: MenuCatalog, level: number): MenuCatalog {
  if (catalog.level === level) return catalog;
  return {
    ...catalog,
    level,
    catalogs: catalog.catalogs.map((below) => atDepth(below, level + 1)),
  };
}
