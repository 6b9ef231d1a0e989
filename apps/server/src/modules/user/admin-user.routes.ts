import type { Calls } from '@octavo/contract';
import type { Handlers } from '../../http/context.ts';
import {
  findIdentity,
  getLoginMethods,
  link,
  setLocalAccess,
  unlink,
} from './admin-identity.service.ts';
import {
  addUser,
  deleteUser,
  disableUser,
  getList,
  getUser,
  revokeDevices,
  setRole,
} from './admin-user.service.ts';
import { changeUsers, previewChange } from './change-users.service.ts';
import { exportUsers } from './export-users.ts';
import { getMerge, mergeUser } from './merge-user.service.ts';
import { adminUserRepository } from './admin-user.repository.ts';
import { deviceRepository } from '../account/device.repository.ts';

/** The calls on invitations and access tokens are in the modules of these nouns. */
type AdminUserCalls = Omit<
  Calls['adminUser'],
  | 'getInvitations'
  | 'checkInvited'
  | 'invite'
  | 'createInviteLink'
  | 'resendInvitation'
  | 'revokeInvitation'
  | 'getTokens'
  | 'revokeTokens'
>;

export const adminUserRoutes: Handlers<AdminUserCalls> = {
  getList,
  getUser,
  export: exportUsers,
  previewChange,
  changeUsers,
  addUser,
  deleteUser,
  disableUser,
  setRole,
  revokeDevices,
  getLoginMethods,
  setLocalAccess,
  findIdentity,
  linkIdentity: link,
  unlinkIdentity: unlink,
  getMerge,
  mergeUser,
  getBelongings: ({ db }, { uid }) => adminUserRepository(db).countBelongings(uid),
  devices: async ({ db, deps, viewer }, { uid }) => {
    const rows = await deviceRepository(db).list(uid, await deps.settings.get());
    return rows.map((row) => ({ ...row, is_current: row.device_id === viewer.device_id }));
  },
};
