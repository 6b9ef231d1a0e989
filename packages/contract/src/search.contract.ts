import { z } from 'zod';
import { auditor, user } from './access.ts';
import { defineCall } from './define-call.ts';
import { itemType, searchHit } from './item.entities.ts';
import { MAX_KEYWORD_LENGTH, MAX_USERNAME_LENGTH, SEARCH_PAGE_SIZE } from './limits.ts';
import { flag, id, line, time, integer } from './wire.ts';

export const searchResult = searchHit.extend({
  /** Positions of the keyword in page_title: [start, length]. */
  title_hits: z.array(z.tuple([z.int(), z.int()])),
  /** The catalog path: `a / b`; empty at the root. */
  place: z.string(),
  method: z.string(),
  page_type: z.int(),
  author_username: z.string(),
  addtime: time,
});
export type SearchResult = z.output<typeof searchResult>;

export const all = defineCall({
  path: '/api/search/all',
  kind: 'query',
  access: user,
  scope: 'read',
  itemTokens: 'narrowed',
  summary:
    'Search pages in the caller’s own and shared items, with scope=all also in public items, or in one readable item.',
  limit: { per: 'user', times: 300, seconds: 60 },
  request: z.object({
    keyword: line(MAX_KEYWORD_LENGTH),
    page: integer(1, 1000).default(1),
    count: integer(1, 50).default(SEARCH_PAGE_SIZE),
    /** `mine`: items that the caller owns or is a member of, directly or through a team. `all`: also public items. */
    scope: z.enum(['mine', 'all']).default('mine'),
    /** Search only this item, which may also be public or opened with a visit password; `scope` is ignored. */
    item_id: id.optional(),
    item_type: itemType.optional(),
    /** The username of the author of the current version. */
    author: line(MAX_USERNAME_LENGTH).default(''),
    /** Saved within this number of days; 0: no limit. */
    days: integer(0, 3650).default(0),
    /** The user is still typing, so an empty result is not recorded as a miss. */
    typing: flag.default(false),
  }),
  response: z.object({
    /** Title matches first, then headings, then by number of matches and date. */
    list: z.array(searchResult),
    total: z.int(),
    /** There are more matches than `total`. */
    partial: z.boolean(),
    /** The number of matching pages per item, largest first. */
    items: z.array(z.object({ item_id: z.int(), item_name: z.string(), pages: z.int() })),
  }),
});

export const misses = defineCall({
  path: '/api/search/misses',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List keywords without results in the last 90 days, the most frequent first.',
  request: z.object({ count: integer(1, 100).default(20) }),
  response: z.array(z.object({ keyword: z.string(), times: z.int(), last_time: time })),
});
