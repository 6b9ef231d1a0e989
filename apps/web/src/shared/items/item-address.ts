import type { ItemRow } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';

/** Where an item is read: under its own name if it has one, else under its number. */
export function itemAddress(item: Pick<ItemRow, 'item_id' | 'item_domain'>): string {
  return paths.item.href({ item: item.item_domain || item.item_id });
}
