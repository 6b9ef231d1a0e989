import { covers } from '../../access/scope.ts';
import { standingIn } from '../../access/standing.ts';
import type { Repositories } from '../../db/repositories.ts';

/** Lists the locked pages of an item whose lock holders may no longer edit them. */
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

/** Call in the transaction that revokes a right, so that the lock ends together with the right. */
export async function releaseLostLocks(repos: Repositories, itemId: number): Promise<void> {
  const lost = await listLost(repos, itemId);
  if (lost.length > 0) await repos.pageLocks.releaseAll(lost);
}

/**
 * Finds the lock of a page if its holder may still edit the page. A right can also be lost without a release of the lock,
 * for example when the page moves to another catalog, so the right is checked on every use.
 */
export async function findLock(repos: Repositories, itemId: number, pageId: number) {
  const lock = await repos.pageLocks.find(pageId);
  if (!lock) return undefined;
  const lost = await listLost(repos, itemId);
  return lost.includes(pageId) ? undefined : lock;
}
