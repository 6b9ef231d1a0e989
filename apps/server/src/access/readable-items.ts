import type { ItemGrant } from './grant.ts';
import { isNonEmpty } from './scope.ts';
import { resolveRights } from './effective-rights.ts';
import type { Connection } from '../db/connect.ts';
import { itemRepository } from './item.repository.ts';

/** An item with the scope that a user may view, as `itemGuard` would compute it; not a grant. */
export type ReadableItem = Pick<ItemGrant, 'itemId' | 'view' | 'itemType'> & {
  readonly itemName: string;
};

/**
 * Lists the items that a user owns or is a member of, with the scope they may view. `all` adds the public items of
 * other users, except for archived ones.
 */
export async function readableItems(
  db: Connection,
  uid: number,
  scope: 'mine' | 'all',
): Promise<ReadableItem[]> {
  const items = itemRepository(db);
  const ownItems = await items.listWithMemberships(uid);
  const ownIds = new Set(ownItems.map(({ item_id }) => item_id));
  const publicItems = scope === 'all' ? await items.listPublic() : [];
  const otherItems = publicItems.filter(({ item_id }) => !ownIds.has(item_id));
  return [...ownItems, ...otherItems.map((row) => ({ ...row, memberships: [] }))]
    .map((row) => ({
      itemId: row.item_id,
      itemName: row.item_name,
      itemType: row.item_type,
      view: resolveRights(row, uid, row.memberships, false).view,
    }))
    .filter(({ view }) => isNonEmpty(view));
}
