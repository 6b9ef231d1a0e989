import { accessToken } from './access-token.ts';
import { addItem } from './add-item.ts';
import { admin } from './admin.ts';
import { attachment } from './attachment.ts';
import { audit } from './audit.ts';
import { catalog } from './catalog.ts';
import { diff } from './diff.ts';
import { drafts } from './drafts.ts';
import { editor } from './editor.ts';
import { errors } from './errors.ts';
import { exporting } from './export.ts';
import { favourite } from './favourite.ts';
import { form } from './form.ts';
import { httpTest } from './http-test.ts';
import { importing } from './import.ts';
import { itemGroup } from './item-group.ts';
import { itemPassword } from './item-password.ts';
import { itemSetting } from './item-setting.ts';
import { item } from './item.ts';
import { landing } from './landing.ts';
import { member } from './member.ts';
import { myItems } from './my-items.ts';
import { notice } from './notice.ts';
import { page } from './page.ts';
import { passkey } from './passkey.ts';
import { reader } from './reader.ts';
import { search } from './search.ts';
import { sheetEditor } from './sheet-editor.ts';
import { sheet } from './sheet.ts';
import { shell } from './shell.ts';
import { sorting } from './sorting.ts';
import { states } from './states.ts';
import { tools } from './tools.ts';
import { team } from './team.ts';
import { userSetting } from './user-setting.ts';
import { user } from './user.ts';

/** Texts that the application loads at startup. */
export const workspace = {
  accessToken,
  addItem,
  admin,
  attachment,
  audit,
  catalog,
  diff,
  drafts,
  editor,
  errors,
  exporting,
  favourite,
  form,
  httpTest,
  importing,
  item,
  itemGroup,
  itemPassword,
  itemSetting,
  landing,
  member,
  myItems,
  notice,
  page,
  passkey,
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
