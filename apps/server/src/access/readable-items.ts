import type { Repositories } from '../db/repositories.ts';
import type { ItemGrant } from './grant.ts';
import { isOpen } from './scope.ts';
import { standingIn } from './standing.ts';

/** An item with the scope that a user may view, as `itemGuard` would compute it; not a grant. */
export type ReadableItem = Pick<ItemGrant, 'itemId' | 'view' | 'itemType'> & {
  readonly itemName: string;
};

/**
 * Lists the items that a user owns or is a member of, with the scope they may view. `all` adds the public items of
 * other users, except for archived ones.
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
