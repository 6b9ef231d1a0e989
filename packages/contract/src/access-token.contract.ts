import { z } from 'zod';
import { accessToken } from './access-token.entities.ts';
import { ownerOf, user } from './access.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { MAX_TOKEN_ITEMS, MAX_TOKEN_NAME_LENGTH } from './limits.ts';
import { SETTING_RANGES } from './setting-limits.ts';
import { emptyObject, id, ids, integer, line, scopes } from './wire.ts';

const { min, max } = SETTING_RANGES.token_days;

export const getList = defineCall({
  path: '/api/accessToken/getList',
  kind: 'query',
  access: user,
  scope: 'none',
  summary: 'List the personal access tokens of the caller, newest first, without their secrets.',
  request: z.object({}),
  response: z.object({
    list: z.array(accessToken),
    /** The longest lifetime of a new token, in days. */
    max_days: z.int(),
  }),
});

export const create = defineCall({
  path: '/api/accessToken/create',
  kind: 'command',
  audit: ['name', 'scopes', 'item_ids', 'network', 'days'],
  access: user,
  scope: 'none',
  summary: 'Create a personal access token. The response shows it once.',
  reauth: 'always',
  limit: { per: 'user', times: 60, seconds: 3600 },
  request: z.object({
    name: line(MAX_TOKEN_NAME_LENGTH).pipe(z.string().min(1)),
    scopes,
    /** Required, so that no token is unlimited by omission. A token with the scope `admin` cannot be limited. */
    item_ids: z.union([z.literal('all'), ids.refine((list) => list.length <= MAX_TOKEN_ITEMS)]),
    /** An address or a network in CIDR notation; empty: the token works from every address. */
    network: line(64).default(''),
    days: integer(min, max),
    ...confirmationFields,
  }),
  response: z.object({ token: z.string(), access_token: accessToken }),
});

export const revoke = defineCall({
  path: '/api/accessToken/revoke',
  kind: 'command',
  audit: ['id'],
  access: ownerOf('accessToken', 'id'),
  scope: 'none',
  summary: 'Revoke a personal access token of the caller. It stops working immediately.',
  request: z.object({ id }),
  response: emptyObject,
});
