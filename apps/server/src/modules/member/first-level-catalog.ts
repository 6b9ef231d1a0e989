import { itemRepository } from '../../access/item.repository.ts';
import { AppError } from '../../app-error.ts';
import type { Connection } from '../../db/connect.ts';

/** A member can only be limited to a first-level catalog of the same item. The caller must have locked the item's tree. */
export async function assertFirstLevelCatalog(
  db: Connection,
  itemId: number,
  catId: number,
): Promise<void> {
  const location = await itemRepository(db).findCatalogLocation(catId);
  if (location?.item_id !== itemId || location.top_cat_id !== catId) throw new AppError('notFound');
}
