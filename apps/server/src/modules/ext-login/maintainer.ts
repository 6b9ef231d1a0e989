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

/** Who overwrites name and email of the account. SCIM does not change administrators. */
export async function maintainerOf(
  db: Connection,
  { uid, groupid }: MaintainedAccount,
  { ldap_open, directory_form }: SyncSettings,
): Promise<Maintainer | null> {
  const kinds = await externalIdentityRepository(db).listKinds(uid);
  if (kinds.includes('scim') && groupid !== ADMIN_GROUP) return 'scim';
  const isSynced = ldap_open && directory_form.schedule !== 'off';
  return isSynced && kinds.includes('ldap') ? 'ldap' : null;
}

/** A change would be lost with the next sync. */
export async function assertNotMaintained(
  db: Connection,
  account: MaintainedAccount,
  settings: SyncSettings,
): Promise<void> {
  const maintainer = await maintainerOf(db, account, settings);
  if (maintainer) throw new AppError('fieldMaintained', { source: maintainer.toUpperCase() });
}
