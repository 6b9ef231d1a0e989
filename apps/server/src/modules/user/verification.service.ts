import type { Calls } from '@octavo/contract';
import type { Ctx } from '../../http/context.ts';

/** How the user can confirm an action, so that a dialog prompts for a password or for a new login. */
export async function verificationMethod({ repos, viewer }: Ctx<Calls['user']['proof']['access']>) {
  const account = await repos.users.findCredentials(viewer.uid);
  const kinds = await repos.externalIdentities.listKinds(viewer.uid);
  const has_password = Boolean(account?.password_hash);
  return {
    by: has_password || kinds.includes('ldap') ? ('password' as const) : ('login' as const),
    is_fresh: await repos.devices.isRecentlyVerified(viewer.device_id),
    is_linked: kinds.includes('oauth2'),
    has_password,
  };
}
