import { z } from 'zod';
import { admin, user } from './access.ts';
import { defineCall } from './define-call.ts';
import { itemType, searchHit } from './item.entities.ts';
import { flag, id, line, time, whole } from './wire.ts';

export const foundPage = searchHit.extend({
  /** Where the word stands in page_title. */
  title_hits: z.array(z.tuple([z.int(), z.int()])),
  /** The catalogs above: `a / b`; empty at the root. */
  place: z.string(),
  method: z.string(),
  page_type: z.int(),
  author_username: z.string(),
  addtime: time,
});
export type FoundPage = z.output<typeof foundPage>;

export const all = defineCall({
  path: '/api/search/all',
  kind: 'query',
  access: user,
  summary:
    'Pages that contain a word: in own and shared items, with scope=all in open items too, or in one item that the caller may see.',
  limit: { per: 'user', times: 300, seconds: 60 },
  request: z.object({
    keyword: line(200),
    page: whole(1, 1000).default(1),
    count: whole(1, 50).default(20),
    /** `mine`: own items, memberships and teams. `all`: also the open items of others. */
    scope: z.enum(['mine', 'all']).default('mine'),
    /** One item, open or with a visit pass too; `scope` does not count then. */
    item_id: id.optional(),
    item_type: itemType.optional(),
    /** The username of whoever wrote the present version. */
    author: line(64).default(''),
    /** Saved within so many days; 0: whenever. */
    days: whole(0, 3650).default(0),
    /** Somebody is still typing: nothing found says nothing yet. */
    typing: flag.default(false),
  }),
  response: z.object({
    /** Title hits first, then headings, then by number of places and date. */
    list: z.array(foundPage),
    total: z.int(),
    /** There are more than `total`. */
    partial: z.boolean(),
    /** How many of them lie in which item, most first. */
    items: z.array(z.object({ item_id: z.int(), item_name: z.string(), pages: z.int() })),
  }),
});

export const misses = defineCall({
  path: '/api/search/misses',
  kind: 'query',
  access: admin,
  summary: 'Words that were searched and found nowhere within 90 days, the most frequent first.',
  request: z.object({ count: whole(1, 100).default(20) }),
  response: z.array(z.object({ keyword: z.string(), times: z.int(), last_time: time })),
});
