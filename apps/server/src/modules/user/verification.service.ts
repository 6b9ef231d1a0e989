import type { Calls } from '@octavo/contract';
import type { Ctx } from '../../http/context.ts';
import { userRepository } from '../account/user.repository.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';
import { secondFactorRepository } from '../account/second-factor.repository.ts';
import { deviceRepository } from '../account/device.repository.ts';

/** How the user can confirm an action, so that a dialog prompts for a password or for a new login. */
export async function verificationMethod({ db, viewer }: Ctx<Calls['user']['proof']['access']>) {
  const account = await userRepository(db).findPasswordState(viewer.uid);
  const kinds = await externalIdentityRepository(db).listKinds(viewer.uid);
  const has_password = account?.has_password ?? false;
  return {
    by: has_password || kinds.includes('ldap') ? ('password' as const) : ('login' as const),
    is_fresh: await deviceRepository(db).isRecentlyVerified(viewer.device_id),
    is_linked: kinds.includes('oauth2'),
    has_password,
    local_access: account?.local_access ?? false,
    has_second_factor: await secondFactorRepository(db).hasFactor(viewer.uid),
  };
}
