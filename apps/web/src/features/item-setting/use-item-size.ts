import { calls } from '@octavo/contract';
import { useCall } from '../../shared/api/use-call.ts';

/** The number of pages and catalogs of an item; undefined until loaded and for an item without pages. */
export function useItemSize(itemId: number): { pages: number; catalogs: number } | undefined {
  const info = useCall(calls.item.info, { item_id: itemId, menu: 'top' });
  const catalogs = useCall(calls.catalog.catListName, { item_id: itemId });
  if (!info.data || !catalogs.data || info.data.page_count === 0) return undefined;
  return {
    pages: info.data.page_count,
    catalogs: catalogs.data.length,
  };
}
