import { MAX_CATALOG_DEPTH } from '@octavo/contract/limits';
import { flatten, heightOf, type Catalog } from './tree.ts';

interface MoveTarget {
  readonly cat_id: number;
  readonly cat_name: string;
  readonly level: number;
}

/** The catalogs below which the whole branch fits; excludes the branch itself if it is moved within its item. */
export function moveTargets(
  branch: Catalog,
  catalogs: readonly MoveTarget[],
  isMovedWithin: boolean,
): MoveTarget[] {
  const height = heightOf(branch);
  const ownIds = new Set(isMovedWithin ? flatten([branch]).map(({ cat_id }) => cat_id) : []);
  return catalogs.filter(
    ({ cat_id, level }) => level + height <= MAX_CATALOG_DEPTH && !ownIds.has(cat_id),
  );
}
