import { addItem } from './en/add-item.ts';
import { adminItem } from './en/admin-item.ts';
import { adminLogin } from './en/admin-login.ts';
import { adminLoginKey } from './en/admin-login-key.ts';
import { adminOauth2 } from './en/admin-oauth2.ts';
import { adminSetting } from './en/admin-setting.ts';
import { adminSystem } from './en/admin-system.ts';
import { adminUpdate } from './en/admin-update.ts';
import { adminUser } from './en/admin-user.ts';
import { admin } from './en/admin.ts';
import { attachment } from './en/attachment.ts';
import { audit } from './en/audit.ts';
import { catalog } from './en/catalog.ts';
import { diff } from './en/diff.ts';
import { drafts } from './en/drafts.ts';
import { editor } from './en/editor.ts';
import { errors } from './en/errors.ts';
import { exporting } from './en/export.ts';
import { httpTest } from './en/http-test.ts';
import { importing } from './en/import.ts';
import { itemGroup } from './en/item-group.ts';
import { itemPassword } from './en/item-password.ts';
import { itemSetting } from './en/item-setting.ts';
import { item } from './en/item.ts';
import { landing } from './en/landing.ts';
import { mail } from './en/mail.ts';
import { member } from './en/member.ts';
import { myItems } from './en/my-items.ts';
import { notice } from './en/notice.ts';
import { page } from './en/page.ts';
import { reader } from './en/reader.ts';
import { search } from './en/search.ts';
import { sheetEditor } from './en/sheet-editor.ts';
import { sheet } from './en/sheet.ts';
import { shell } from './en/shell.ts';
import { sorting } from './en/sorting.ts';
import { states } from './en/states.ts';
import { tools } from './en/tools.ts';
import { team } from './en/team.ts';
import { userSetting } from './en/user-setting.ts';
import { user } from './en/user.ts';

export const en = {
  addItem,
  admin,
  adminUser,
  adminItem,
  adminSetting,
  adminLogin,
  adminLoginKey,
  adminOauth2,
  adminSystem,
  adminUpdate,
  attachment,
  audit,
  catalog,
  diff,
  drafts,
  editor,
  errors,
  exporting,
  httpTest,
  importing,
  item,
  itemGroup,
  itemPassword,
  itemSetting,
  landing,
  mail,
  member,
  myItems,
  notice,
  page,
  reader,
  search,
  sheet,
  sheetEditor,
  shell,
  sorting,
  states,
  tools,
  team,
  user,
  userSetting,
} as const;
