import type { PendingLink } from '../../src/modules/ext-login/pending-link.ts';
import { newToken } from '../../src/secrets.ts';
import type { TestClient } from './client.ts';
import { uniqueName } from './factories.ts';
import type { TestSite } from './site.ts';

/** Sets the cookie of a browser whose LDAP login succeeded but is not linked to an account yet. */
export function setPendingLinkCookie(site: TestSite, client: TestClient, username: string): void {
  const pending: PendingLink = {
    nonce: newToken(),
    kind: 'ldap',
    id: uniqueName('entry'),
    username,
    expires: site.deps.now().getTime() + 600_000,
  };
  const name = site.deps.config.secure ? '__Host-octavo-link' : 'octavo-link';
  client.cookies.set(name, site.deps.identityCipher.encrypt(JSON.stringify(pending)));
}
