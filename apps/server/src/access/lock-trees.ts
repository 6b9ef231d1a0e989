import { AppError } from '../app-error.ts';
import type { ItemGrant } from './grant.ts';
import { lockItem } from './lock-item.ts';
import { isNonEmpty } from './scope.ts';
import type { Connection } from '../db/connect.ts';

/**
 * Serializes changes of an item's tree, so that two concurrent moves cannot create a cycle. Returns the grant with
 * the caller's current rights.
 */
export async function lockTree(db: Connection, grant: ItemGrant, uid: number): Promise<ItemGrant> {
  const { view, edit, restrict, owner } = await lockItem(db, grant, uid, 'tree');
  if (!isNonEmpty(edit)) throw new AppError(isNonEmpty(restrict) ? 'itemArchived' : 'forbidden');
  return { ...grant, view, edit, owner };
}

/** Locks the lower id first, so that two transactions on the same pair of items cannot deadlock. */
export async function lockTrees(
  db: Connection,
  from: ItemGrant,
  to: ItemGrant,
  uid: number,
): Promise<readonly [ItemGrant, ItemGrant]> {
  if (from.itemId < to.itemId) {
    const locked = await lockTree(db, from, uid);
    return [locked, await lockTree(db, to, uid)];
  }
  const locked = await lockTree(db, to, uid);
  return [from.itemId === to.itemId ? locked : await lockTree(db, from, uid), locked];
}
