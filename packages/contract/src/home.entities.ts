import { z } from 'zod';
import { pageType } from './page.entities.ts';
import { time } from './wire.ts';

/** An item or a page in a list of the home screen. */
export const homeEntry = z.object({
  item_id: z.int(),
  item_name: z.string(),
  item_type: z.int(),
  /** 0 if the entry is an item. */
  page_id: z.int(),
  /** Empty if the entry is an item. */
  page_title: z.string(),
  page_type: pageType,
  /** GET, POST … if the page documents an API endpoint. */
  method: z.string(),
});
export type HomeEntry = z.output<typeof homeEntry>;

export const viewedEntry = homeEntry.extend({ view_time: time });
export type ViewedEntry = z.output<typeof viewedEntry>;

/** A page that other users have changed. */
export const changedPage = z.object({
  page_id: z.int(),
  page_title: z.string(),
  page_type: pageType,
  method: z.string(),
  item_id: z.int(),
  item_name: z.string(),
  author_username: z.string(),
  /** When the current version was saved. */
  addtime: time,
  /** Saves by others that the caller has not seen. */
  edit_count: z.int(),
  is_new: z.boolean(),
  /** Empty if the page was not renamed. */
  former_title: z.string(),
});
export type ChangedPage = z.output<typeof changedPage>;

const changes = {
  /** The number of changed pages, at most `MAX_CHANGED_PAGES`. */
  total: z.int(),
  pages: z.array(changedPage),
  /** The value for `home/markSeen`, which covers the newest change; null without changes. */
  seen_until: time.nullable(),
};

export const changeList = z.object(changes);

export const homeOverview = z.object({
  is_first_visit: z.boolean(),
  favourites: z.array(homeEntry),
  recent: z.array(viewedEntry),
  has_more_recent: z.boolean(),
  changes: z.object({
    ...changes,
    /** The items with changed pages. */
    items: z.array(z.object({ item_id: z.int(), item_name: z.string(), count: z.int() })),
  }),
});
export type HomeOverview = z.output<typeof homeOverview>;
