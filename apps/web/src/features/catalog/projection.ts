import { childrenOf, fitsAt, type CatalogPosition, type Row, type Tree } from './tree.ts';

export interface Projection {
  readonly position: CatalogPosition;
  readonly level: number;
  /** False if the branch would exceed three levels. */
  readonly fits: boolean;
}

interface Drag {
  readonly tree: Tree;
  /** The visible rows in the order before the drag, without the descendants of the dragged catalog. */
  readonly rows: readonly Row[];
  readonly id: number;
  /** The row over which the dragged catalog is. */
  readonly overId: number;
  /** The number of levels that the pointer has moved to the right; negative to the left. */
  readonly shift: number;
}

/**
 * The drop position of a dragged catalog. The rows above and below limit the possible levels; the
 * horizontal position of the pointer selects one of them.
 */
export function project({ tree, rows, id, overId, shift }: Drag): Projection | undefined {
  const from = rows.findIndex(({ catalog }) => catalog.cat_id === id);
  const to = rows.findIndex(({ catalog }) => catalog.cat_id === overId);
  const active = rows[from];
  if (!active || to < 0) return undefined;
  const order = rows.toSpliced(from, 1).toSpliced(to, 0, active);
  const above = order[to - 1];
  const requestedLevel = active.level + shift;
  const level = Math.max(
    order[to + 1]?.level ?? 1,
    Math.min(requestedLevel, above ? above.level + 1 : 1),
    1,
  );
  const position = positionBetween(tree, order.toSpliced(to, 1), to, level, id);
  return { position, level, fits: fitsAt(tree, id, position) };
}

/** The position at a level, before the row `to` of the other rows. */
function positionBetween(
  tree: Tree,
  others: readonly Row[],
  to: number,
  level: number,
  id: number,
): CatalogPosition {
  // The nearest row above that is not deeper is the preceding sibling or the parent.
  const nearest = others.slice(0, to).findLast((row) => row.level <= level)?.catalog;
  if (!nearest) return { parent: 0, at: 0 };
  const isSibling = levelIn(others, nearest.cat_id) === level;
  const parent = isSibling ? nearest.parent_cat_id : nearest.cat_id;
  const siblings = childrenOf(tree, parent).filter(({ cat_id }) => cat_id !== id);
  if (isSibling)
    return { parent, at: siblings.findIndex(({ cat_id }) => cat_id === nearest.cat_id) + 1 };
  // At the start of an expanded catalog, at the end of a collapsed one, whose children are not visible.
  const isOpen = others[to]?.catalog.parent_cat_id === parent;
  return { parent, at: isOpen ? 0 : siblings.length };
}

function levelIn(rows: readonly Row[], id: number): number | undefined {
  return rows.find(({ catalog }) => catalog.cat_id === id)?.level;
}
