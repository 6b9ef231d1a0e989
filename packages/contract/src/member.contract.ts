import { z } from 'zod';
import { item } from './access.ts';
import { defineCall } from './define-call.ts';
import { memberGroup } from './entities.ts';
import { MAX_KEYWORD_LENGTH } from './limits.ts';
import { id, idOrZero, emptyObject, line, time, usernames } from './wire.ts';

export const getList = defineCall({
  path: '/api/member/getList',
  kind: 'query',
  access: item('own', 'item_id'),
  scope: 'read',
  summary: 'List the members of an item, in the order in which they were added.',
  request: z.object({ item_id: id }),
  response: z.array(
    z.object({
      item_member_id: z.int(),
      username: z.string(),
      name: z.string(),
      addtime: time,
      member_group_id: z.int(),
      /** 0 means all catalogs. The id of a deleted catalog remains; its name is empty. */
      cat_id: z.int(),
      cat_name: z.string(),
    }),
  ),
});

export const mentionable = defineCall({
  path: '/api/member/mentionable',
  kind: 'query',
  access: item('edit', 'item_id'),
  scope: 'read',
  summary:
    'List the people of an item whose name or username contains the keyword, at most 20; those who cannot view the page come last.',
  request: z.object({
    item_id: id,
    /** The catalog of the page; 0 is the root. */
    cat_id: idOrZero.default(0),
    keyword: line(MAX_KEYWORD_LENGTH).default(''),
  }),
  response: z.array(z.object({ username: z.string(), name: z.string(), can_view: z.boolean() })),
});

export const save = defineCall({
  path: '/api/member/save',
  kind: 'command',
  audit: ['member_group_id', 'cat_id'],
  auditActions: ['member.add', 'member.change'],
  access: item('own', 'item_id'),
  scope: 'write',
  summary: 'Add members to an item, or change their permissions; absent fields are unchanged.',
  request: z.object({
    item_id: id,
    username: usernames,
    member_group_id: memberGroup.optional(),
    cat_id: idOrZero.optional(),
  }),
  response: emptyObject,
});

const remove = defineCall({
  path: '/api/member/delete',
  kind: 'command',
  audit: [],
  access: item('own', 'item_id'),
  scope: 'write',
  summary: 'Remove a member from an item.',
  request: z.object({ item_id: id, item_member_id: id }),
  response: emptyObject,
});

export { remove as delete };
