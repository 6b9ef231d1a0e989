import { flat, heightOf, type Catalog } from './tree.ts';

interface Room {
  readonly cat_id: number;
  readonly cat_name: string;
  readonly level: number;
}

const DEEPEST = 3;

/** The catalogs below which the whole branch fits; excludes the branch itself if it is moved within its item. */
export function roomsFor(
  branch: Catalog,
  catalogs: readonly Room[],
  isMovedWithin: boolean,
): Room[] {
  const height = heightOf(branch);
  const own = new Set(isMovedWithin ? flat([branch]).map(({ cat_id }) => cat_id) : []);
  return catalogs.filter(({ cat_id, level }) => level + height <= DEEPEST && !own.has(cat_id));
}
