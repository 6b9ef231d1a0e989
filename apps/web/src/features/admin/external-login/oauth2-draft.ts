import type { Oauth2Config } from '@octavo/contract/admin-oauth2.entities';
import { loginPresets } from '@octavo/contract/login-presets';
import type { FieldErrors } from '../../../shared/hooks/field-errors.ts';

export type Oauth2Draft = Oauth2Config['oauth2_form'] & {
  readonly client_secret: string;
};
export function toOauth2Draft({ oauth2_form }: Oauth2Config): Oauth2Draft {
  return { ...oauth2_form, client_secret: '' };
}

/** What an administrator chooses first: a standard, or a product with a preset. */
export const PROVIDER_TYPES = ['oidc', 'feishu', 'dingtalk', 'wecom', 'oauth2'] as const;
export type ProviderType = (typeof PROVIDER_TYPES)[number];

export const providerType = ({ kind, preset }: Pick<Oauth2Draft, 'kind' | 'preset'>) =>
  preset === '' ? kind : preset;

/** The fields that describe the provider, as opposed to this site at the provider. */
const NEW_PROVIDER = {
  kind: 'oauth2',
  preset: '',
  issuer: '',
  protocol: 'https',
  host: '',
  authorize_path: '',
  token_path: '',
  resource_path: '',
  userinfo_path: '',
  profile_path: '',
  scope: 'openid profile',
  client_auth: 'body',
  token_request: 'form',
  token_header: '',
  id_field: '',
  username_field: '',
  name_field: '',
  mail_field: '',
  tenant_field: '',
  tenant: '',
  agent_id: '',
} as const satisfies Partial<Oauth2Draft>;

/** Fills in the form for another type of provider. The saved type has its saved values again. */
export function withProviderType(
  draft: Oauth2Draft,
  type: ProviderType,
  saved: Oauth2Draft,
): Oauth2Draft {
  const { redirectUri, entrance_tips, client_id, client_secret } = draft;
  if (type === providerType(saved))
    return { ...saved, redirectUri, entrance_tips, client_id, client_secret };
  const provider = { ...draft, ...NEW_PROVIDER };
  if (type === 'oauth2') return provider;
  if (type !== 'oidc') return { ...provider, ...loginPresets[type].form, preset: type };
  // The issuer of a provider is often its own address.
  const issuer = draft.host === '' ? '' : `${draft.protocol}://${draft.host}`;
  return { ...provider, kind: 'oidc', issuer, scope: 'openid profile email' };
}

/** Whether no provider was entered yet. The form then begins with the type that most providers support. */
export const isFirstProvider = ({ kind, host, client_id }: Oauth2Draft) =>
  kind === 'oauth2' && host === '' && client_id === '';

type ValidatedField =
  | 'issuer'
  | 'redirectUri'
  | 'client_id'
  | 'host'
  | 'authorize_path'
  | 'token_path'
  | 'resource_path'
  | 'userinfo_path'
  | 'profile_path'
  | 'id_field'
  | 'username_field'
  | 'name_field'
  | 'mail_field'
  | 'tenant_field'
  | 'tenant'
  | 'agent_id'
  | 'token_header';

export interface Oauth2FieldsProps {
  draft: Oauth2Draft;
  fieldErrors: FieldErrors<ValidatedField>;
  onDraft: (draft: Oauth2Draft) => void;
}

type TextName = Exclude<
  keyof Oauth2Draft,
  'kind' | 'preset' | 'protocol' | 'client_auth' | 'token_request' | 'ca' | 'has_client_secret'
>;

/** The props shared by all text inputs of the form. */
export function oauth2Input({ draft, fieldErrors, onDraft }: Oauth2FieldsProps, name: TextName) {
  return {
    name,
    value: draft[name],
    onText: (text: string) => onDraft({ ...draft, [name]: text }),
    onBlur: () => {
      if (name !== 'entrance_tips' && name !== 'client_secret' && name !== 'scope')
        fieldErrors.touch(name);
    },
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  };
}
