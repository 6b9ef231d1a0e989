import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';

/** A member can only be limited to a first-level catalog of the same item. The caller must have locked the item's tree. */
export async function assertFirstLevel(
  { catalogs }: Repositories,
  itemId: number,
  catId: number,
): Promise<void> {
  const place = await catalogs.findPlace(catId);
  if (place?.item_id !== itemId || place.top_cat_id !== catId) throw new AppError('notFound');
}
