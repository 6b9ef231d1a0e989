import { calls } from '@octavo/contract';
import type { ItemInfo } from '@octavo/contract/item.entities';
import { MAX_FULL_MENU_PAGES } from '@octavo/contract/reader';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../../../shared/api/call.ts';
import { isFullyLoaded, toTargetTree, type TargetTree } from './move-target.ts';

type TreeState =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly state: 'here'; readonly tree: TargetTree };

const WAITING: TreeState = { state: 'waiting' };

const getItem = { ...calls.item.info, method: 'GET' } as const;

/** The catalogs of an item. Pages of large items are not loaded, so the page counts of most catalogs are unknown. */
async function loadTree(item: ItemInfo, item_id: number, signal: AbortSignal): Promise<TargetTree> {
  const own = item_id === item.item_id ? item : undefined;
  const info = own ?? (await call(getItem, { item_id, menu: 'top' }, { signal }));
  if (!own && info.page_count <= MAX_FULL_MENU_PAGES) {
    const { menu } = await call(getItem, { item_id, menu: 'all' }, { signal });
    return toTargetTree(menu, info.edit_cat_ids);
  }
  const groups = await call(calls.catalog.catListGroup, { item_id }, { signal });
  return toTargetTree(info.menu, info.edit_cat_ids, groups);
}

/** Loads the catalogs of an item; those of the item being read are usually in its menu already. */
export function useTargetTree(item: ItemInfo, itemId: number): TreeState {
  const isComplete = itemId === item.item_id && isFullyLoaded(item.menu);
  const local = useMemo(
    () =>
      isComplete
        ? ({ state: 'here', tree: toTargetTree(item.menu, item.edit_cat_ids) } as const)
        : undefined,
    [isComplete, item.menu, item.edit_cat_ids],
  );
  const [loaded, setLoaded] = useState<ReadonlyMap<number, TreeState>>(new Map());
  const isNeeded = !isComplete && !loaded.has(itemId);
  useEffect(() => {
    if (!isNeeded) return;
    const controller = new AbortController();
    const set = (state: TreeState | undefined) =>
      setLoaded((before) => {
        const others = [...before].filter(([id]) => id !== itemId);
        return new Map(state ? [...others, [itemId, state]] : others);
      });
    loadTree(item, itemId, controller.signal).then(
      (tree) => set({ state: 'here', tree }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        set({ state: 'failed', error, retry: () => set(undefined) });
      },
    );
    return () => controller.abort();
  }, [item, itemId, isNeeded]);
  return local ?? loaded.get(itemId) ?? WAITING;
}
