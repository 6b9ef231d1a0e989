import type { ExternalIdentityRow } from '@octavo/contract/login-method.entities';

/** The username at the identity provider and the immutable id, which is the key of the link. */
export function externalName({
  external_username,
  external_id,
}: Pick<ExternalIdentityRow, 'external_username' | 'external_id'>): string {
  return external_username ? `${external_username} (${external_id})` : external_id;
}
