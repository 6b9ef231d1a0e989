import type { PendingLink } from '../modules/ext-login/pending-link.ts';
import { newToken } from '../secrets.ts';
import type { TestClient } from './client.ts';
import { uniqueName } from './factories.ts';
import type { TestSite } from './site.ts';

/** What a browser holds after a login that the directory has vouched for and no link was found for. */
export function vouchedFor(site: TestSite, client: TestClient, username: string): void {
  const pending: PendingLink = {
    nonce: newToken(),
    kind: 'ldap',
    id: uniqueName('entry'),
    username,
    expires: site.deps.now().getTime() + 600_000,
  };
  const name = site.deps.config.secure ? '__Host-octavo-link' : 'octavo-link';
  client.cookies.set(name, site.deps.identitySealer.seal(JSON.stringify(pending)));
}
