import { z } from 'zod';
import { admin } from './access.ts';
import { defineCall } from './define-call.ts';
import { bit, flag, emptyObject } from './wire.ts';

const loginKey = z.object({
  login_secret_key: z.string(),
  /** Whether login links of ShowDoc are accepted too: signed with MD5, without a nonce. */
  older_login_links: bit,
});

export const getLoginSecretKey = defineCall({
  path: '/api/adminSetting/getLoginSecretKey',
  kind: 'command',
  audit: [],
  access: admin,
  summary:
    'The key with which another system signs links that log people in; made when first asked.',
  request: z.object({}),
  response: loginKey,
});

export const resetLoginSecretKey = defineCall({
  path: '/api/adminSetting/resetLoginSecretKey',
  kind: 'command',
  audit: [],
  access: admin,
  summary: 'Another key; links signed with the former one open nothing from now on.',
  request: z.object({}),
  response: loginKey,
});

export const saveLoginLinks = defineCall({
  path: '/api/adminSetting/saveLoginLinks',
  kind: 'command',
  audit: ['older_login_links'],
  access: admin,
  summary: 'Whether links of the older product open too.',
  request: z.strictObject({ older_login_links: flag }),
  response: emptyObject,
});
