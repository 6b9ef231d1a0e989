import { z } from 'zod';
import { admin } from './access.ts';
import { confirmationFields } from './confirmation.ts';
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
  scope: 'none',
  summary:
    'Get the key with which another system signs login links. It is created on the first call.',
  reauth: 'recent',
  request: z.object(confirmationFields),
  response: loginKey,
});

export const resetLoginSecretKey = defineCall({
  path: '/api/adminSetting/resetLoginSecretKey',
  kind: 'command',
  audit: [],
  access: admin,
  scope: 'none',
  summary: 'Reset the key for login links. Links signed with the previous key stop working.',
  reauth: 'recent',
  request: z.object(confirmationFields),
  response: loginKey,
});

export const saveLoginLinks = defineCall({
  path: '/api/adminSetting/saveLoginLinks',
  kind: 'command',
  audit: ['older_login_links'],
  access: admin,
  scope: 'admin',
  summary: 'Enable or disable login links of ShowDoc.',
  reauth: 'recent',
  request: z.strictObject({ older_login_links: flag, ...confirmationFields }),
  response: emptyObject,
});
