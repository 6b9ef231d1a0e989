import { z } from 'zod';
import { item } from './access.ts';
import { defineCall } from './define-call.ts';
import { id, time } from './wire.ts';

export const getList = defineCall({
  path: '/api/recycle/getList',
  kind: 'query',
  access: item('own', 'item_id'),
  scope: 'read',
  summary: 'List the deleted pages of an item, newest first, as long as the site keeps them.',
  request: z.object({ item_id: id }),
  response: z.array(
    z.object({
      page_id: z.int(),
      page_title: z.string(),
      del_by_username: z.string(),
      del_time: time,
      /** The former catalog path: `a / b / c`, empty for the root. */
      old_place: z.string(),
      /** Null: the site keeps deleted pages for ever. */
      days_left: z.int().nullable(),
    }),
  ),
});

export const recover = defineCall({
  path: '/api/recycle/recover',
  kind: 'command',
  audit: [],
  access: item('manage', 'item_id'),
  scope: 'write',
  summary: 'Recover a deleted page to the root of its item.',
  request: z.object({ item_id: id, page_id: id }),
  response: z.object({ page_id: z.int(), old_place: z.string() }),
});
