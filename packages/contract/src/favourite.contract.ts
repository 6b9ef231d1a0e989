import { z } from 'zod';
import { item, user } from './access.ts';
import { defineCall } from './define-call.ts';
import { homeEntry } from './home.entities.ts';
import { MAX_SELECTED_ROWS } from './limits.ts';
import { emptyObject, id, json } from './wire.ts';

/** A page by its id, or else an item. */
const target = { page_id: id.optional(), item_id: id.optional() };
const isTarget = ({
  page_id,
  item_id,
}: {
  page_id?: number | undefined;
  item_id?: number | undefined;
}) => page_id !== undefined || item_id !== undefined;

export const list = defineCall({
  path: '/api/favourite/list',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'List the caller’s favourite items and pages that they may view, in their order.',
  request: z.object({}),
  response: z.array(homeEntry),
});

export const add = defineCall({
  path: '/api/favourite/add',
  kind: 'command',
  access: item('view', 'page_id', 'item_id'),
  scope: 'write',
  summary: 'Add a page or an item to the end of the caller’s favourites.',
  request: z.object(target),
  response: emptyObject,
});

const remove = defineCall({
  path: '/api/favourite/delete',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Remove a page or an item from the caller’s favourites.',
  request: z.object(target),
  response: emptyObject,
});

export const sort = defineCall({
  path: '/api/favourite/sort',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Save the order of the caller’s favourites. Those that are not named come last.',
  request: z.object({
    favourites: json(z.array(z.object(target).refine(isTarget)).max(MAX_SELECTED_ROWS)),
  }),
  response: emptyObject,
});

export { remove as delete };
