import { calls } from '@octavo/contract';
import type { ItemInfo, MenuCatalog } from '@octavo/contract/item.entities';
import { useMemo } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import type { Tree } from './tree.ts';

/** Queries to refetch after a catalog was added, renamed, copied, moved or deleted. */
export const treeQueries = [
  calls.catalog.catListGroup,
  calls.catalog.catListName,
  calls.item.info,
] as const;

export interface Catalogs {
  readonly item: ItemInfo;
  readonly tree: Tree;
  /** The number of pages directly in a catalog, by catalog id. */
  readonly pages: ReadonlyMap<number, number>;
}

function countPages(catalogs: readonly MenuCatalog[]): (readonly [number, number])[] {
  return catalogs.flatMap(({ cat_id, pages, catalogs: below }) => [
    [cat_id, pages.length] as const,
    ...countPages(below),
  ]);
}

/** Loads an item and its catalogs. The page counts come from the menu of the item. */
export function useCatalogs(itemId: number) {
  const tree = useCall(calls.catalog.catListGroup, { item_id: itemId });
  const info = useCall(calls.item.info, { item_id: itemId });
  const loaded = useMemo<Catalogs | undefined>(
    () =>
      tree.data &&
      info.data && {
        item: info.data,
        tree: tree.data,
        pages: new Map(countPages(info.data.menu.catalogs)),
      },
    [tree.data, info.data],
  );
  const failed = [info, tree].find(({ data, error }) => error && !data);
  return { loaded, error: failed?.error, retry: () => void failed?.refetch() };
}
