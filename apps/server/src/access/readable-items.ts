import type { Repositories } from '../db/repositories.ts';
import type { ItemGrant } from './grant.ts';
import { isOpen } from './scope.ts';
import { standingIn } from './standing.ts';

/** Something to be read in an item: what the door would find, without a right to anything else. */
export type ReadableItem = Pick<ItemGrant, 'itemId' | 'view' | 'itemType'> & {
  readonly itemName: string;
};

/**
 * The items that a user owns or takes part in, each with what of it they may see. `all` adds the open
 * items of others; archived ones are left out, as their owners have put them away.
 */
export async function readableItems(
  { items }: Repositories,
  uid: number,
  scope: 'mine' | 'all',
): Promise<ReadableItem[]> {
  const mine = await items.listTied(uid);
  const known = new Set(mine.map(({ item_id }) => item_id));
  const open = scope === 'all' ? await items.listOpen() : [];
  const others = open.filter(({ item_id }) => !known.has(item_id));
  return [...mine, ...others.map((row) => ({ ...row, ties: [] }))]
    .map((row) => ({
      itemId: row.item_id,
      itemName: row.item_name,
      itemType: row.item_type,
      view: standingIn(row, uid, row.ties, false).view,
    }))
    .filter(({ view }) => isOpen(view));
}
