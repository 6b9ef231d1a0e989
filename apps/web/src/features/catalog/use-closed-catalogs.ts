import { useState } from 'react';
import { flatten, type Tree } from './tree.ts';

/** Up to this number of catalogs, all are expanded initially. */
const EXPAND_ALL_LIMIT = 100;

/** The collapsed catalogs. */
export function useClosedCatalogs(tree: Tree) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => {
    const all = flatten(tree);
    return new Set(all.length > EXPAND_ALL_LIMIT ? all.map(({ cat_id }) => cat_id) : []);
  });
  const open = (id: number) => setClosed((now) => new Set([...now].filter((each) => each !== id)));
  const toggle = (id: number) =>
    closed.has(id) ? open(id) : setClosed((now) => new Set([...now, id]));
  return { closed, open, toggle };
}
