import { useState } from 'react';
import { flat, type Tree } from './tree.ts';

/** Up to this number of catalogs, all are expanded initially. */
const OPEN_UP_TO = 100;

/** The collapsed catalogs. */
export function useClosed(tree: Tree) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => {
    const all = flat(tree);
    return new Set(all.length > OPEN_UP_TO ? all.map(({ cat_id }) => cat_id) : []);
  });
  const open = (id: number) => setClosed((now) => new Set([...now].filter((each) => each !== id)));
  const toggle = (id: number) =>
    closed.has(id) ? open(id) : setClosed((now) => new Set([...now, id]));
  return { closed, open, toggle };
}
