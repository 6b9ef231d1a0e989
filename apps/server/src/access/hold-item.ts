import { AppError } from '../app-error.ts';
import type { Repositories } from '../db/repositories.ts';
import type { ItemGrant } from './grant.ts';
import { covers } from './scope.ts';
import { standingIn } from './standing.ts';
import type { Standing } from './standing.ts';

/** `content`: others may write beside us. `tree`: places, titles or order change, one at a time. */
export type Purpose = 'content' | 'tree';

/**
 * The caller's rights once more, on rows that stay as they are until the transaction ends: what was
 * taken away since the gate looked is gone. It comes before every other lock, so that two writers of
 * an item never wait for each other in a circle.
 */
export async function holdItem(
  { items, members }: Repositories,
  { itemId }: ItemGrant,
  uid: number,
  purpose: Purpose,
): Promise<Standing> {
  const item = await items.hold(itemId, purpose);
  if (!item) throw new AppError('notFound');
  const ties = item.uid === uid ? [] : await members.holdTies(itemId, uid);
  return standingIn(item, uid, ties, false);
}

/** `topCatId` 0 is the item's root. */
export function assertEdits({ edit, narrow }: Standing, topCatId: number): void {
  if (covers(edit, topCatId)) return;
  throw new AppError(covers(narrow, topCatId) ? 'itemArchived' : 'forbidden');
}
