import type { HomeOverview } from '@octavo/contract/home.entities';

export interface CardState {
  readonly isFavourite: boolean;
  /** The number of pages that others have changed since the last visit. */
  readonly changed: number;
}

/** Returns the state of a card by its item; undefined until it is loaded. */
export function createCardStates(overview: HomeOverview | undefined) {
  const favourites = new Set(
    overview?.favourites.flatMap(({ item_id, page_id }) => (page_id === 0 ? item_id : [])),
  );
  const counts = new Map(overview?.changes.items.map(({ item_id, count }) => [item_id, count]));
  return (itemId: number): CardState | undefined =>
    overview && { isFavourite: favourites.has(itemId), changed: counts.get(itemId) ?? 0 };
}
