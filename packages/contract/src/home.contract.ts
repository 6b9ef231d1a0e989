import { z } from 'zod';
import { item, user } from './access.ts';
import { defineCall } from './define-call.ts';
import { changeList, homeOverview, viewedEntry } from './home.entities.ts';
import { CHANGES_PAGE_SIZE, MAX_CHANGED_PAGES } from './limits.ts';
import { emptyObject, id, integer, pageNumber, time } from './wire.ts';

export const open = defineCall({
  path: '/api/home/open',
  kind: 'command',
  access: user,
  scope: 'write',
  summary:
    'Begin or continue a visit. Get favourites, recently viewed pages and changes since the last visit.',
  transaction: 'own',
  request: z.object({}),
  response: homeOverview,
});

export const viewed = defineCall({
  path: '/api/home/viewed',
  kind: 'command',
  access: item('view', 'page_id', 'item_id'),
  scope: 'write',
  summary: 'Remember that the caller has opened a page, or an item without pages.',
  transaction: 'own',
  limit: { per: 'user', times: 600, seconds: 60 },
  request: z.object({ page_id: id.optional(), item_id: id.optional() }),
  response: z.object({ is_favourite: z.boolean() }),
});

export const recent = defineCall({
  path: '/api/home/recent',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'List the pages and items that the caller has opened, newest first.',
  request: z.object({}),
  response: z.array(viewedEntry),
});

export const changes = defineCall({
  path: '/api/home/changes',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'List the pages that others have changed since the last visit of the caller.',
  request: z.object({
    page: pageNumber,
    count: integer(1, MAX_CHANGED_PAGES).default(CHANGES_PAGE_SIZE),
  }),
  response: changeList,
});

export const markSeen = defineCall({
  path: '/api/home/markSeen',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Empty the list of changes. Changes after the given time remain.',
  request: z.object({ seen_until: time }),
  response: emptyObject,
});
