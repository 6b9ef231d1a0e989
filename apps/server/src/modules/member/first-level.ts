import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';

/** A limit is one first-level catalog of this very item; the caller holds its tree. */
export async function assertFirstLevel(
  { catalogs }: Repositories,
  itemId: number,
  catId: number,
): Promise<void> {
  const place = await catalogs.findPlace(catId);
  if (place?.item_id !== itemId || place.top_cat_id !== catId) throw new AppError('notFound');
}
