import { z } from 'zod';
import { anyone, user } from './access.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall, file } from './define-call.ts';
import { loginResult } from './entities.ts';
import { identityKind, loginMethods as methods } from './login-method.entities.ts';
import { bit, flag, emptyObject, secret, text, captchaCode, username } from './wire.ts';

/**
 * Start and callback of the OAuth2 login: without the provider's parameters the call redirects to the provider, which
 * redirects back to it. The response is always a redirect; errors are shown by the screen it leads to.
 */
export const oauth2 = defineCall({
  path: '/api/ExtLogin/oauth2',
  method: 'GET',
  kind: 'command',
  audit: [],
  auditActions: ['ExtLogin.oauth2', 'user.linkIdentity'],
  access: anyone,
  scope: 'none',
  crossSite: 'proved',
  summary: 'Log in with the login provider: redirects to the provider and handles its callback.',
  transaction: 'own',
  limit: { per: 'address', times: 300, seconds: 600 },
  request: z.object({
    redirect: text(2048).optional(),
    /** Asks the provider to authenticate the user again. */
    again: flag.catch(false).optional(),
    code: text(4096).optional(),
    /** The code of DingTalk. */
    authCode: text(4096).optional(),
    /** The issuer that has answered (RFC 9207). */
    iss: text(2048).optional(),
    state: text(256).optional(),
    error: text(256).optional(),
  }),
  response: file('text/plain; charset=utf-8'),
});

/**
 * OpenID Connect Back-Channel Logout 1.0. The provider sends its message itself, so the response is that of the protocol:
 * 200, or 400 with a JSON error. The limit is high, because a provider may log out everybody at once.
 */
export const backchannelLogout = defineCall({
  path: '/api/ExtLogin/backchannelLogout',
  kind: 'command',
  audit: [],
  access: anyone,
  scope: 'none',
  summary: 'Called by an OpenID provider with a logout token: ends the sessions of that login.',
  transaction: 'own',
  limit: { per: 'address', times: 6000, seconds: 600 },
  request: z.object({ logout_token: text(16_384).optional() }),
  response: file('text/plain; charset=utf-8'),
});

export const linkOauth2 = defineCall({
  path: '/api/ExtLogin/linkOauth2',
  kind: 'command',
  audit: [],
  access: user,
  scope: 'none',
  summary: 'Start linking the caller’s account to the OAuth2 provider; returns the URL to open.',
  reauth: 'always',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: z.object(confirmationFields),
  response: z.object({ url: z.string() }),
});

export const unlinkOauth2 = defineCall({
  path: '/api/ExtLogin/unlinkOauth2',
  kind: 'command',
  audit: [],
  auditActions: ['user.unlinkIdentity'],
  access: user,
  scope: 'none',
  summary: 'Unlink the caller’s account from the OAuth2 provider, if it has another login method.',
  reauth: 'always',
  request: z.object(confirmationFields),
  response: emptyObject,
});

export const loginMethods = defineCall({
  path: '/api/ExtLogin/loginMethods',
  kind: 'query',
  access: user,
  scope: 'none',
  summary:
    'List the login methods of the caller’s account: local password, LDAP identity, OAuth2 identity.',
  request: z.object({}),
  response: methods,
});

export const linkLdap = defineCall({
  path: '/api/ExtLogin/linkLdap',
  kind: 'command',
  audit: [],
  auditActions: ['user.linkIdentity'],
  access: user,
  scope: 'none',
  summary: 'Link the caller’s account to an LDAP user, verified by the LDAP password.',
  reauth: 'always',
  transaction: 'own',
  limit: { per: 'user', times: 30, seconds: 600 },
  request: z.object({ ...confirmationFields, ldap_username: username, ldap_password: secret }),
  response: emptyObject,
});

export const unlinkLdap = defineCall({
  path: '/api/ExtLogin/unlinkLdap',
  kind: 'command',
  audit: [],
  auditActions: ['user.unlinkIdentity'],
  access: user,
  scope: 'none',
  summary: 'Unlink the caller’s account from the LDAP directory, if it has another login method.',
  reauth: 'always',
  request: z.object(confirmationFields),
  response: emptyObject,
});

/** This call and `confirmLink` read an encrypted cookie, which is only set by a login that the directory or provider confirmed. */
export const pendingLink = defineCall({
  path: '/api/ExtLogin/pendingLink',
  kind: 'query',
  access: anyone,
  scope: 'none',
  summary:
    'Get the external identity that this browser may link to the local account with the same username.',
  limit: { per: 'address', times: 300, seconds: 600 },
  request: z.object({}),
  response: z.object({
    kind: identityKind,
    username: z.string(),
    /** 0: the account has no local password, so an administrator must link it. */
    has_password: bit,
  }),
});

export const confirmLink = defineCall({
  path: '/api/ExtLogin/confirmLink',
  kind: 'command',
  audit: [],
  auditActions: ['user.linkIdentity'],
  access: anyone,
  scope: 'none',
  summary: 'Link the pending external identity with the local password of the account, and log in.',
  transaction: 'own',
  limit: { per: 'address', times: 300, seconds: 600 },
  request: z.object({ password: secret, v_code: captchaCode.optional() }),
  response: loginResult,
});

/** A login link that another system signed with the site's key. Like `oauth2`, the response is always a redirect. */
export const bySecretKey = defineCall({
  path: '/api/ExtLogin/bySecretKey',
  method: 'GET',
  kind: 'command',
  audit: [],
  access: anyone,
  scope: 'none',
  crossSite: 'proved',
  summary: 'Log in with a link that another system signed with the key of this site.',
  transaction: 'own',
  limit: { per: 'address', times: 300, seconds: 600 },
  request: z.object({
    username: text(256).optional(),
    /** Unix time in seconds, at most 60 s from now. */
    time: text(16).optional(),
    /** 16 to 64 letters, digits, `-` or `_`. Makes a link valid only once. */
    nonce: text(256).optional(),
    name: text(256).optional(),
    /** HMAC-SHA-256 in hexadecimal of username, time, nonce and name, joined by line feeds. */
    sign: text(256).optional(),
    /** The signature of ShowDoc: MD5 of username, key and time. Only accepted if the setting for ShowDoc links is on. */
    token: text(256).optional(),
    redirect: text(2048).optional(),
  }),
  response: file('text/plain; charset=utf-8'),
});
