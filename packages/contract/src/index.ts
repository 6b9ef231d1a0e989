import * as accessToken from './access-token.contract.ts';
import * as adminAccessToken from './admin-access-token.contract.ts';
import * as adminDirectory from './admin-directory.contract.ts';
import * as adminInvitation from './admin-invitation.contract.ts';
import * as adminItem from './admin-item.contract.ts';
import * as adminNotice from './admin-notice.contract.ts';
import * as adminLoginKey from './admin-login-key.contract.ts';
import * as adminOauth2 from './admin-oauth2.contract.ts';
import * as adminScim from './admin-scim.contract.ts';
import * as adminSecurity from './admin-security.contract.ts';
import * as adminSetting from './admin-setting.contract.ts';
import * as adminSystem from './admin-system.contract.ts';
import * as adminUpdate from './admin-update.contract.ts';
import * as adminUserImport from './admin-user-import.contract.ts';
import * as adminUser from './admin-user.contract.ts';
import * as attachment from './attachment.contract.ts';
import * as audit from './audit.contract.ts';
import * as catalog from './catalog.contract.ts';
import * as common from './common.contract.ts';
import * as exporting from './export.contract.ts';
import * as extLogin from './ext-login.contract.ts';
import * as favourite from './favourite.contract.ts';
import * as home from './home.contract.ts';
import * as importing from './import.contract.ts';
import * as itemGroup from './item-group.contract.ts';
import * as invitation from './invitation.contract.ts';
import * as item from './item.contract.ts';
import * as notice from './notice.contract.ts';
import * as member from './member.contract.ts';
import * as mock from './mock.contract.ts';
import * as open from './open.contract.ts';
import * as pageFile from './page-file.contract.ts';
import * as pageLock from './page-lock.contract.ts';
import * as page from './page.contract.ts';
import * as passkey from './passkey.contract.ts';
import * as recycle from './recycle.contract.ts';
import * as scriptCron from './script-cron.contract.ts';
import * as secondFactor from './second-factor.contract.ts';
import * as search from './search.contract.ts';
import * as sheet from './sheet.contract.ts';
import * as task from './task.contract.ts';
import * as template from './template.contract.ts';
import * as teamItemMember from './team-item-member.contract.ts';
import * as teamItem from './team-item.contract.ts';
import * as teamMember from './team-member.contract.ts';
import * as team from './team.contract.ts';
import * as update from './update.contract.ts';
import * as user from './user.contract.ts';

/** All calls of the API: `calls.noun.verb`. */
export const calls = {
  user: { ...user, ...invitation },
  accessToken,
  extLogin,
  common,
  item,
  itemGroup,
  home,
  favourite,
  catalog,
  notice,
  adminNotice,
  adminUser: { ...adminUser, ...adminInvitation, ...adminAccessToken },
  adminUserImport,
  adminItem,
  adminSetting: { ...adminSetting, ...adminOauth2, ...adminLoginKey },
  adminDirectory,
  adminScim,
  adminSecurity,
  adminSystem,
  adminUpdate,
  audit: { getList: audit.getList, export: audit.export, exportLines: audit.exportLines },
  open,
  import: importing,
  export: {
    word: exporting.word,
    markdown: exporting.markdown,
    html: exporting.html,
    openapi: exporting.openapi,
    forms: exporting.forms,
    begin: exporting.begin,
    status: exporting.status,
    download: exporting.download,
  },
  task,
  page: { ...page, ...pageLock, ...pageFile },
  sheet: { read: sheet.read, export: sheet.export },
  attachment,
  recycle,
  template,
  mock,
  member,
  team,
  teamMember,
  teamItem,
  teamItemMember,
  search: { all: search.all, misses: search.misses },
  scriptCron,
  secondFactor,
  passkey,
  update,
};

export type Calls = typeof calls;
