import { z } from 'zod';
import { anyone } from './access.ts';
import { defineCall } from './define-call.ts';
import { loginResult } from './entities.ts';
import { MAX_DISPLAY_NAME_LENGTH } from './limits.ts';
import { line, secret, username } from './wire.ts';

const token = line(128);

export const invitation = defineCall({
  path: '/api/user/invitation',
  kind: 'query',
  access: anyone,
  scope: 'none',
  summary: 'Check the link of an invitation. A link that does not work reveals nothing.',
  limit: { per: 'address', times: 60, seconds: 600 },
  request: z.object({ token }),
  response: z.object({
    /** The name of the administrator who sent the invitation. */
    inviter: z.string(),
    /** The imported account that waits for its password; empty if the person chooses a username. */
    username: z.string(),
    /** The name that the administrator entered. */
    name: z.string(),
  }),
});

export const acceptInvitation = defineCall({
  path: '/api/user/acceptInvitation',
  kind: 'command',
  audit: [],
  access: anyone,
  scope: 'none',
  summary: 'Create an account with the link of an invitation and log in.',
  transaction: 'own',
  limit: { per: 'address', times: 60, seconds: 600 },
  request: z.object({
    token,
    /** Not used if the invitation belongs to an imported account. */
    username: username.optional(),
    name: line(MAX_DISPLAY_NAME_LENGTH).optional(),
    password: secret,
    confirm_password: secret,
  }),
  response: loginResult,
});
