import type { HomeEntry, HomeOverview } from '@octavo/contract/home.entities';
import type { ItemRow } from '@octavo/contract/item.entities';

/** What the column and the lists show. */
export interface HomeLists {
  readonly overview: HomeOverview;
  /** The items of the user, for the names of the items of drafts. */
  readonly items: readonly ItemRow[] | undefined;
  readonly onStar: (entry: HomeEntry, isFavourite: boolean) => void;
  readonly onSort: (ids: readonly number[]) => void;
}
