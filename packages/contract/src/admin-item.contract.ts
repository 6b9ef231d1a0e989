import { z } from 'zod';
import { admin } from './access.ts';
import { adminItemRow } from './admin.entities.ts';
import { defineCall } from './define-call.ts';
import { flag, id, line, emptyObject, integer } from './wire.ts';

export const getList = defineCall({
  path: '/api/adminItem/getList',
  kind: 'query',
  access: admin,
  summary: 'Everybody’s items, newest first, or those that were deleted and can be recovered.',
  request: z.object({
    /** Matches a part of the name. */
    item_name: line(255).default(''),
    /** The owner’s username, or a part of it. */
    username: line(256).default(''),
    is_del: flag.default(false),
    page: integer(1, 2_000_000).default(1),
    count: integer(1, 1000).default(7),
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
  summary: 'Delete anybody’s item; it can be recovered for 30 days.',
  request: z.object({ item_id: id }),
  response: emptyObject,
});

export const attorn = defineCall({
  path: '/api/adminItem/attorn',
  kind: 'command',
  audit: ['username'],
  access: admin,
  summary: 'Give anybody’s item another owner; the old one keeps nothing.',
  request: z.object({ item_id: id, username: line(256) }),
  response: emptyObject,
});

export const recoverItem = defineCall({
  path: '/api/adminItem/recoverItem',
  kind: 'command',
  audit: [],
  access: admin,
  summary:
    'Bring a deleted item back as it was; it loses its personal domain if another one has it now.',
  request: z.object({ item_id: id }),
  response: z.object({ item_id: z.int(), item_domain: z.string() }),
});
