import { AppError } from '../app-error.ts';
import type { Repositories } from '../db/repositories.ts';
import type { ItemGrant } from './grant.ts';
import { holdItem } from './hold-item.ts';
import { isOpen } from './scope.ts';

/**
 * Whoever changes a tree waits here for the others before looking at it: two moves that are right
 * each by itself cannot together make a circle. The grant is renewed on what is true now.
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

/** The lower id first, so that two who need the same pair never wait for each other in a circle. */
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
