import { childrenOf, fits, type Place, type Row, type Tree } from './tree.ts';

export interface Projection {
  readonly place: Place;
  readonly level: number;
  /** False where the branch would reach below the third level. */
  readonly fits: boolean;
}

interface Drag {
  readonly tree: Tree;
  /** The shown lines, in the order before the drag and without what is below the dragged one. */
  readonly rows: readonly Row[];
  readonly id: number;
  /** The line whose place the dragged one has taken. */
  readonly overId: number;
  /** How many levels the pointer went to the right, or to the left. */
  readonly shift: number;
}

/**
 * Where a dragged catalog would land. The line above it and the line below it allow some levels;
 * among those the pointer chooses by how far right it is.
 */
export function project({ tree, rows, id, overId, shift }: Drag): Projection | undefined {
  const from = rows.findIndex(({ catalog }) => catalog.cat_id === id);
  const to = rows.findIndex(({ catalog }) => catalog.cat_id === overId);
  const active = rows[from];
  if (!active || to < 0) return undefined;
  const order = rows.toSpliced(from, 1).toSpliced(to, 0, active);
  const above = order[to - 1];
  const wanted = active.level + shift;
  const level = Math.max(
    order[to + 1]?.level ?? 1,
    Math.min(wanted, above ? above.level + 1 : 1),
    1,
  );
  const place = placeBetween(tree, order.toSpliced(to, 1), to, level, id);
  return { place, level, fits: fits(tree, id, place) };
}

/** The place at a level, before the line `to` of the others. */
function placeBetween(
  tree: Tree,
  others: readonly Row[],
  to: number,
  level: number,
  id: number,
): Place {
  // The nearest line above that is not deeper is the sibling before, or the parent.
  const near = others.slice(0, to).findLast((row) => row.level <= level)?.catalog;
  if (!near) return { parent: 0, at: 0 };
  const isSibling = levelIn(others, near.cat_id) === level;
  const parent = isSibling ? near.parent_cat_id : near.cat_id;
  const siblings = childrenOf(tree, parent).filter(({ cat_id }) => cat_id !== id);
  if (isSibling)
    return { parent, at: siblings.findIndex(({ cat_id }) => cat_id === near.cat_id) + 1 };
  // Into an open catalog at its top, into a closed one at its end: what is between is not in sight.
  const isOpen = others[to]?.catalog.parent_cat_id === parent;
  return { parent, at: isOpen ? 0 : siblings.length };
}

function levelIn(rows: readonly Row[], id: number): number | undefined {
  return rows.find(({ catalog }) => catalog.cat_id === id)?.level;
}
