import { z } from 'zod';
import { admin } from './access.ts';
import { clientAuth, oauth2Config, oauth2Discovered, oauth2Test } from './admin-oauth2.entities.ts';
import { defineCall } from './define-call.ts';
import { flag, json, line, nothing, secret, text } from './wire.ts';

const webAddress = line(500).refine((value) => value === '' || /^https?:\/\//.test(value));
/** A path at the host, or a whole address where the provider has another one for it. */
const path = line(500).refine((value) => /^(?:$|\/(?!\/)|https?:\/\/)/.test(value));
/** The name of a field in what the provider tells of a person; empty: one of the usual ones. */
const claim = line(64).refine((value) => /^[\w.-]*$/.test(value));
const ca = text(20_000).default('');

const oauth2Form = z.object({
  redirectUri: webAddress.default(''),
  entrance_tips: line(64).default(''),
  client_id: line(300),
  /** Left empty it stays as it is. */
  client_secret: secret.default(''),
  protocol: z.enum(['http', 'https']).default('https'),
  host: line(255).refine((value) => /^(?:[\w.-]+|\[[\da-fA-F:]+\])?(?::\d{1,5})?$/.test(value)),
  authorize_path: path,
  token_path: path,
  resource_path: path.default(''),
  userinfo_path: path.default(''),
  scope: line(300).default('openid profile'),
  client_auth: clientAuth.default('body'),
  id_field: claim.default(''),
  username_field: claim.default(''),
  ca,
});

export const loadOauth2Config = defineCall({
  path: '/api/adminSetting/loadOauth2Config',
  kind: 'query',
  access: admin,
  summary: 'How people of an OAuth2 provider log in; of the secret only whether there is one.',
  request: z.object({}),
  response: oauth2Config,
});

export const saveOauth2Config = defineCall({
  path: '/api/adminSetting/saveOauth2Config',
  kind: 'command',
  audit: ['oauth2_open'],
  access: admin,
  summary: 'Let people of an OAuth2 provider log in. Nobody gets an account before they do.',
  request: z.object({ oauth2_open: flag.optional(), oauth2_form: json(oauth2Form).optional() }),
  response: nothing,
});

export const testOauth2 = defineCall({
  path: '/api/adminSetting/testOauth2',
  kind: 'query',
  access: admin,
  summary: 'Knock at each address of the provider with these settings, and say which one fails.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({ oauth2_form: json(oauth2Form) }),
  response: oauth2Test,
});

export const discoverOauth2 = defineCall({
  path: '/api/adminSetting/discoverOauth2',
  kind: 'query',
  access: admin,
  summary: 'Ask an OpenID provider for its addresses, to fill the form with; nothing is saved.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.object({
    issuer: line(500).refine((value) => /^https?:\/\/[^\s@]+$/.test(value) && URL.canParse(value)),
    ca,
  }),
  response: oauth2Discovered,
});
