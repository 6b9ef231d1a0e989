import type { Maintainer } from '@octavo/contract/login-method.entities';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import type { Connection } from '../../db/connect.ts';
import type { SiteSettings } from '../setting/setting.ts';
import { externalIdentityRepository } from './external-identity.repository.ts';

interface MaintainedAccount {
  readonly uid: number;
  readonly groupid: number;
}

type SyncSettings = Pick<SiteSettings, 'ldap_open' | 'directory_form'>;

/** Who overwrites the name. SCIM does not change administrators, and a sync leaves accounts of SCIM alone. */
export async function maintainerOf(
  db: Connection,
  { uid, groupid }: MaintainedAccount,
  { ldap_open, directory_form }: SyncSettings,
): Promise<Maintainer | null> {
  const kinds = await externalIdentityRepository(db).listKinds(uid);
  if (kinds.includes('scim')) return groupid === ADMIN_GROUP ? null : 'scim';
  const isSynced = ldap_open && directory_form.schedule !== 'off';
  return isSynced && kinds.includes('ldap') ? 'ldap' : null;
}

/**
 * Who overwrites the email. A source that sends none leaves that of the account, and the verified email of an account
 * with a local password is a login name, which stays.
 */
export function emailMaintainer(
  maintainer: Maintainer | null,
  { email, local_access }: { readonly email: string; readonly local_access: boolean },
  { directory_form }: Pick<SyncSettings, 'directory_form'>,
): Maintainer | null {
  const hasEmail = maintainer === 'ldap' ? directory_form.mail_field !== '' : email !== '';
  return local_access || !hasEmail ? null : maintainer;
}

/** A change would be lost with the next sync. */
export function assertNotMaintained(maintainer: Maintainer | null): void {
  if (maintainer) throw new AppError('fieldMaintained', { source: maintainer.toUpperCase() });
}
