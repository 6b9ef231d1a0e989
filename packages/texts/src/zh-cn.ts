import type { Texts } from './translate.ts';
import { addItem } from './zh-cn/add-item.ts';
import { adminItem } from './zh-cn/admin-item.ts';
import { adminLogin } from './zh-cn/admin-login.ts';
import { adminLoginKey } from './zh-cn/admin-login-key.ts';
import { adminOauth2 } from './zh-cn/admin-oauth2.ts';
import { adminSetting } from './zh-cn/admin-setting.ts';
import { adminSystem } from './zh-cn/admin-system.ts';
import { adminUpdate } from './zh-cn/admin-update.ts';
import { adminUser } from './zh-cn/admin-user.ts';
import { admin } from './zh-cn/admin.ts';
import { attachment } from './zh-cn/attachment.ts';
import { audit } from './zh-cn/audit.ts';
import { catalog } from './zh-cn/catalog.ts';
import { diff } from './zh-cn/diff.ts';
import { drafts } from './zh-cn/drafts.ts';
import { editor } from './zh-cn/editor.ts';
import { errors } from './zh-cn/errors.ts';
import { exporting } from './zh-cn/export.ts';
import { httpTest } from './zh-cn/http-test.ts';
import { importing } from './zh-cn/import.ts';
import { itemGroup } from './zh-cn/item-group.ts';
import { itemPassword } from './zh-cn/item-password.ts';
import { itemSetting } from './zh-cn/item-setting.ts';
import { item } from './zh-cn/item.ts';
import { landing } from './zh-cn/landing.ts';
import { mail } from './zh-cn/mail.ts';
import { member } from './zh-cn/member.ts';
import { myItems } from './zh-cn/my-items.ts';
import { notice } from './zh-cn/notice.ts';
import { page } from './zh-cn/page.ts';
import { reader } from './zh-cn/reader.ts';
import { search } from './zh-cn/search.ts';
import { sheetEditor } from './zh-cn/sheet-editor.ts';
import { sheet } from './zh-cn/sheet.ts';
import { shell } from './zh-cn/shell.ts';
import { sorting } from './zh-cn/sorting.ts';
import { states } from './zh-cn/states.ts';
import { tools } from './zh-cn/tools.ts';
import { team } from './zh-cn/team.ts';
import { userSetting } from './zh-cn/user-setting.ts';
import { user } from './zh-cn/user.ts';

export const zhCn: Texts = {
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
};
