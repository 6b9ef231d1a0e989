import type { Connection } from '../db/connect.ts';
import { resolveRights } from './effective-rights.ts';
import { itemRepository } from './item.repository.ts';
import { isNonEmpty } from './scope.ts';
import type { Scope } from './scope.ts';
import { mayReachItem } from './token-limits.ts';
import type { ViewerOf } from './viewer.ts';

/** An item with the scope that a user may edit, as `itemGuard` would compute it; not a grant. */
export interface EditableItem {
  readonly itemId: number;
  readonly itemName: string;
  readonly itemType: number;
  readonly edit: Scope;
}

/** Lists the items that a user may edit, completely or some of their catalogs. */
export async function editableItems(
  db: Connection,
  viewer: ViewerOf<{ who: 'user' }>,
): Promise<EditableItem[]> {
  const { uid } = viewer;
  const rows = await itemRepository(db).listWithMemberships(uid);
  return rows
    .filter(({ item_id }) => mayReachItem(viewer, item_id))
    .map((row) => ({
      itemId: row.item_id,
      itemName: row.item_name,
      itemType: row.item_type,
      edit: resolveRights(row, uid, row.memberships, false).edit,
    }))
    .filter(({ edit }) => isNonEmpty(edit));
}
