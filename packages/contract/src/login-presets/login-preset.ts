import type { ExternalLoginError } from '../external-login.ts';

/** The fields of the OAuth2 form that a preset fills in. */
export interface PresetForm {
  readonly protocol: 'https';
  /** The host whose addresses are given as paths; it is also part of the ids that are stored. */
  readonly host: string;
  readonly authorize_path: string;
  readonly token_path: string;
  readonly userinfo_path: string;
  readonly profile_path: string;
  readonly scope: string;
  readonly client_auth: 'body';
  readonly token_request: 'form' | 'json' | 'camelJson';
  readonly token_header: string;
  readonly id_field: string;
  readonly username_field: string;
  readonly name_field: string;
  readonly mail_field: string;
  readonly tenant_field: string;
}

/** How a provider that is not OpenID Connect deviates from OAuth2, as its documentation states. */
export interface LoginPreset {
  /** The values that the administrator enters besides the client id and secret. */
  readonly asks: readonly ('agent_id' | 'tenant')[];
  readonly form: PresetForm;
  /** What the error codes in the answers of the provider mean for the user. */
  readonly errors: Readonly<Record<string, ExternalLoginError>>;
  /** The error for an answer about a user without an id; if absent, `providerRefused`. */
  readonly missingId?: ExternalLoginError;
  /** The ids of users are unique within one client id only, so that it is part of the stored ids. */
  readonly idsPerClient?: true;
}
