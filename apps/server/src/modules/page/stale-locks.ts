import { covers } from '../../access/scope.ts';
import { resolveRights } from '../../access/effective-rights.ts';
import type { Connection } from '../../db/connect.ts';
import { pageLockRepository } from './page-lock.repository.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { memberRepository } from '../../access/member.repository.ts';

/** Lists the locked pages of an item whose lock holders may no longer edit them. */
async function listStale(db: Connection, itemId: number) {
  const locks = await pageLockRepository(db).listByItem(itemId);
  const item = locks.length === 0 ? undefined : await itemRepository(db).findMeta(itemId);
  const staleIds: number[] = [];
  for (const [uid, userLocks] of Map.groupBy(locks, (lock) => lock.uid)) {
    const memberships = await memberRepository(db).listMemberships(itemId, uid);
    const edit = item ? resolveRights(item, uid, memberships, false).edit : 'none';
    for (const { page_id, top_cat_id, is_disabled } of userLocks)
      if (is_disabled || !covers(edit, top_cat_id)) staleIds.push(page_id);
  }
  return staleIds;
}

/** Call in the transaction that revokes a right, so that the lock ends together with the right. */
export async function releaseStaleLocks(db: Connection, itemId: number): Promise<void> {
  const staleIds = await listStale(db, itemId);
  if (staleIds.length > 0) await pageLockRepository(db).releaseAll(staleIds);
}

/**
 * Finds the lock of a page if its holder may still edit the page. A right can also be lost without a release of the lock,
 * for example when the page moves to another catalog, so the right is checked on every use.
 */
export async function findValidLock(db: Connection, itemId: number, pageId: number) {
  const lock = await pageLockRepository(db).find(pageId);
  if (!lock) return undefined;
  const staleIds = await listStale(db, itemId);
  return staleIds.includes(pageId) ? undefined : lock;
}
