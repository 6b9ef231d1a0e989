import type { ItemRow } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';

export type ItemUrlParts = Pick<ItemRow, 'item_id' | 'item_domain'>;

/** The URL of an item: by its domain if it has one, otherwise by its id. */
export function itemUrl({ item_id, item_domain }: ItemUrlParts): string {
  return paths.item.href({ item: item_domain || item_id });
}

/** The URL of a page of an item; page 0 is the item itself. */
export function pageUrl(item: ItemUrlParts, page_id: number): string {
  return page_id > 0
    ? paths.itemPage.href({ item: item.item_domain || item.item_id, page_id })
    : itemUrl(item);
}
