import type { ItemInfo } from '@octavo/contract/item.entities';
import { paths } from '@octavo/contract/paths';
import { findMenuPage } from './menu.ts';

type ItemUrlParts = Pick<ItemInfo, 'item_id' | 'item_domain'>;

/** The item in URLs: its domain, or its id. */
export function itemRef({ item_id, item_domain }: ItemUrlParts): string {
  return item_domain || String(item_id);
}

export function itemHref(item: ItemUrlParts): string {
  return paths.item.href({ item: itemRef(item) });
}

export function pageHref(item: ItemUrlParts, pageId: number): string {
  return paths.itemPage.href({ item: itemRef(item), page_id: pageId });
}

/** The id of the page of this item that a URL shows; undefined for all other URLs. */
export function pageIdFromUrl(url: URL, item: ItemUrlParts): number | undefined {
  const [, ref = '', page, ...rest] = url.pathname.split('/');
  const isThisItem =
    ref === String(item.item_id) ||
    (item.item_domain !== '' && ref.toLowerCase() === item.item_domain.toLowerCase());
  const pageParam = page ?? url.searchParams.get('page_id') ?? '';
  return isThisItem && rest.length === 0 && /^[1-9]\d{0,14}$/.test(pageParam)
    ? Number(pageParam)
    : undefined;
}

/** Like `pageIdFromUrl`, and also for `/page/{id}` of a page in the loaded menu of the item. */
export function linkedPageId(url: URL, item: Pick<ItemInfo, 'item_id' | 'item_domain' | 'menu'>) {
  const [, id] = /^\/page\/([1-9]\d{0,14})$/.exec(url.pathname) ?? [];
  return id === undefined ? pageIdFromUrl(url, item) : findMenuPage(item.menu, Number(id))?.page_id;
}
