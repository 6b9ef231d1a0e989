import type { Repositories } from '../db/repositories.ts';
import type { ItemGrant } from './grant.ts';
import { isOpen } from './scope.ts';
import { standingIn } from './standing.ts';

/** Something to be read in an item: what the door would find, without a right to anything else. */
export type ReadableItem = Pick<ItemGrant, 'itemId' | 'view' | 'itemType'> & {
  readonly itemName: string;
};

/**
 * All items that a person owns or takes part in, each with what of it they may see. Open items of others
 * are not among them: whoever has such an address reads it, but it is not a part of one's own work.
 */
export async function readableItems(repos: Repositories, uid: number): Promise<ReadableItem[]> {
  const rows = await repos.items.listTied(uid);
  return rows
    .map((row) => ({
      itemId: row.item_id,
      itemName: row.item_name,
      itemType: row.item_type,
      view: standingIn(row, uid, row.ties, false).view,
    }))
    .filter(({ view }) => isOpen(view));
}
