import type { Oauth2Config } from '@octavo/contract/admin-oauth2.entities';
import type { FieldErrors } from '../../../shared/hooks/field-errors.ts';

export type Oauth2Draft = Oauth2Config['oauth2_form'] & {
  readonly client_secret: string;
};
export function toOauth2Draft({ oauth2_form }: Oauth2Config): Oauth2Draft {
  return { ...oauth2_form, client_secret: '' };
}

type ValidatedField =
  | 'redirectUri'
  | 'client_id'
  | 'host'
  | 'authorize_path'
  | 'token_path'
  | 'resource_path'
  | 'userinfo_path'
  | 'id_field'
  | 'username_field';

export interface Oauth2FieldsProps {
  draft: Oauth2Draft;
  fieldErrors: FieldErrors<ValidatedField>;
  onDraft: (draft: Oauth2Draft) => void;
}

type TextName = Exclude<keyof Oauth2Draft, 'protocol' | 'client_auth' | 'ca' | 'has_client_secret'>;

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
