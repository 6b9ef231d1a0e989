import { calls } from '@octavo/contract';
import type { ItemInfo } from '@octavo/contract/item.entities';
import { useMemo } from 'react';
import { useUncachedCall } from '../../../shared/api/use-uncached-call.ts';
import { hasCatalogs } from '../../../shared/items/item-type.tsx';

/** An item in the list of targets. */
export type TargetItem = Pick<ItemInfo, 'item_id' | 'item_name' | 'item_type'>;

export interface TargetItems {
  /** This item first. */
  readonly editable: readonly TargetItem[];
  readonly readOnly: readonly TargetItem[];
  readonly isWaiting: boolean;
  readonly failure?: { readonly error: unknown; readonly retry: () => void };
}

/** The items of the user that have catalogs. Users whose right is limited to catalogs may not move out of the item. */
export function useTargetItems(item: ItemInfo): TargetItems {
  const list = useUncachedCall(calls.item.myList, {});
  const data = list.state === 'here' ? list.data : undefined;
  const items = useMemo(() => {
    const others = (item.edit_cat_ids ? [] : (data ?? [])).filter(
      (other) => other.item_id !== item.item_id && hasCatalogs(other),
    );
    const mayEdit = (other: (typeof others)[number]) =>
      other.item_edit === 1 && other.is_archived === 0;
    return {
      editable: [item, ...others.filter(mayEdit)],
      readOnly: others.filter((other) => !mayEdit(other)),
    };
  }, [item, data]);
  return {
    ...items,
    isWaiting: list.state === 'waiting',
    ...(list.state === 'failed' && { failure: list }),
  };
}
