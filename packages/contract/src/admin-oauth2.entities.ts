import { z } from 'zod';
import { lastSave } from './admin-setting.entities.ts';
import { connectionErrors } from './connection-error.ts';
import { bit } from './wire.ts';

/** How the client credentials are sent to the token endpoint: in the body, as most providers expect, or in a header. */
export const clientAuth = z.enum(['body', 'header']);

/** `oidc`: endpoints and keys are discovered from the issuer, and the identity is a signed token. */
export const providerKind = z.enum(['oauth2', 'oidc']);

export const providerPreset = z.enum(['', 'feishu', 'dingtalk', 'wecom']);

/** The body of the token request: a form, JSON, or JSON with the names of the fields in camel case. */
export const tokenRequestFormat = z.enum(['form', 'json', 'camelJson']);

export const oauth2Config = z.object({
  oauth2_open: bit,
  /** The redirect URI to register at the provider while `redirectUri` is empty. */
  own_redirect: z.string(),
  /** The URL to register at an OpenID provider for its logout messages. */
  own_logout: z.string(),
  oauth2_form: z.object({
    kind: providerKind,
    preset: providerPreset,
    issuer: z.string(),
    redirectUri: z.string(),
    entrance_tips: z.string(),
    client_id: z.string(),
    protocol: z.enum(['http', 'https']),
    host: z.string(),
    authorize_path: z.string(),
    token_path: z.string(),
    resource_path: z.string(),
    userinfo_path: z.string(),
    scope: z.string(),
    client_auth: clientAuth,
    id_field: z.string(),
    username_field: z.string(),
    name_field: z.string(),
    mail_field: z.string(),
    tenant_field: z.string(),
    tenant: z.string(),
    agent_id: z.string(),
    profile_path: z.string(),
    token_request: tokenRequestFormat,
    token_header: z.string(),
    ca: z.string(),
    has_client_secret: bit,
  }),
  oauth2_saved: lastSave,
});
export type Oauth2Config = z.output<typeof oauth2Config>;

/**
 * A connection error; or the address is local and not allowed (`forbidden`), the path does not exist (`absent`), the
 * client credentials are rejected (`client`), or the endpoint returns an error (`broken`). Of an OpenID provider also:
 * the answer is no discovery document (`document`), it names another issuer (`issuer`), an address in it is not https
 * although the issuer is (`insecure`), or there is no key to verify signatures with (`keys`).
 */
const providerFault = z.enum([
  '',
  ...connectionErrors,
  'forbidden',
  'absent',
  'client',
  'broken',
  'document',
  'issuer',
  'insecure',
  'keys',
]);
export type ProviderFault = z.output<typeof providerFault>;

export const oauth2Test = z.object({
  /**
   * One step per endpoint of the provider, as far as it can be checked without a user login. OpenID Connect begins with
   * `discovery` and `keys`.
   */
  steps: z.array(
    z.object({
      step: z.enum(['discovery', 'keys', 'authorize', 'token', 'userinfo']),
      is_fine: bit,
      fault: providerFault,
      milliseconds: z.int(),
    }),
  ),
  milliseconds: z.int(),
});
export type Oauth2Test = z.output<typeof oauth2Test>;

/** The provider's discovery document, converted to the fields of the form. */
export const oauth2Discovered = z.object({
  protocol: z.enum(['http', 'https']),
  host: z.string(),
  authorize_path: z.string(),
  token_path: z.string(),
  userinfo_path: z.string(),
  scope: z.string(),
  client_auth: clientAuth,
});

/** The result of a discovery for a provider of the kind `oidc`. */
export const oidcCheck = z.object({
  fault: providerFault,
  /** The issuer that the provider names; it must be entered exactly like this. */
  issuer: z.string(),
  client_auth: clientAuth,
  /** Whether the provider can end sessions here by a back-channel logout. */
  has_logout: bit,
});
export type OidcCheck = z.output<typeof oidcCheck>;
