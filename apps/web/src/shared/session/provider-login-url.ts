import { calls } from '@octavo/contract';

/** The URL that starts a login at the identity provider. `again`: also if the user is already logged in. */
export function providerLoginUrl(redirect: string, options: { again?: boolean } = {}): string {
  const query = new URLSearchParams({ redirect, ...(options.again && { again: '1' }) });
  return `${calls.extLogin.oauth2.path}?${query}`;
}
