import { z } from 'zod';
import { anyone, ownerOf, user } from './access.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { loginResult } from './entities.ts';
import {
  assertionOptions,
  creationOptions,
  passkeyAssertion,
  passkeyAttestation,
  passkeyName,
} from './passkey.entities.ts';
import { emptyObject, flag, id, username } from './wire.ts';

/** Each of these sets a challenge for this browser, which is valid once and for five minutes. */
export const startLogin = defineCall({
  path: '/api/passkey/startLogin',
  kind: 'command',
  access: anyone,
  scope: 'none',
  summary:
    'Get the options for a login with a passkey, or for the second step of the login of this browser.',
  limit: { per: 'address', times: 300, seconds: 600 },
  request: z.object({ second_step: flag.default(false) }),
  response: z.object({ options: assertionOptions }),
});

export const login = defineCall({
  path: '/api/passkey/login',
  kind: 'command',
  audit: [],
  auditActions: ['user.login'],
  access: anyone,
  scope: 'none',
  summary: 'Log in with a passkey, without a password and without a second step.',
  transaction: 'own',
  limit: { per: 'address', times: 120, seconds: 600 },
  request: z.object({
    passkey: passkeyAssertion,
    /** Only a passkey of this user is accepted. */
    username: username.optional(),
  }),
  response: loginResult,
});

export const startConfirmation = defineCall({
  path: '/api/passkey/startConfirmation',
  kind: 'command',
  access: user,
  scope: 'none',
  beforeSetUp: true,
  summary: 'Get the options for confirming an action with a passkey of the caller.',
  limit: { per: 'user', times: 120, seconds: 600 },
  request: z.object({}),
  response: z.object({ options: assertionOptions }),
});

export const startCreate = defineCall({
  path: '/api/passkey/startCreate',
  kind: 'command',
  access: user,
  scope: 'none',
  beforeSetUp: true,
  summary: 'Get the options for a new passkey of the caller.',
  reauth: 'factor',
  limit: { per: 'user', times: 30, seconds: 3600 },
  request: z.object(confirmationFields),
  response: z.object({ options: creationOptions }),
});

export const create = defineCall({
  path: '/api/passkey/create',
  kind: 'command',
  audit: ['name'],
  access: user,
  scope: 'none',
  beforeSetUp: true,
  summary:
    'Add the new passkey of the caller. Adding the first second factor logs out all other devices.',
  transaction: 'own',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: z.object({ name: passkeyName, passkey: passkeyAttestation }),
  response: z.object({
    /** New recovery codes, which are shown once; empty if the account still has some. */
    recovery_codes: z.array(z.string()),
  }),
});

export const rename = defineCall({
  path: '/api/passkey/rename',
  kind: 'command',
  access: ownerOf('passkey', 'id'),
  scope: 'none',
  summary: 'Rename a passkey of the caller.',
  request: z.object({ id, name: passkeyName }),
  response: emptyObject,
});

export const remove = defineCall({
  path: '/api/passkey/remove',
  kind: 'command',
  audit: [],
  access: ownerOf('passkey', 'id'),
  scope: 'none',
  summary: 'Remove a passkey of the caller. The last second factor stays while one is required.',
  reauth: 'factor',
  request: z.object({ id, ...confirmationFields }),
  response: emptyObject,
});
