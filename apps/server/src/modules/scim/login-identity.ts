import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { providerUserId } from '../ext-login/provider.policy.ts';
import type { SiteSettings } from '../setting/setting.ts';

export interface LoginIdentity {
  readonly kind: IdentityKind;
  readonly id: string;
}

/** The identity by which the login provider of the settings knows a person; undefined without a provider or a subject. */
export function loginIdentity(
  { scim_form, oauth2_form }: Pick<SiteSettings, 'scim_form' | 'oauth2_form'>,
  subject: string,
): LoginIdentity | undefined {
  if (scim_form.login === 'none' || subject === '') return undefined;
  const id = scim_form.login === 'oauth2' ? providerUserId(oauth2_form, subject) : subject;
  return { kind: scim_form.login, id };
}
