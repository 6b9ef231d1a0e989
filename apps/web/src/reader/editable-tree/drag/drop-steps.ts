import type { TreeRow } from '../../model/menu.ts';
import {
  dropPlaceAt,
  levelsAt,
  movedRows,
  type DropPlace,
  type DropSpot,
  type MovedRows,
  type TreeIndex,
} from './drop-place.ts';
import type { MoveTarget, TreeSelection } from '../moves/tree-move.ts';

/** Where lifted rows are, and the level that the user has chosen, which Up and Down keep where they can. */
export interface LiftedSpot {
  readonly spot: DropSpot;
  readonly level: number;
}

export type StepKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

export function isStepKey(key: string): key is StepKey {
  return ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].includes(key);
}

/** The spot before the first of the lifted rows, where they already are. */
export function firstSpot({ rows }: TreeIndex, moved: MovedRows): LiftedSpot | undefined {
  const gap = rows.findIndex(({ key }) => moved.keys.has(key));
  const level = rows[gap]?.level;
  return level === undefined ? undefined : { spot: { gap, level }, level };
}

/**
 * The next spot in the direction of an arrow key: Up and Down along the rows, Left out of the catalog, Right into the
 * catalog above, or below for pages, which come before all catalogs. Undefined if there is none. A spot to the right
 * may have a problem; Up and Down skip those.
 */
export function stepFrom(
  tree: TreeIndex,
  moved: MovedRows,
  from: LiftedSpot,
  key: StepKey,
): LiftedSpot | undefined {
  switch (key) {
    case 'ArrowUp':
      return stepAlong(tree, moved, from, -1);
    case 'ArrowDown':
      return stepAlong(tree, moved, from, 1);
    case 'ArrowLeft':
      return stepOut(tree, moved, from);
    case 'ArrowRight':
      return stepIn(tree, moved, from);
  }
}

function isPagesOnly({ selection }: MovedRows): boolean {
  return selection.catalogs.length === 0;
}

function stepAlong(
  tree: TreeIndex,
  moved: MovedRows,
  { spot, level }: LiftedSpot,
  direction: 1 | -1,
): LiftedSpot | undefined {
  const now = dropPlaceAt(tree, moved, spot);
  // Gaps have even positions and rows odd ones, so that the end of a catalog comes between its two gaps.
  let position = 'into' in spot ? 2 * spot.into + 1 : 2 * spot.gap;
  for (;;) {
    position += direction;
    if (position < 0 || position > 2 * tree.rows.length) return undefined;
    const next =
      position % 2 === 0 ? gapSpot(tree, moved, position / 2, level) : { into: position >> 1 };
    if ('into' in next && !isStop(tree, moved, next.into)) continue;
    const place = dropPlaceAt(tree, moved, next);
    if (!place || place.problem || !isTrueSpot(place, next) || isSameTarget(place, now)) continue;
    return { spot: next, level };
  }
}

function gapSpot(tree: TreeIndex, moved: MovedRows, gap: number, level: number): DropSpot {
  const { min, max } = levelsAt(tree, gap);
  // The shallower levels of a gap are after catalogs, where pages cannot be.
  return { gap, level: isPagesOnly(moved) ? max : Math.max(min, Math.min(level, max)) };
}

/** Pages cannot be between catalogs, so they stop in each closed one. */
function isStop({ rows }: TreeIndex, moved: MovedRows, at: number): boolean {
  const row = rows[at];
  return row?.kind === 'catalog' && isPagesOnly(moved) && !(row.isOpen && row.catalog.loaded);
}

/** Whether rows that are dropped at a spot stay there: pages between catalogs and catalogs between pages do not. */
function isTrueSpot({ lines }: DropPlace, spot: DropSpot): boolean {
  if ('into' in spot) return true;
  return lines.some(({ gap, level }) => gap === spot.gap && level === spot.level);
}

function isSameTarget(one: DropPlace, other: DropPlace | undefined): boolean {
  const { catId, afterPageId, afterCatId } = one.target;
  return (
    other !== undefined &&
    catId === other.target.catId &&
    afterPageId === other.target.afterPageId &&
    afterCatId === other.target.afterCatId
  );
}

/** After the catalog that contains the spot; pages become the last ones there. */
function stepOut(tree: TreeIndex, moved: MovedRows, { spot }: LiftedSpot): LiftedSpot | undefined {
  if ('into' in spot) return settle(tree, moved, spot.into + 1, tree.rows[spot.into]?.level ?? 1);
  const { min } = levelsAt(tree, spot.gap);
  const level = spot.level - 1;
  if (level < 1) return undefined;
  if (level >= min) return settle(tree, moved, spot.gap, level);
  const parentAt = dropPlaceAt(tree, moved, spot)?.parentAt ?? -1;
  return settle(tree, moved, tree.ends[parentAt] ?? 0, level);
}

function stepIn(tree: TreeIndex, moved: MovedRows, { spot }: LiftedSpot): LiftedSpot | undefined {
  if ('into' in spot) return undefined;
  const { gap, level } = spot;
  if (!isPagesOnly(moved)) {
    if (level < levelsAt(tree, gap).max) return settle(tree, moved, gap, level + 1);
    const above = tree.rows[gap - 1];
    return above?.kind === 'catalog' && above.level === level && !moved.keys.has(above.key)
      ? { spot: { into: gap - 1 }, level: level + 1 }
      : undefined;
  }
  // The moved pages themselves may be between the line and the catalog below it.
  let at = gap;
  for (let row = tree.rows[at]; row && moved.keys.has(row.key); row = tree.rows[at]) at += 1;
  const below = tree.rows[at];
  if (below?.kind !== 'catalog' || below.level !== level) return undefined;
  return below.isOpen && below.catalog.loaded
    ? { spot: { gap: at + 1, level: level + 1 }, level: level + 1 }
    : { spot: { into: at }, level: level + 1 };
}

/** The spot where rows that are dropped at a gap really are. */
function settle(
  tree: TreeIndex,
  moved: MovedRows,
  gap: number,
  level: number,
): LiftedSpot | undefined {
  const place = dropPlaceAt(tree, moved, { gap, level });
  if (place?.problem === 'insideItself') return undefined;
  const line = place?.lines.find((one) => one.gap === gap) ?? place?.lines[0];
  return line && { spot: { gap: line.gap, level }, level };
}

/** A row and its place one further up or down among its siblings of the same kind; undefined at the end. */
export function moveByOne(
  tree: TreeIndex,
  at: number,
  direction: 1 | -1,
): { selection: TreeSelection; target: MoveTarget; place: DropPlace } | undefined {
  const row = tree.rows[at];
  if (!row) return undefined;
  const sibling = siblingOf(tree, at, direction);
  if (sibling === undefined) return undefined;
  const selection: TreeSelection =
    row.kind === 'page'
      ? { pages: [row.page], catalogs: [] }
      : { pages: [], catalogs: [row.catalog] };
  const gap = direction < 0 ? sibling : (tree.ends[sibling] ?? 0);
  const place = dropPlaceAt(tree, movedRows(selection), { gap, level: row.level });
  return place && !place.problem ? { selection, target: place.target, place } : undefined;
}

/** The neighbouring row of the same level and kind. */
function siblingOf({ rows, parents, ends }: TreeIndex, at: number, direction: 1 | -1) {
  const row: TreeRow | undefined = rows[at];
  if (!row) return undefined;
  let next = at - 1;
  if (direction > 0) next = ends[at] ?? 0;
  else while ((rows[next]?.level ?? 0) > row.level) next = parents[next] ?? -1;
  const sibling = rows[next];
  return sibling?.level === row.level && sibling.kind === row.kind ? next : undefined;
}
