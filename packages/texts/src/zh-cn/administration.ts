import { adminAudit } from './admin-audit.ts';
import { adminDirectory } from './admin-directory.ts';
import { adminInvite } from './admin-invite.ts';
import { adminItem } from './admin-item.ts';
import { adminLogin } from './admin-login.ts';
import { adminLoginKey } from './admin-login-key.ts';
import { adminOauth2 } from './admin-oauth2.ts';
import { adminScim } from './admin-scim.ts';
import { adminSecurity } from './admin-security.ts';
import { adminSetting } from './admin-setting.ts';
import { adminSystem } from './admin-system.ts';
import { adminUpdate } from './admin-update.ts';
import { adminUserImport } from './admin-user-import.ts';
import { adminUserList } from './admin-user-list.ts';
import { adminUser } from './admin-user.ts';

/** Texts of the administration console, which are loaded with it. */
export const administration = {
  adminAudit,
  adminUser,
  adminUserImport,
  adminUserList,
  adminInvite,
  adminItem,
  adminScim,
  adminSecurity,
  adminSetting,
  adminLogin,
  adminDirectory,
  adminLoginKey,
  adminOauth2,
  adminSystem,
  adminUpdate,
};
