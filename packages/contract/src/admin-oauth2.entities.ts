import { z } from 'zod';
import { lastSave } from './admin-setting.entities.ts';
import { connectionFaults } from './connection-fault.ts';
import { bit } from './wire.ts';

/** How the provider is told who this site is: in the body, as most expect it, or in a header. */
export const clientAuth = z.enum(['body', 'header']);

export const oauth2Config = z.object({
  oauth2_open: bit,
  /** What to enter at the provider while `redirectUri` is empty. */
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
  /** Each address of the provider by itself, as far as one gets without a person. */
  steps: z.array(
    z.object({
      step: z.enum(['authorize', 'token', 'userinfo']),
      is_fine: bit,
      /** The connection fails, the address is local and not allowed, nothing is at the path, it does not know us, or it fails itself. */
      fault: z.enum(['', ...connectionFaults, 'forbidden', 'absent', 'client', 'broken']),
      milliseconds: z.int(),
    }),
  ),
  milliseconds: z.int(),
});
export type Oauth2Test = z.output<typeof oauth2Test>;

/** What a provider says of itself, as the fields of the form. */
export const oauth2Discovered = z.object({
  protocol: z.enum(['http', 'https']),
  host: z.string(),
  authorize_path: z.string(),
  token_path: z.string(),
  userinfo_path: z.string(),
  scope: z.string(),
  client_auth: clientAuth,
});
