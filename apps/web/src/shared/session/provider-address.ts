import { calls } from '@octavo/contract';

/** Where a login at the provider begins: an address to open as a document. `again`: though one is logged in. */
export function providerAddress(redirect: string, wish: { again?: boolean } = {}): string {
  const query = new URLSearchParams({ redirect, ...(wish.again && { again: '1' }) });
  return `${calls.extLogin.oauth2.path}?${query}`;
}
