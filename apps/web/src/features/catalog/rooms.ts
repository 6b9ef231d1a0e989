import { flat, heightOf, type Catalog } from './tree.ts';

interface Room {
  readonly cat_id: number;
  readonly cat_name: string;
  readonly level: number;
}

const DEEPEST = 3;

/** The catalogs that have room below them for a whole branch; a moved one has none in itself. */
export function roomsFor(
  branch: Catalog,
  catalogs: readonly Room[],
  isMovedWithin: boolean,
): Room[] {
  const height = heightOf(branch);
  const own = new Set(isMovedWithin ? flat([branch]).map(({ cat_id }) => cat_id) : []);
  return catalogs.filter(({ cat_id, level }) => level + height <= DEEPEST && !own.has(cat_id));
}
