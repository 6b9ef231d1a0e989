import { AppError } from '../app-error.ts';
import type { Repositories } from '../db/repositories.ts';
import type { ItemGrant } from './grant.ts';
import { holdItem } from './hold-item.ts';
import { isOpen } from './scope.ts';

/**
 * Serializes changes of an item's tree, so that two concurrent moves cannot create a cycle. Returns the grant with
 * the caller's current rights.
 */
export async function holdTree(
  repos: Repositories,
  grant: ItemGrant,
  uid: number,
): Promise<ItemGrant> {
  const { view, edit, narrow, owner } = await holdItem(repos, grant, uid, 'tree');
  if (!isOpen(edit)) throw new AppError(isOpen(narrow) ? 'itemArchived' : 'forbidden');
  return { ...grant, view, edit, owner };
}

/** Locks the lower id first, so that two transactions on the same pair of items cannot deadlock. */
export async function holdTrees(
  repos: Repositories,
  from: ItemGrant,
  to: ItemGrant,
  uid: number,
): Promise<readonly [ItemGrant, ItemGrant]> {
  if (from.itemId < to.itemId) {
    const held = await holdTree(repos, from, uid);
    return [held, await holdTree(repos, to, uid)];
  }
  const held = await holdTree(repos, to, uid);
  return [from.itemId === to.itemId ? held : await holdTree(repos, from, uid), held];
}
