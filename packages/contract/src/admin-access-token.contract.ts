import { z } from 'zod';
import { accessToken } from './access-token.entities.ts';
import { admin, auditor } from './access.ts';
import { defineCall } from './define-call.ts';
import { emptyObject, id } from './wire.ts';

/** Administrators see how many items a token is limited to, but not which. */
const administeredToken = accessToken.omit({ items: true }).extend({
  item_count: z.int().nullable(),
});

export const getTokens = defineCall({
  path: '/api/adminUser/getTokens',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'List the personal access tokens of a user, newest first, without their secrets.',
  request: z.object({ uid: id }),
  response: z.array(administeredToken),
});

export const revokeTokens = defineCall({
  path: '/api/adminUser/revokeTokens',
  kind: 'command',
  audit: ['id'],
  access: admin,
  scope: 'admin',
  summary: 'Revoke one or all personal access tokens of a user. They stop working immediately.',
  request: z.object({ uid: id, id: id.optional() }),
  response: emptyObject,
});
