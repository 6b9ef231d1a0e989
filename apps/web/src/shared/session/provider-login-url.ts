import { calls } from '@octavo/contract';

/**
 * The URL that starts a login at the identity provider; it must be opened as a document. `again`: the provider
 * authenticates the user again, even if the user is logged in there.
 */
export function providerLoginUrl(redirect: string, options: { again?: boolean } = {}): string {
  const query = new URLSearchParams({ redirect, ...(options.again && { again: '1' }) });
  return `${calls.extLogin.oauth2.path}?${query}`;
}
