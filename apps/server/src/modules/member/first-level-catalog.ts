import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';

/** A member can only be limited to a first-level catalog of the same item. The caller must have locked the item's tree. */
export async function assertFirstLevelCatalog(
  { catalogs }: Repositories,
  itemId: number,
  catId: number,
): Promise<void> {
  const location = await catalogs.findLocation(catId);
  if (location?.item_id !== itemId || location.top_cat_id !== catId) throw new AppError('notFound');
}
