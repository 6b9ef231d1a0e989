import { z } from 'zod';
import { admin, auditor } from './access.ts';
import { adminItemRow } from './admin.entities.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { ADMIN_PAGE_SIZE, MAX_LISTED_ITEMS } from './limits.ts';
import { flag, id, line, emptyObject, integer, username, pageNumber } from './wire.ts';

export const getList = defineCall({
  path: '/api/adminItem/getList',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List all items of the site, or the deleted items that can be recovered, newest first.',
  request: z.object({
    /** Matches a part of the name. */
    item_name: line(255).default(''),
    /** The owner’s username, or a part of it. */
    username: username.default(''),
    is_del: flag.default(false),
    page: pageNumber,
    count: integer(1, MAX_LISTED_ITEMS).default(ADMIN_PAGE_SIZE),
  }),
  response: z.object({
    items: z.array(adminItemRow),
    /** At most 1000 when a filter is set. */
    total: z.int(),
  }),
});

export const deleteItem = defineCall({
  path: '/api/adminItem/deleteItem',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'admin',
  summary:
    'Delete an item of any user. It can be recovered as long as the site keeps deleted items.',
  reauth: 'recent',
  request: z.object({ item_id: id, ...confirmationFields }),
  response: emptyObject,
});

export const attorn = defineCall({
  path: '/api/adminItem/attorn',
  kind: 'command',
  audit: ['username'],
  access: admin,
  scope: 'admin',
  summary: 'Transfer an item of any user to another owner. The previous owner loses all rights.',
  reauth: 'recent',
  request: z.object({ item_id: id, username, ...confirmationFields }),
  response: emptyObject,
});

export const recoverItem = defineCall({
  path: '/api/adminItem/recoverItem',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'admin',
  summary: 'Recover a deleted item. It loses its personal domain if another item uses it now.',
  request: z.object({ item_id: id }),
  response: z.object({ item_id: z.int(), item_domain: z.string() }),
});
