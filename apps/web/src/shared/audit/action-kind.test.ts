import { expect, it } from 'vitest';
import { actionKind } from './action-kind.ts';

it.each([
  ['item.delete', 'error'],
  ['adminItem.deleteItem', 'error'],
  ['adminUser.deleteUser', 'error'],
  ['open.deletePage', 'error'],
  ['item.archive', 'error'],
  ['team.attorn', 'warning'],
  ['adminItem.attorn', 'warning'],
  ['item.resetKey', 'warning'],
  ['adminSetting.resetLoginSecretKey', 'warning'],
  ['user.resetPasswordByUrl', 'warning'],
  ['adminSetting.saveConfig', 'plum'],
  ['adminSetting.uploadLogo', 'plum'],
  ['adminSetting.getLoginSecretKey', 'plain'],
  ['user.login', 'plain'],
  ['user.loginFailed', 'warning'],
  ['adminUser.grantAdmin', 'warning'],
  ['adminUser.setRole', 'warning'],
  ['adminUser.setLocalAccess', 'warning'],
  ['adminUser.disableAccount', 'error'],
  ['adminUser.enableAccount', 'plain'],
])('%s has the kind %s', (action, kind) => {
  expect(actionKind(action)).toBe(kind);
});
