import { covers } from '../../access/scope.ts';
import { standingIn } from '../../access/standing.ts';
import type { Repositories } from '../../db/repositories.ts';

/** The page locks of an item whose holders may no longer edit the locked page. */
async function listLost({ pageLocks, items, members }: Repositories, itemId: number) {
  const locks = await pageLocks.listOfItem(itemId);
  const item = locks.length === 0 ? undefined : await items.findHead(itemId);
  const lost: number[] = [];
  for (const [uid, held] of Map.groupBy(locks, (lock) => lock.uid)) {
    const ties = await members.listTies(itemId, uid);
    const edit = item ? standingIn(item, uid, ties, false).edit : 'none';
    for (const { page_id, top_cat_id, is_disabled } of held)
      if (is_disabled || !covers(edit, top_cat_id)) lost.push(page_id);
  }
  return lost;
}

/** Runs in the transaction that takes a right away, so that the lock ends with the right. */
export async function releaseLostLocks(repos: Repositories, itemId: number): Promise<void> {
  const lost = await listLost(repos, itemId);
  if (lost.length > 0) await repos.pageLocks.releaseAll(lost);
}

/**
 * The lock that counts: a lock outlives a right that was lost in another way, such as a page that
 * moved to another catalog, so the holder's right is checked whenever the lock is used.
 */
export async function findLock(repos: Repositories, itemId: number, pageId: number) {
  const lock = await repos.pageLocks.find(pageId);
  if (!lock) return undefined;
  const lost = await listLost(repos, itemId);
  return lost.includes(pageId) ? undefined : lock;
}
