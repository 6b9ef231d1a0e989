import { z } from 'zod';
import { anyone, ownerOf, user } from './access.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { account, device, language, loginResult } from './entities.ts';
import { MAX_DISPLAY_NAME_LENGTH } from './limits.ts';
import {
  bit,
  email,
  flag,
  id,
  idOrZero,
  line,
  emptyObject,
  secret,
  captchaCode,
  username,
} from './wire.ts';

const linkToken = line(128);
/** The service validates username and new password, because it returns specific errors. */
const credentials = { username, password: secret, confirm_password: secret };

export const login = defineCall({
  path: '/api/user/login',
  kind: 'command',
  audit: [],
  access: anyone,
  scope: 'none',
  summary: 'Log in with username or verified email.',
  transaction: 'own',
  request: z.object({
    username,
    password: secret,
    v_code: captchaCode.optional(),
    with_token: flag.default(false),
  }),
  response: loginResult,
});

export const register = defineCall({
  path: '/api/user/register',
  kind: 'command',
  audit: [],
  access: anyone,
  scope: 'none',
  summary: 'Create an account and log in.',
  captcha: 'register',
  transaction: 'own',
  limit: { per: 'address', times: 60, seconds: 3600 },
  request: z.object({
    ...credentials,
    v_code: captchaCode.optional(),
    with_token: flag.default(false),
  }),
  response: loginResult,
});

export const info = defineCall({
  path: '/api/user/info',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'Get the account of the caller.',
  beforeSetUp: true,
  request: z.object({ redirect_login: flag.optional() }),
  response: account,
});

export const confirm = defineCall({
  path: '/api/user/confirm',
  kind: 'command',
  access: user,
  scope: 'none',
  summary:
    'Confirm the own identity again in this session, with the second factor or else the password, for the console.',
  reauth: 'factor',
  request: z.object(confirmationFields),
  response: emptyObject,
});

/** First start: the one-time link printed in the log creates the first administrator. */
export const setup = defineCall({
  path: '/api/user/setup',
  kind: 'command',
  audit: [],
  access: anyone,
  scope: 'none',
  summary: 'Create the first administrator with the one-time link from the server log.',
  transaction: 'own',
  limit: { per: 'address', times: 20, seconds: 600 },
  request: z.object({ ...credentials, token: linkToken, register_open: flag.optional() }),
  response: loginResult,
});

export const resetPassword = defineCall({
  path: '/api/user/resetPassword',
  kind: 'command',
  audit: [],
  access: user,
  scope: 'none',
  summary: 'Change the caller’s password and log out all other devices.',
  reauth: 'password',
  transaction: 'own',
  // An account without a password confirms its first one by a new login at the provider.
  request: z.object({
    new_password: secret,
    password: secret.optional(),
    v_code: captchaCode.optional(),
  }),
  response: emptyObject,
});

export const updateInfo = defineCall({
  path: '/api/user/updateInfo',
  kind: 'command',
  audit: ['name'],
  access: user,
  scope: 'write',
  summary: 'Change the caller’s name or language.',
  request: z.object({
    name: line(MAX_DISPLAY_NAME_LENGTH).optional(),
    language: language.optional(),
  }),
  response: emptyObject,
});

export const updateEmail = defineCall({
  path: '/api/user/updateEmail',
  kind: 'command',
  audit: [],
  access: user,
  scope: 'none',
  summary: 'Set the caller’s email. It is used after its verification link was opened.',
  reauth: 'always',
  limit: { per: 'user', times: 10, seconds: 3600 },
  request: z.object({ email, ...confirmationFields }),
  response: emptyObject,
});

export const sendVerifyEmail = defineCall({
  path: '/api/user/sendVerifyEmail',
  kind: 'command',
  access: user,
  scope: 'none',
  summary: 'Send the verification email again.',
  limit: { per: 'user', times: 3, seconds: 3600 },
  request: z.object({}),
  response: emptyObject,
});

export const verifyEmail = defineCall({
  path: '/api/user/verifyEmail',
  kind: 'command',
  audit: [],
  access: anyone,
  scope: 'none',
  summary: 'Verify an email with the link from the verification email.',
  limit: { per: 'address', times: 60, seconds: 600 },
  request: z.object({ uid: id, token: linkToken }),
  response: emptyObject,
});

export const resetPasswordEmail = defineCall({
  path: '/api/user/resetPasswordEmail',
  kind: 'command',
  access: anyone,
  scope: 'none',
  summary: 'Request a password reset email. The response is the same for every address.',
  captcha: 'reset',
  limit: { per: 'address', times: 10, seconds: 3600 },
  request: z.object({ email, v_code: captchaCode.optional() }),
  response: emptyObject,
});

export const resetPasswordByUrl = defineCall({
  path: '/api/user/resetPasswordByUrl',
  kind: 'command',
  audit: [],
  access: anyone,
  scope: 'none',
  summary: 'Set a new password with the link from a reset email and log out all devices.',
  transaction: 'own',
  limit: { per: 'address', times: 60, seconds: 600 },
  request: z.object({ new_password: secret, uid: id, email, token: linkToken }),
  response: loginResult,
});

export const logout = defineCall({
  path: '/api/user/logout',
  method: 'GET',
  kind: 'command',
  audit: [],
  access: anyone,
  scope: 'none',
  beforeSetUp: true,
  summary: 'Log out on this device.',
  request: z.object({}),
  response: emptyObject,
});

export const oauthInfo = defineCall({
  path: '/api/user/oauthInfo',
  method: 'GET',
  kind: 'query',
  access: anyone,
  scope: 'none',
  summary: 'Get whether OAuth2 login is enabled, and the text of its button.',
  request: z.object({}),
  response: z.object({ oauth2_open: bit, oauth2_entrance_tips: z.string() }),
});

export const proof = defineCall({
  path: '/api/user/proof',
  kind: 'query',
  access: user,
  scope: 'none',
  beforeSetUp: true,
  summary: 'Get how the caller can re-authenticate where a password is required.',
  request: z.object({}),
  response: z.object({
    /** `password`: of this site or of the directory. `login`: a login at the provider within the last 5 minutes. */
    by: z.enum(['password', 'login']),
    is_fresh: bit,
    /** Whether the account is linked to the OAuth2 provider, and whether it has a local password. */
    is_linked: bit,
    has_password: bit,
    /** Whether the account may have a local password. */
    local_access: bit,
    has_second_factor: bit,
  }),
});

export const allUser = defineCall({
  path: '/api/user/allUser',
  kind: 'query',
  access: user,
  scope: 'read',
  summary: 'Find users to add, by username or name; at most 50.',
  request: z.object({
    username: username.default(''),
    /** Excludes the members of this item or team, which the caller must own. */
    except_item_id: idOrZero.default(0),
    except_team_id: idOrZero.default(0),
  }),
  response: z.array(z.object({ username: z.string(), name: z.string() })),
});

export const devices = defineCall({
  path: '/api/user/devices',
  kind: 'query',
  access: user,
  scope: 'none',
  summary: 'List the devices on which the caller is logged in, this device first.',
  request: z.object({}),
  response: z.array(device),
});

export const revokeDevice = defineCall({
  path: '/api/user/revokeDevice',
  kind: 'command',
  audit: [],
  access: ownerOf('device', 'device_id'),
  scope: 'none',
  summary: 'Log out one of the caller’s devices.',
  request: z.object({ device_id: id }),
  response: emptyObject,
});

export const revokeOtherDevices = defineCall({
  path: '/api/user/revokeOtherDevices',
  kind: 'command',
  audit: [],
  access: user,
  scope: 'none',
  summary: 'Log out all devices of the caller except this one.',
  request: z.object({}),
  response: emptyObject,
});
