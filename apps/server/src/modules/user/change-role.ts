import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { AppError } from '../../app-error.ts';
import type { Connection } from '../../db/connect.ts';
import { adminUserRepository } from './admin-user.repository.ts';

/** Sets the role of a user, in a transaction. Returns the role before. */
export async function changeRole(
  db: Connection,
  uid: number,
  groupid: number,
): Promise<{ groupid: number }> {
  const adminUsers = adminUserRepository(db);
  await adminUsers.lockRoles();
  const user = await adminUsers.lockAccount(uid);
  if (!user) throw new AppError('noSuchUser');
  // A disabled account could get its role unnoticed, and `disableUser` cannot enable administrators.
  if (groupid !== USER_GROUP && user.disabled_time) throw new AppError('accountDisabled');
  const isDemoted = user.groupid === ADMIN_GROUP && groupid !== ADMIN_GROUP;
  if (isDemoted && !(await adminUsers.hasOtherAdmin(uid))) throw new AppError('lastAdministrator');
  await adminUsers.setGroup([uid], groupid);
  return { groupid: user.groupid };
}
