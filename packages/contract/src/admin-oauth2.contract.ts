import { z } from 'zod';
import { admin, auditor } from './access.ts';
import { clientAuth, oauth2Config, oauth2Discovered, oauth2Test } from './admin-oauth2.entities.ts';
import { defineCall } from './define-call.ts';
import { LINK_PATTERN } from './patterns.ts';
import {
  MAX_CERTIFICATES_LENGTH,
  MAX_CLIENT_ID_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_HOST_LENGTH,
  MAX_LINK_LENGTH,
  MAX_LOGIN_BUTTON_LENGTH,
  MAX_OAUTH2_SCOPE_LENGTH,
} from './setting-limits.ts';
import { flag, json, line, emptyObject, secret, text } from './wire.ts';

const httpUrl = line(MAX_LINK_LENGTH).refine((value) => value === '' || /^https?:\/\//.test(value));
/** A path on the host, or a full URL if the provider uses another host for it. */
const path = line(MAX_LINK_LENGTH).refine((value) => LINK_PATTERN.test(value));
/** The name of a field in the provider's userinfo response; empty: one of the usual fields. */
const claim = line(MAX_FIELD_NAME_LENGTH).refine((value) => /^[\w.-]*$/.test(value));

/** As in the other settings forms, absent fields and empty secrets leave the stored values unchanged. */
const oauth2Form = z
  .strictObject({
    redirectUri: httpUrl,
    entrance_tips: line(MAX_LOGIN_BUTTON_LENGTH),
    client_id: line(MAX_CLIENT_ID_LENGTH),
    client_secret: secret,
    has_client_secret: flag,
    protocol: z.enum(['http', 'https']),
    host: line(MAX_HOST_LENGTH).refine((value) =>
      /^(?:[\w.-]+|\[[\da-fA-F:]+\])?(?::\d{1,5})?$/.test(value),
    ),
    authorize_path: path,
    token_path: path,
    resource_path: path,
    userinfo_path: path,
    scope: line(MAX_OAUTH2_SCOPE_LENGTH),
    client_auth: clientAuth,
    id_field: claim,
    username_field: claim,
    ca: text(MAX_CERTIFICATES_LENGTH),
  })
  .partial();

export const loadOauth2Config = defineCall({
  path: '/api/adminSetting/loadOauth2Config',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary: 'Get the OAuth2 login settings. The secret is not returned, only whether one is set.',
  request: z.object({}),
  response: oauth2Config,
});

export const saveOauth2Config = defineCall({
  path: '/api/adminSetting/saveOauth2Config',
  kind: 'command',
  audit: [
    'oauth2_open',
    'oauth2_form.redirectUri',
    'oauth2_form.entrance_tips',
    'oauth2_form.client_id',
    'oauth2_form.client_auth',
    'oauth2_form.protocol',
    'oauth2_form.host',
    'oauth2_form.authorize_path',
    'oauth2_form.token_path',
    'oauth2_form.userinfo_path',
    'oauth2_form.resource_path',
    'oauth2_form.scope',
    'oauth2_form.id_field',
    'oauth2_form.username_field',
  ],
  access: admin,
  scope: 'admin',
  summary: 'Save the OAuth2 login settings. Accounts are created at the first login.',
  inlineForm: { name: 'oauth2_form', form: oauth2Form },
  request: z.strictObject({
    oauth2_open: flag.optional(),
    oauth2_form: json(oauth2Form).optional(),
  }),
  response: emptyObject,
});

export const testOauth2 = defineCall({
  path: '/api/adminSetting/testOauth2',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary:
    'Test each endpoint of the OAuth2 provider with these settings and report which one fails.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.strictObject({ oauth2_form: json(oauth2Form) }),
  response: oauth2Test,
});

export const discoverOauth2 = defineCall({
  path: '/api/adminSetting/discoverOauth2',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Read the endpoints of an OpenID provider, to fill in the form. Nothing is saved.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.strictObject({
    issuer: line(MAX_LINK_LENGTH).refine(
      (value) => /^https?:\/\/[^\s@]+$/.test(value) && URL.canParse(value),
    ),
    ca: text(MAX_CERTIFICATES_LENGTH).default(''),
  }),
  response: oauth2Discovered,
});
