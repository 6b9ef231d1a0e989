import { z } from 'zod';
import { anyone, user } from './access.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { loginResult } from './entities.ts';
import { passkeyAssertion, passkeySupport } from './passkey.entities.ts';
import { secondFactors } from './second-factor.entities.ts';
import { bit, captchaCode, emptyObject, factorCode, time } from './wire.ts';

export const pending = defineCall({
  path: '/api/secondFactor/pending',
  kind: 'query',
  access: anyone,
  scope: 'none',
  summary: 'Get the login of this browser that still lacks its second factor.',
  request: z.object({}),
  response: z.object({
    username: z.string(),
    /** Recovery codes are accepted in any case. */
    has_totp: bit,
    has_passkey: bit,
  }),
});

export const confirmLogin = defineCall({
  path: '/api/secondFactor/confirmLogin',
  kind: 'command',
  audit: [],
  auditActions: ['user.login'],
  access: anyone,
  scope: 'none',
  summary: 'Complete the login of this browser with a code or a passkey.',
  transaction: 'own',
  limit: { per: 'address', times: 120, seconds: 600 },
  request: z.object({
    factor_code: factorCode.optional(),
    passkey: passkeyAssertion.optional(),
    v_code: captchaCode.optional(),
  }),
  response: loginResult,
});

export const status = defineCall({
  path: '/api/secondFactor/status',
  kind: 'query',
  access: user,
  scope: 'none',
  beforeSetUp: true,
  summary: 'Get the second factors of the caller and whether one is required.',
  request: z.object({}),
  response: secondFactors.extend({
    passkey_support: passkeySupport,
    /** When the account must have a second factor; null if none is required. */
    required_from: time.nullable(),
  }),
});

export const startTotp = defineCall({
  path: '/api/secondFactor/startTotp',
  kind: 'command',
  access: user,
  scope: 'none',
  beforeSetUp: true,
  summary: 'Get a new secret for an authenticator app. It is used after a code has confirmed it.',
  reauth: 'factor',
  limit: { per: 'user', times: 30, seconds: 3600 },
  request: z.object(confirmationFields),
  response: z.object({
    secret: z.string(),
    /** The address that authenticator apps read, and its QR code as a data URL of a PNG. */
    uri: z.string(),
    qr: z.string(),
  }),
});

export const confirmTotp = defineCall({
  path: '/api/secondFactor/confirmTotp',
  kind: 'command',
  audit: [],
  auditActions: ['secondFactor.addTotp', 'secondFactor.replaceTotp'],
  access: user,
  scope: 'none',
  beforeSetUp: true,
  summary:
    'Confirm the new secret of an authenticator app with its first code. Adding the first second factor logs out all other devices.',
  transaction: 'own',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: z.object({ factor_code: factorCode }),
  /** New recovery codes, which are shown once; empty if the account still has some. */
  response: z.object({ recovery_codes: z.array(z.string()) }),
});

export const removeTotp = defineCall({
  path: '/api/secondFactor/removeTotp',
  kind: 'command',
  audit: [],
  access: user,
  scope: 'none',
  summary: 'Remove the authenticator app. The last second factor stays while one is required.',
  reauth: 'factor',
  request: z.object(confirmationFields),
  response: emptyObject,
});

export const createRecoveryCodes = defineCall({
  path: '/api/secondFactor/createRecoveryCodes',
  kind: 'command',
  audit: [],
  access: user,
  scope: 'none',
  summary: 'Replace the recovery codes of the caller. They are shown once.',
  reauth: 'factor',
  limit: { per: 'user', times: 20, seconds: 3600 },
  request: z.object(confirmationFields),
  response: z.object({ recovery_codes: z.array(z.string()) }),
});
