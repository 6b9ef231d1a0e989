/** The part of an item that a right covers: nothing, everything, or some first-level catalogs with their content. */
export type Scope = 'none' | 'all' | readonly number[];

export function union(a: Scope, b: Scope): Scope {
  if (a === 'all' || b === 'all') return 'all';
  if (a === 'none') return b;
  if (b === 'none') return a;
  return [...new Set([...a, ...b])];
}

/** `topCatId` 0 is the item's root, which no limited scope contains. */
export function covers(scope: Scope, topCatId: number): boolean {
  if (scope === 'all') return true;
  return scope !== 'none' && topCatId !== 0 && scope.includes(topCatId);
}

/** True if the scope is not empty. */
export function isNonEmpty(scope: Scope): boolean {
  return scope === 'all' || (scope !== 'none' && scope.length > 0);
}
