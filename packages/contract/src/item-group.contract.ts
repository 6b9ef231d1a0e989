import { z } from 'zod';
import { ownerOf, user } from './access.ts';
import { defineCall } from './define-call.ts';
import { MAX_GROUP_NAME_LENGTH } from './limits.ts';
import { MEGABYTE } from './file-size.ts';
import { id, idOrNew, json, line, emptyObject, position } from './wire.ts';

const itemIds = z
  .union([z.string().max(200_000), z.array(z.union([z.int(), z.string()])).transform(String)])
  .transform((joined) => [
    ...new Set(
      joined
        .split(',')
        .map(Number)
        .filter((value) => Number.isSafeInteger(value) && value > 0),
    ),
  ]);

export const getList = defineCall({
  path: '/api/itemGroup/getList',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'List the caller’s item groups, in order.',
  request: z.object({}),
  response: z.array(
    z.object({
      id: z.int(),
      group_name: z.string(),
      /** Comma-separated ids, as in the API of ShowDoc. */
      item_ids: z.string(),
      s_number: z.int(),
    }),
  ),
});

export const save = defineCall({
  path: '/api/itemGroup/save',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Create a group, or change its name and items; absent fields are unchanged.',
  maxBody: MEGABYTE,
  request: z.object({
    id: idOrNew,
    /** Required for a new group. */
    group_name: line(MAX_GROUP_NAME_LENGTH).optional(),
    /** Empty: no items. */
    item_ids: itemIds.optional(),
  }),
  response: z.object({ id: z.int() }),
});

const remove = defineCall({
  path: '/api/itemGroup/delete',
  kind: 'command',
  access: ownerOf('itemGroup', 'id'),
  scope: 'write',
  summary: 'Delete a group. Its items are not affected.',
  request: z.object({ id }),
  response: emptyObject,
});

export const saveSort = defineCall({
  path: '/api/itemGroup/saveSort',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Save the order of the caller’s groups.',
  request: z.object({
    groups: json(z.array(z.object({ id, s_number: position })).max(2000)),
  }),
  response: emptyObject,
});

export { remove as delete };
