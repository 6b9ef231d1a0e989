import type { ItemInfo, MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { MAX_CATALOG_DEPTH } from '@octavo/contract/limits';
import type { TreeRow } from '../../model/menu.ts';
import type { MoveTarget, TreeSelection } from '../moves/tree-move.ts';

export type MoveItem = Pick<ItemInfo, 'item_id' | 'menu' | 'edit_cat_ids'>;

/** The visible rows with their structure, so that no place has to search the rows. Made once for a list of rows. */
export interface TreeIndex {
  readonly item: MoveItem;
  readonly rows: readonly TreeRow[];
  /** For each row, the row of its catalog; -1 at the root. */
  readonly parents: Int32Array;
  /** For each row, the first row after it and its visible descendants. */
  readonly ends: Int32Array;
}

/** The rows that move. Made once for a drag. */
export interface MovedRows {
  readonly selection: TreeSelection;
  /** Keys of the selected rows, without the rows inside selected catalogs. */
  readonly keys: ReadonlySet<string>;
  readonly pageIds: ReadonlySet<number>;
  readonly catIds: ReadonlySet<number>;
  /** The number of levels of the highest moved catalog; 0 if only pages move. */
  readonly height: number;
}

/** A position between two rows at one of the possible levels, or the end of the catalog in a row. */
export type DropSpot = { readonly gap: number; readonly level: number } | { readonly into: number };

/** A line between the rows `gap - 1` and `gap`. */
export interface DropLine {
  readonly gap: number;
  readonly level: number;
}

export type DropProblem = 'insideItself' | 'notEditable' | 'tooDeep';

/** The place that the rows get, which follows the rule that the pages of a level come before its catalogs. */
export interface DropPlace {
  readonly target: MoveTarget;
  /** The row of the catalog that will contain the rows; -1 for the root. */
  readonly parentAt: number;
  readonly parentName: string | undefined;
  /** None at the end of a closed catalog; two if the pages and the catalogs of the selection are separated. */
  readonly lines: readonly DropLine[];
  readonly position:
    | { readonly kind: 'first' | 'last' }
    | { readonly kind: 'after'; readonly name: string };
  /** The rows of a mixed selection that get the other line. */
  readonly separated: 'pages' | 'catalogs' | undefined;
  /** Set if the rows must not be dropped here. */
  readonly problem: DropProblem | undefined;
  /** The rows are already there. */
  readonly isSame: boolean;
}

export function indexRows(item: MoveItem, rows: readonly TreeRow[]): TreeIndex {
  const parents = new Int32Array(rows.length);
  const ends = new Int32Array(rows.length);
  const ancestors: number[] = [];
  const closeDownTo = (level: number, end: number) => {
    while (ancestors.length >= level) ends[ancestors.pop() ?? 0] = end;
  };
  rows.forEach(({ level }, at) => {
    closeDownTo(level, at);
    parents[at] = ancestors.at(-1) ?? -1;
    ancestors.push(at);
  });
  closeDownTo(1, rows.length);
  return { item, rows, parents, ends };
}

export function movedRows(selection: TreeSelection): MovedRows {
  const pageIds = new Set(selection.pages.map(({ page_id }) => page_id));
  const catIds = new Set(selection.catalogs.map(({ cat_id }) => cat_id));
  return {
    selection,
    keys: new Set([
      ...selection.pages.map(({ page_id }) => `p${page_id}`),
      ...selection.catalogs.map(({ cat_id }) => `c${cat_id}`),
    ]),
    pageIds,
    catIds,
    height: heightOf(selection.catalogs),
  };
}

function heightOf(catalogs: readonly MenuCatalog[]): number {
  return catalogs.reduce((most, { catalogs: below }) => Math.max(most, 1 + heightOf(below)), 0);
}

/** Whether the children of the row are visible, or would be if it had any. */
function isUnfolded(row: TreeRow | undefined): boolean {
  return row?.kind === 'catalog' && row.isOpen && row.catalog.loaded;
}

/** The levels at which a row can be between two rows: several only at the end of a branch. */
export function levelsAt({ rows }: TreeIndex, gap: number): { min: number; max: number } {
  const above = rows[gap - 1];
  const min = rows[gap]?.level ?? 1;
  return { min, max: above ? above.level + (isUnfolded(above) ? 1 : 0) : 1 };
}

/** The left end of the line of a level, from the left edge of the rows. The names of the rows start there, too. */
export const LINE_LEFT = [14, 28, 48, 68] as const;
/** The width of the ring before the line. */
const RING = 7;
/** The upper and the lower part of a catalog row that mean before and after it, not into it. */
const EDGE = 0.25;

/**
 * The spot under the pointer, by arithmetic. `x` and `y` are pixels from the corner of the first row. The upper edge of
 * a row means beside this row; at its lower edge, `x` selects one of the levels that end there.
 */
export function spotAt(
  tree: TreeIndex,
  moved: MovedRows,
  { x, y, rowHeight }: { readonly x: number; readonly y: number; readonly rowHeight: number },
): DropSpot {
  const { rows } = tree;
  const at = Math.floor(y / rowHeight);
  const row = rows[at];
  if (at < 0) return { gap: 0, level: 1 };
  if (!row) return spotBelow(tree, rows.length, x);
  const part = y / rowHeight - at;
  const isMoved = moved.keys.has(row.key);
  const edge = row.kind === 'catalog' && !isMoved ? EDGE : 0.5;
  // The gap below an open catalog is inside it, and a catalog cannot be moved into itself.
  if (part < edge || (isMoved && isUnfolded(row))) return { gap: at, level: row.level };
  return part < 1 - edge ? { into: at } : spotBelow(tree, at + 1, x);
}

function spotBelow(tree: TreeIndex, gap: number, x: number): DropSpot {
  const { min, max } = levelsAt(tree, gap);
  const wanted = LINE_LEFT.findLastIndex((left) => x >= left - RING) + 1;
  return { gap, level: Math.max(min, Math.min(wanted, max)) };
}

/** The place of the moved rows at a spot; undefined if the tree has no such spot (any more). */
export function dropPlaceAt(
  tree: TreeIndex,
  moved: MovedRows,
  spot: DropSpot,
): DropPlace | undefined {
  return 'into' in spot ? placeInto(tree, moved, spot.into) : placeBetween(tree, moved, spot);
}

function placeInto(tree: TreeIndex, moved: MovedRows, at: number): DropPlace | undefined {
  const row = tree.rows[at];
  if (row?.kind !== 'catalog') return undefined;
  const { catalog } = row;
  const { pages, catalogs } = moved.selection;
  const lines: DropLine[] = [];
  if (isUnfolded(row)) {
    const level = row.level + 1;
    if (pages.length > 0) lines.push({ gap: at + 1 + catalog.pages.length, level });
    if (catalogs.length > 0) lines.push({ gap: tree.ends[at] ?? 0, level });
  }
  return {
    target: { itemId: tree.item.item_id, catId: catalog.cat_id },
    parentAt: at,
    parentName: catalog.cat_name,
    lines: distinct(lines),
    position: { kind: 'last' },
    separated: undefined,
    problem: problemIn(tree, moved, at),
    isSame:
      catalog.loaded &&
      isRun(catalog.pages, pages, catalog.pages.length - pages.length, pageId) &&
      isRun(catalog.catalogs, catalogs, catalog.catalogs.length - catalogs.length, catId),
  };
}

function placeBetween(
  tree: TreeIndex,
  moved: MovedRows,
  { gap, level }: DropLine,
): DropPlace | undefined {
  const { min, max } = levelsAt(tree, gap);
  if (gap > tree.rows.length || level < min || level > max) return undefined;
  const { parentAt, previous } = neighboursAt(tree, gap, level);
  const parent = catalogIn(tree, parentAt);
  const siblings = parent ?? tree.item.menu;
  const { pages, catalogs } = moved.selection;

  const afterPages = siblings.pages.length;
  const pageStart =
    previous === undefined ? 0 : previous.kind === 'page' ? previous.at : afterPages;
  const catStart = previous?.kind === 'catalog' ? previous.at - afterPages : 0;
  const pageAt = lastUnmoved(siblings.pages, pageStart, moved.pageIds, pageId);
  const catAt = lastUnmoved(siblings.catalogs, catStart, moved.catIds, catId);
  const page = siblings.pages[pageAt];
  const cat = siblings.catalogs[catAt];

  // The gap itself is true for rows of the kind of the row above; the others go where the pages end.
  const pagesEnd = parentAt + 1 + afterPages;
  const pageGap = previous?.kind === 'catalog' ? pagesEnd : gap;
  const catGap = previous?.kind === 'catalog' ? gap : pagesEnd;
  const lines: DropLine[] = [];
  if (pages.length > 0) lines.push({ gap: pageGap, level });
  if (catalogs.length > 0) lines.push({ gap: catGap, level });

  const isMixed = pages.length > 0 && catalogs.length > 0;
  const namesPage = previous?.kind === 'catalog' ? catalogs.length === 0 : pages.length > 0;
  const lastPage = siblings.pages[lastUnmoved(siblings.pages, afterPages, moved.pageIds, pageId)];
  const after = namesPage ? page?.page_title : (cat?.cat_name ?? lastPage?.page_title);
  return {
    target: {
      itemId: tree.item.item_id,
      catId: parent?.cat_id ?? 0,
      ...(pages.length > 0 && { afterPageId: page?.page_id ?? 0 }),
      ...(catalogs.length > 0 && { afterCatId: cat?.cat_id ?? 0 }),
    },
    parentAt,
    parentName: parent?.cat_name,
    lines: distinct(lines),
    position: after === undefined ? { kind: 'first' } : { kind: 'after', name: after },
    separated: isMixed && pageGap !== catGap ? (namesPage ? 'catalogs' : 'pages') : undefined,
    problem: problemIn(tree, moved, parentAt),
    isSame:
      isRun(siblings.pages, pages, pageAt + 1, pageId) &&
      isRun(siblings.catalogs, catalogs, catAt + 1, catId),
  };
}

/** The catalog that contains a level of a gap, and the row before the gap in this level. */
function neighboursAt(
  { rows, parents }: TreeIndex,
  gap: number,
  level: number,
): { parentAt: number; previous: TreeRow | undefined } {
  let at = gap - 1;
  const above = rows[at];
  if (!above || level > above.level) return { parentAt: at, previous: undefined };
  while ((rows[at]?.level ?? 0) > level) at = parents[at] ?? -1;
  return { parentAt: parents[at] ?? -1, previous: rows[at] };
}

function catalogIn({ rows }: TreeIndex, at: number): MenuCatalog | undefined {
  const row = rows[at];
  return row?.kind === 'catalog' ? row.catalog : undefined;
}

const pageId = ({ page_id }: MenuPage) => page_id;
const catId = ({ cat_id }: MenuCatalog) => cat_id;

/** The index of the last of the first `count` rows that does not move; -1 if there is none. */
function lastUnmoved<Row>(
  rows: readonly Row[],
  count: number,
  movedIds: ReadonlySet<number>,
  idOf: (row: Row) => number,
): number {
  let at = count - 1;
  for (let row = rows[at]; row !== undefined && movedIds.has(idOf(row)); row = rows[at]) at -= 1;
  return at;
}

/** Whether the moved rows are already beside each other, from an index on. */
function isRun<Row>(
  siblings: readonly Row[],
  moved: readonly Row[],
  start: number,
  idOf: (row: Row) => number,
): boolean {
  return moved.every((row, index) => {
    const sibling = siblings[start + index];
    return sibling !== undefined && idOf(sibling) === idOf(row);
  });
}

function distinct(lines: readonly DropLine[]): readonly DropLine[] {
  return lines.length === 2 && lines[0]?.gap === lines[1]?.gap ? lines.slice(0, 1) : lines;
}

function problemIn(tree: TreeIndex, moved: MovedRows, parentAt: number): DropProblem | undefined {
  let topCatId = 0;
  for (let at = parentAt; at >= 0; at = tree.parents[at] ?? -1) {
    topCatId = catalogIn(tree, at)?.cat_id ?? 0;
    if (moved.catIds.has(topCatId)) return 'insideItself';
  }
  const editable = tree.item.edit_cat_ids;
  if (editable && !editable.includes(topCatId)) return 'notEditable';
  const level = tree.rows[parentAt]?.level ?? 0;
  return moved.height > 0 && level + moved.height > MAX_CATALOG_DEPTH ? 'tooDeep' : undefined;
}
