import type { ItemGrant } from '../../access/grant.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { FileLocation } from './page-file.repository.ts';

/** The part of an item that the user may view; `none` if access is denied. */
async function resolveView(authorize: () => Promise<ItemGrant>): Promise<ItemGrant['view']> {
  try {
    return (await authorize()).view;
  } catch (error) {
    if (error instanceof AppError) return 'none';
    throw error;
  }
}

/** The locations that the user may view. Access to each item is checked once. */
export async function filterReadable(
  locations: readonly FileLocation[],
  authorize: (itemId: number) => Promise<ItemGrant>,
): Promise<FileLocation[]> {
  const items = [...new Set(locations.map((location) => location.item_id))];
  const views = new Map<number, ItemGrant['view']>();
  for (const itemId of items) views.set(itemId, await resolveView(() => authorize(itemId)));
  return locations.filter(({ item_id, top_cat_id }) =>
    covers(views.get(item_id) ?? 'none', top_cat_id),
  );
}
