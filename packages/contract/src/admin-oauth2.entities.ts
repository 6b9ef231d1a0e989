import { z } from 'zod';
import { lastSave } from './admin-setting.entities.ts';
import { connectionErrors } from './connection-error.ts';
import { bit } from './wire.ts';

/** How the client credentials are sent to the token endpoint: in the body, as most providers expect, or in a header. */
export const clientAuth = z.enum(['body', 'header']);

export const oauth2Config = z.object({
  oauth2_open: bit,
  /** The redirect URI to register at the provider while `redirectUri` is empty. */
  own_redirect: z.string(),
  oauth2_form: z.object({
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
    ca: z.string(),
    has_client_secret: bit,
  }),
  oauth2_saved: lastSave,
});
export type Oauth2Config = z.output<typeof oauth2Config>;

export const oauth2Test = z.object({
  /** One step per endpoint of the provider, as far as it can be checked without a user login. */
  steps: z.array(
    z.object({
      step: z.enum(['authorize', 'token', 'userinfo']),
      is_fine: bit,
      /**
       * A connection error; or the address is local and not allowed (`forbidden`), the path does not exist (`absent`),
       * the client credentials are rejected (`client`), or the endpoint returns an error (`broken`).
       */
      fault: z.enum(['', ...connectionErrors, 'forbidden', 'absent', 'client', 'broken']),
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
