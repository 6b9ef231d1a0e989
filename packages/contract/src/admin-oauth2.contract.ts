import { z } from 'zod';
import { admin, auditor } from './access.ts';
import {
  clientAuth,
  oauth2Config,
  oauth2Discovered,
  oauth2Test,
  oidcCheck,
  providerKind,
  providerPreset,
  tokenRequestFormat,
} from './admin-oauth2.entities.ts';
import { confirmationFields } from './confirmation.ts';
import { defineCall } from './define-call.ts';
import { CLAIM_NAMES_PATTERN, HEADER_NAME_PATTERN, LINK_PATTERN } from './patterns.ts';
import {
  MAX_CERTIFICATES_LENGTH,
  MAX_CLAIM_NAMES_LENGTH,
  MAX_CLIENT_ID_LENGTH,
  MAX_FIELD_NAME_LENGTH,
  MAX_HOST_LENGTH,
  MAX_LINK_LENGTH,
  MAX_LOGIN_BUTTON_LENGTH,
  MAX_OAUTH2_SCOPE_LENGTH,
} from './setting-limits.ts';
import { flag, json, line, emptyObject, secret, text } from './wire.ts';

const httpUrl = line(MAX_LINK_LENGTH).refine((value) => value === '' || /^https?:\/\//.test(value));
const issuerUrl = line(MAX_LINK_LENGTH).refine(
  (value) => /^https?:\/\/[^\s@]+$/.test(value) && URL.canParse(value),
);
/**
 * A path on the host, or a full URL if the provider uses another host for it. An address with placeholders like
 * `{client_id}` is sent as it is, for providers whose parameters have other names.
 */
const path = line(MAX_LINK_LENGTH).refine((value) => LINK_PATTERN.test(value));
/** Names of fields in the provider's response, of which the first that is present counts; empty: the usual ones. */
const claim = line(MAX_CLAIM_NAMES_LENGTH).refine((value) => CLAIM_NAMES_PATTERN.test(value));

/** As in the other settings forms, absent fields and empty secrets leave the stored values unchanged. */
const oauth2Form = z
  .strictObject({
    kind: providerKind,
    preset: providerPreset,
    issuer: z.union([z.literal(''), issuerUrl]),
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
    name_field: claim,
    mail_field: claim,
    /** Only users whose answer has this value in this field may log in; an empty field admits all. */
    tenant_field: claim,
    tenant: line(MAX_CLIENT_ID_LENGTH),
    agent_id: line(MAX_CLIENT_ID_LENGTH),
    /** A second address about the user, after the one that returns the id. */
    profile_path: path,
    token_request: tokenRequestFormat,
    /** The header of the token in the requests about the user; empty: `Authorization: Bearer`. */
    token_header: line(MAX_FIELD_NAME_LENGTH).refine((value) => HEADER_NAME_PATTERN.test(value)),
    ca: text(MAX_CERTIFICATES_LENGTH),
  })
  .partial();

export const loadOauth2Config = defineCall({
  path: '/api/adminSetting/loadOauth2Config',
  kind: 'query',
  access: auditor,
  scope: 'admin',
  summary:
    'Get the settings of the login provider. The secret is not returned, only whether one is set.',
  request: z.object({}),
  response: oauth2Config,
});

export const saveOauth2Config = defineCall({
  path: '/api/adminSetting/saveOauth2Config',
  kind: 'command',
  audit: [
    'oauth2_open',
    'oauth2_form.kind',
    'oauth2_form.preset',
    'oauth2_form.issuer',
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
    'oauth2_form.name_field',
    'oauth2_form.mail_field',
    'oauth2_form.tenant_field',
    'oauth2_form.tenant',
    'oauth2_form.agent_id',
    'oauth2_form.profile_path',
    'oauth2_form.token_request',
    'oauth2_form.token_header',
  ],
  access: admin,
  scope: 'admin',
  summary:
    'Save the login provider, OAuth2 or OpenID Connect. Accounts are created at the first login.',
  reauth: 'recent',
  inlineForm: { name: 'oauth2_form', form: oauth2Form },
  request: z.strictObject({
    oauth2_open: flag.optional(),
    oauth2_form: json(oauth2Form).optional(),
    ...confirmationFields,
  }),
  response: emptyObject,
});

export const testOauth2 = defineCall({
  path: '/api/adminSetting/testOauth2',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary:
    'Test each endpoint of the login provider with these settings and report which one fails.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: z.strictObject({ oauth2_form: json(oauth2Form) }),
  response: oauth2Test,
});

const discovery = z.strictObject({
  issuer: issuerUrl,
  ca: text(MAX_CERTIFICATES_LENGTH).default(''),
});

export const discoverOauth2 = defineCall({
  path: '/api/adminSetting/discoverOauth2',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Read the endpoints of an OpenID provider, to fill in the form. Nothing is saved.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: discovery,
  response: oauth2Discovered,
});

export const checkOidc = defineCall({
  path: '/api/adminSetting/checkOidc',
  kind: 'query',
  access: admin,
  scope: 'admin',
  summary: 'Run the discovery of an OpenID provider and report what is wrong. Nothing is saved.',
  limit: { per: 'user', times: 60, seconds: 600 },
  request: discovery,
  response: oidcCheck,
});
