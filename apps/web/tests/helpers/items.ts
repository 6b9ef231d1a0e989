import type { ItemInfo, ItemRow } from '@octavo/contract/item.entities';

/** Items as the server sends them. */

export function makeItemRow(item_id: number, change: Partial<ItemRow> = {}): ItemRow {
  return {
    item_id,
    item_name: `Item ${item_id}`,
    item_description: '',
    item_domain: '',
    item_type: 1,
    is_private: 0,
    is_archived: 0,
    creator: 1,
    addtime: '2026-03-14T14:32:00Z',
    last_update_time: '2026-03-14T14:32:00Z',
    ...change,
  };
}

export function makeItemInfo(item_id: number, change: Partial<ItemInfo> = {}): ItemInfo {
  return {
    ...makeItemRow(item_id),
    item_edit: true,
    item_manage: true,
    is_login: true,
    unread_count: 0,
    default_page_id: 0,
    default_cat_id2: 0,
    default_cat_id3: 0,
    default_cat_id4: 0,
    global_param: {},
    tree_version: 1,
    page_count: 0,
    menu: { pages: [], catalogs: [] },
    ...change,
  };
}
