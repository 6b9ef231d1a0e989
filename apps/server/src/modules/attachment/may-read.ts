import type { ItemGrant } from '../../access/grant.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { FilePlace } from './page-file.repository.ts';

/** The part of an item that the user may view; `none` if access is denied. */
async function viewOf(admit: () => Promise<ItemGrant>): Promise<ItemGrant['view']> {
  try {
    return (await admit()).view;
  } catch (error) {
    if (error instanceof AppError) return 'none';
    throw error;
  }
}

/** The locations that the user may view. Access to each item is checked once. */
export async function readablePlaces(
  places: readonly FilePlace[],
  admit: (itemId: number) => Promise<ItemGrant>,
): Promise<FilePlace[]> {
  const items = [...new Set(places.map((place) => place.item_id))];
  const views = new Map<number, ItemGrant['view']>();
  for (const itemId of items) views.set(itemId, await viewOf(() => admit(itemId)));
  return places.filter(({ item_id, top_cat_id }) =>
    covers(views.get(item_id) ?? 'none', top_cat_id),
  );
}
