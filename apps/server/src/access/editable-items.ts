import type { Connection } from '../db/connect.ts';
import { resolveRights } from './effective-rights.ts';
import { itemRepository } from './item.repository.ts';
import { isNonEmpty } from './scope.ts';
import type { Scope } from './scope.ts';

/** An item with the scope that a user may edit, as `itemGuard` would compute it; not a grant. */
export interface EditableItem {
  readonly itemId: number;
  readonly itemName: string;
  readonly itemType: number;
  readonly edit: Scope;
}

/** Lists the items that a user may edit, completely or some of their catalogs. */
export async function editableItems(db: Connection, uid: number): Promise<EditableItem[]> {
  const rows = await itemRepository(db).listWithMemberships(uid);
  return rows
    .map((row) => ({
      itemId: row.item_id,
      itemName: row.item_name,
      itemType: row.item_type,
      edit: resolveRights(row, uid, row.memberships, false).edit,
    }))
    .filter(({ edit }) => isNonEmpty(edit));
}
