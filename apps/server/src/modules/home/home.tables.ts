import type { Generated } from 'kysely';

/** One of both ids is null. A page has no `item_id` here, because it may move to another item. */
interface ItemOrPage {
  uid: number;
  item_id: number | null;
  page_id: number | null;
}

export interface HomeTables {
  /** The items and pages that a user has marked with a star. */
  favourite: ItemOrPage & {
    favourite_id: Generated<number>;
    s_number: number;
    addtime: Generated<Date>;
  };

  /** The pages that a user has opened, and the items without pages. */
  recent_view: ItemOrPage & {
    recent_view_id: Generated<number>;
    view_time: Generated<Date>;
  };

  user_visit: {
    uid: number;
    /** Written every few minutes at most. */
    last_seen_time: Generated<Date>;
    /** The end of the previous visit, or when the user has marked changes as seen. */
    changes_since: Generated<Date>;
    is_first: Generated<boolean>;
  };
}
