import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import type { Connection } from '../../db/connect.ts';
import { adminUserRepository } from './admin-user.repository.ts';

/** Grants or revokes the administrator role, in a transaction. Returns the role before. */
export async function changeRole(
  db: Connection,
  uid: number,
  isAdmin: boolean,
): Promise<{ is_admin: boolean }> {
  const adminUsers = adminUserRepository(db);
  await adminUsers.lockRoles();
  const user = await adminUsers.lockAccount(uid);
  if (!user) throw new AppError('noSuchUser');
  const wasAdmin = user.groupid === ADMIN_GROUP;
  // A disabled administrator could not log in, and `disableUser` cannot enable administrators.
  if (isAdmin && user.disabled_time) throw new AppError('accountDisabled');
  if (wasAdmin && !isAdmin && !(await adminUsers.hasOtherAdmin(uid)))
    throw new AppError('lastAdministrator');
  await adminUsers.setGroup(uid, isAdmin ? ADMIN_GROUP : USER_GROUP);
  return { is_admin: wasAdmin };
}
