import { z } from 'zod';
import { anyone, item, user } from './access.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { REGULAR_ITEM } from './item-type.ts';
import {
  accessExplanation,
  itemInfo,
  itemKeys,
  itemRow,
  itemType,
  searchHit,
} from './item.entities.ts';
import {
  MAX_ITEM_DESCRIPTION_LENGTH,
  MAX_ITEM_NAME_LENGTH,
  MAX_ITEM_REF_LENGTH,
  MAX_KEYWORD_LENGTH,
  MAX_SEARCH_RESULTS,
} from './limits.ts';
import { MEGABYTE } from './file-size.ts';
import {
  bit,
  captchaCode,
  flag,
  id,
  idOrZero,
  integer,
  itemRef,
  line,
  lines,
  emptyObject,
  positions,
  secret,
  username,
} from './wire.ts';

const name = line(MAX_ITEM_NAME_LENGTH);
const description = lines(MAX_ITEM_DESCRIPTION_LENGTH);
const domain = line(MAX_ITEM_REF_LENGTH);

export const myList = defineCall({
  path: '/api/item/myList',
  alsoGet: true,
  kind: 'query',
  access: user,
  scope: 'read',
  itemTokens: 'narrowed',
  summary: 'List the items that the caller owns or is a member of, in the caller’s order.',
  request: z.object({
    item_group_id: idOrZero.default(0),
    /** Only items that the caller owns, to link them to a team. */
    original: flag.default(false),
  }),
  response: z.array(
    itemRow.extend({
      /** 1 if the caller may edit the item or a part of it. */
      item_edit: bit,
    }),
  ),
});

export const add = defineCall({
  path: '/api/item/add',
  kind: 'command',
  audit: ['item_type', 'item_domain', 'copy_item_id'],
  access: user,
  scope: 'write',
  summary: 'Create an item, empty or as a copy of another one.',
  transaction: 'own',
  request: z.object({
    item_type: itemType.default(REGULAR_ITEM),
    item_name: name,
    item_description: description.default(''),
    item_domain: domain.default(''),
    password: secret.default(''),
    is_private: flag.optional(),
    copy_item_id: idOrZero.default(0),
  }),
  response: z.object({ item_id: z.int() }),
});

export const detail = defineCall({
  path: '/api/item/detail',
  kind: 'query',
  access: item('own', 'item_id'),
  scope: 'read',
  summary: 'Get the settings of an item.',
  request: z.object({ item_id: id }),
  response: itemRow.extend({ username: z.string() }),
});

export const info = defineCall({
  path: '/api/item/info',
  alsoGet: true,
  kind: 'query',
  access: item('view', 'item_id'),
  scope: 'read',
  summary: 'Get an item with its menu, as readers see it.',
  request: z.object({
    item_id: itemRef,
    keyword: line(MAX_KEYWORD_LENGTH).default(''),
    default_page_id: idOrZero.default(0),
    page_id: idOrZero.default(0),
    /** `top`: the first level and the path to the open page; the rest is loaded by catalog/branch. */
    menu: z.enum(['all', 'top']).default('all'),
  }),
  response: itemInfo,
});

export const pwd = defineCall({
  path: '/api/item/pwd',
  kind: 'command',
  access: anyone,
  scope: 'none',
  summary: 'Unlock a private item with its visit password.',
  transaction: 'own',
  request: z.object({
    item_id: itemRef.optional(),
    page_id: idOrZero.default(0),
    password: secret,
    v_code: captchaCode.optional(),
  }),
  response: emptyObject,
});

export const sort = defineCall({
  path: '/api/item/sort',
  kind: 'command',
  access: user,
  scope: 'write',
  summary: 'Save the caller’s order of items, per group.',
  maxBody: MEGABYTE,
  request: z.object({ data: positions, item_group_id: idOrZero.default(0) }),
  response: emptyObject,
});

export const exitItem = defineCall({
  path: '/api/item/exitItem',
  kind: 'command',
  audit: [],
  access: user,
  scope: 'write',
  summary: 'Leave an item that the caller is a member of.',
  request: z.object({ item_id: id }),
  response: emptyObject,
});

export const search = defineCall({
  path: '/api/item/search',
  kind: 'query',
  access: item('view', 'item_id'),
  scope: 'read',
  summary:
    'Search the pages of an item. The keyword needs at least 2 characters, or 1 Chinese character.',
  request: z.object({
    item_id: itemRef,
    keyword: line(MAX_KEYWORD_LENGTH),
    page: integer(1, MAX_SEARCH_RESULTS).default(1),
    /** Results per page; by default all. */
    count: integer(1, MAX_SEARCH_RESULTS).default(MAX_SEARCH_RESULTS),
  }),
  response: z.object({
    item_id: z.int(),
    item_name: z.string(),
    /** Title matches first, then headings, then by number of matches and date. */
    pages: z.array(searchHit),
    /** The number of results on all pages; results beyond the limit are not counted. */
    total: z.int(),
  }),
});

export const update = defineCall({
  path: '/api/item/update',
  kind: 'command',
  audit: ['item_name', 'item_domain', 'is_private'],
  access: item('own', 'item_id'),
  scope: 'write',
  summary:
    'Change name, description, domain or visit password of an item; absent fields are unchanged.',
  transaction: 'own',
  request: z.object({
    item_id: id,
    item_name: name.optional(),
    item_description: description.optional(),
    item_domain: domain.optional(),
    password: secret.optional(),
    is_private: flag.optional(),
  }),
  response: emptyObject,
});

const remove = defineCall({
  path: '/api/item/delete',
  kind: 'command',
  audit: [],
  access: item('own', 'item_id'),
  scope: 'none',
  summary: 'Delete an item. Administrators can recover it as long as the site keeps deleted items.',
  reauth: 'recent',
  request: z.object({ item_id: id, ...confirmationFields }),
  response: emptyObject,
});

export const archive = defineCall({
  path: '/api/item/archive',
  kind: 'command',
  audit: [],
  access: item('own', 'item_id'),
  scope: 'none',
  summary: 'Archive an item permanently; it becomes read-only.',
  reauth: 'recent',
  request: z.object({ item_id: id, ...confirmationFields }),
  response: emptyObject,
});

export const attorn = defineCall({
  path: '/api/item/attorn',
  kind: 'command',
  audit: ['username'],
  access: item('own', 'item_id'),
  scope: 'none',
  summary: 'Transfer an item to another user.',
  reauth: 'recent',
  request: z.object({ item_id: id, username, ...confirmationFields }),
  response: emptyObject,
});

export const getKey = defineCall({
  path: '/api/item/getKey',
  kind: 'command',
  audit: [],
  access: item('own', 'item_id'),
  scope: 'none',
  summary: 'Get the key and token of the open API. They are created on the first call.',
  request: z.object({ item_id: id }),
  response: itemKeys,
});

export const resetKey = defineCall({
  path: '/api/item/resetKey',
  kind: 'command',
  audit: [],
  access: item('own', 'item_id'),
  scope: 'none',
  summary: 'Reset the key and token of the open API. The previous ones stop working immediately.',
  request: z.object({ item_id: id }),
  response: itemKeys,
});

export const explainAccess = defineCall({
  path: '/api/item/explainAccess',
  kind: 'query',
  access: item('view', 'page_id', 'item_id'),
  scope: 'read',
  summary:
    'Explain why a user can read or edit an item or page; for the owner of the item, and for the caller’s own rights.',
  request: z.object({ item_id: id, page_id: idOrZero.default(0), username }),
  response: accessExplanation,
});

export { remove as delete };
