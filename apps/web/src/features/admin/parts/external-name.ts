import type { ExternalIdentityRow } from '@octavo/contract/login-method.entities';

/** The username there, and the immutable id that counts. */
export function externalName({
  external_username,
  external_id,
}: Pick<ExternalIdentityRow, 'external_username' | 'external_id'>): string {
  return external_username ? `${external_username} (${external_id})` : external_id;
}
