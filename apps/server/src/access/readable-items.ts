import type { ItemGrant } from './grant.ts';
import { isNonEmpty } from './scope.ts';
import { resolveRights } from './effective-rights.ts';
import { mayReachItem } from './token-limits.ts';
import type { Viewer, ViewerOf } from './viewer.ts';
import type { Connection } from '../db/connect.ts';
import { itemRepository } from './item.repository.ts';

/** An item with the scope that a user may view, as `itemGuard` would compute it; not a grant. */
export type ReadableItem = Pick<ItemGrant, 'itemId' | 'view' | 'itemType'> & {
  readonly itemName: string;
};

function toReadable(
  row: Awaited<ReturnType<ReturnType<typeof itemRepository>['listWithMemberships']>>[number],
  uid: number | undefined,
): ReadableItem {
  return {
    itemId: row.item_id,
    itemName: row.item_name,
    itemType: row.item_type,
    view: resolveRights(row, uid, row.memberships, false).view,
  };
}

/** Those of the given items that a user or a visitor may view. Visit passes do not count. */
export async function readableAmong(
  db: Connection,
  viewer: Viewer,
  itemIds: readonly number[],
): Promise<ReadableItem[]> {
  const reachable = itemIds.filter((itemId) => mayReachItem(viewer, itemId));
  if (reachable.length === 0) return [];
  const uid = viewer.kind === 'user' ? viewer.uid : undefined;
  const rows = await itemRepository(db).listAmong(reachable, uid);
  return rows.map((row) => toReadable(row, uid)).filter(({ view }) => isNonEmpty(view));
}

/**
 * Lists the items that a user owns or is a member of, with the scope they may view. `all` adds the public items of
 * other users, except for archived ones.
 */
export async function readableItems(
  db: Connection,
  viewer: ViewerOf<{ who: 'user' }>,
  scope: 'mine' | 'all',
): Promise<ReadableItem[]> {
  const { uid } = viewer;
  const items = itemRepository(db);
  const ownItems = await items.listWithMemberships(uid);
  const ownIds = new Set(ownItems.map(({ item_id }) => item_id));
  const publicItems = scope === 'all' ? await items.listPublic() : [];
  const otherItems = publicItems.filter(({ item_id }) => !ownIds.has(item_id));
  return [...ownItems, ...otherItems.map((row) => ({ ...row, memberships: [] }))]
    .filter(({ item_id }) => mayReachItem(viewer, item_id))
    .map((row) => toReadable(row, uid))
    .filter(({ view }) => isNonEmpty(view));
}
