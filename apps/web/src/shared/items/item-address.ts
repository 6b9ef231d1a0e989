import type { ItemRow } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';

export type ItemName = Pick<ItemRow, 'item_id' | 'item_domain'>;

/** Where an item is read: under its own name if it has one, else under its number. */
export function itemAddress({ item_id, item_domain }: ItemName): string {
  return paths.item.href({ item: item_domain || item_id });
}

/** Where a page of an item is read; page 0 is the item itself. */
export function pageAddress(item: ItemName, page_id: number): string {
  return page_id > 0
    ? paths.itemPage.href({ item: item.item_domain || item.item_id, page_id })
    : itemAddress(item);
}
