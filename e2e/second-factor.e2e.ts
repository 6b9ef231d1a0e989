import { createHmac } from 'node:crypto';
import { calls } from '@octavo/contract';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Translate } from './fixtures.ts';
import { openEditor } from './editor-page.ts';
import { createCaller } from './sample-item.ts';
import { confirmPassword, PASSWORD, registerAdmin, registerByApi, uniqueName } from './users.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** Does what an authenticator app does: RFC 6238 with SHA-1, 30 seconds and 6 digits. */
function appCode(secret: string, steps = 0): string {
  const bits = secret
    .split('')
    .map((each) => BASE32.indexOf(each).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Goes through the dialog of the set-up; returns the secret and the recovery codes. */
async function setUp(page: Page, text: Translate) {
  await confirmPassword(page, text);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: text('userSetting.totpQr') })).toBeVisible();
  const code = dialog.getByLabel(text('user.factorCode'), { exact: true });
  await expect(code).toBeFocused();
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  await code.fill(appCode(secret));
  await dialog.getByRole('button', { name: text('userSetting.totpSetUp') }).click();
  await expect(dialog.getByText(text('userSetting.recoveryText'))).toBeVisible();
  const codes = await dialog.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: text('userSetting.recoveryDone') }).click();
  await expect(dialog).toBeHidden();
  return { secret, codes };
}

async function logInAgain(page: Page, text: Translate, username: string): Promise<Locator> {
  await page.context().clearCookies();
  await page.goto('/user/login');
  await page.getByLabel(text('user.usernameOrEmail'), { exact: true }).fill(username);
  await page.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: text('user.loginSubmit') }).click();
  const code = page.getByLabel(text('user.factorCode'), { exact: true });
  await expect(code).toBeFocused();
  return code;
}

test('a user sets up an authenticator app, logs in with it and with a recovery code, and turns it off', async ({
  page,
  site,
  text,
}) => {
  const username = uniqueName('wei');
  await page.goto('/user/login');
  await registerByApi(page, site, username);
  await page.goto('/user/setting?tab=security');
  await page.getByRole('button', { name: text('userSetting.totpSetUp'), exact: true }).click();
  const { secret, codes } = await setUp(page, text);
  await expect(page.getByText(text('userSetting.totpOn'), { exact: true })).toBeVisible();

  const code = await logInAgain(page, text, username);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(text('errors.factorCodeWrong'))).toBeVisible();
  // The code of the set-up was used; that of the next step is accepted already.
  await code.fill(appCode(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/item/index');

  await (await logInAgain(page, text, username)).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/item/index');

  await page.goto('/user/setting?tab=security');
  await expect(
    page.getByText(text('userSetting.recoveryLeft', { left: 9, total: 10 })),
  ).toBeVisible();
  await page.getByRole('button', { name: text('userSetting.totpRemove'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('userSetting.totpRemove') })
    .click();
  const confirmation = page.getByRole('dialog', { name: text('passkey.confirmTitle') });
  await expect(confirmation.getByLabel(text('itemSetting.loginPassword'))).toHaveCount(0);
  await confirmation.getByLabel(text('user.factorCode'), { exact: true }).fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText(text('userSetting.totpRemoved'))).toBeVisible();
  await expect(page.getByText(text('userSetting.totpOff'), { exact: true })).toBeVisible();
});

test('an administrator requires two-factor login, and every screen leads to the set-up', async ({
  page,
  browser,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  const colleague = await browser.newPage({ baseURL: site.url });
  await colleague.goto('/user/login');
  await registerByApi(colleague, site, uniqueName('tomas'));
  await page.goto('/admin/index?tab=security');
  await page.getByRole('radio', { name: text('adminSecurity.staff'), exact: true }).check();
  await page.getByLabel(text('adminSecurity.days'), { exact: true }).fill('0');
  await page.getByRole('button', { name: text('adminSetting.save') }).click();
  await expect(page.getByText(text('adminSetting.saved'))).toBeVisible();
  await page.goto('/team/index');
  await page.waitForURL('**/user/second-factor?redirect=%2Fteam%2Findex');
  await colleague.goto('/team/index');
  await expect(colleague).toHaveURL(/\/team\/index$/);
  await page.getByRole('button', { name: text('user.setUpSubmit') }).click();
  await setUp(page, text);
  await page.waitForURL('**/team/index');
  const call = createCaller(page.request, site);
  await call(calls.adminSecurity.save, { second_factor_for: 'none' });
});

test('an expired session is renewed in place with the second factor, and the text is saved', async ({
  page,
  site,
  text,
  context,
}) => {
  const { call, editor, contentOf } = await openEditor(page, site, text);
  const { secret } = await call(calls.secondFactor.startTotp, { password: PASSWORD });
  await call(calls.secondFactor.confirmTotp, { factor_code: appCode(secret) });
  await editor.append(' before the end');
  await context.clearCookies();
  await editor.save();
  const dialog = page.getByRole('dialog', { name: text('editor.loginTitle') });
  await dialog.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const code = dialog.getByLabel(text('user.factorCode'), { exact: true });
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(text('errors.factorCodeWrong'))).toBeVisible();
  await context.setOffline(true);
  await code.fill(appCode(secret, 1));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(text('errors.factorCodeWrong'))).toBeHidden();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: text('editor.loginSubmit') }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(editor.saved).toBeVisible();
  expect(await contentOf()).toContain(' before the end');
});
