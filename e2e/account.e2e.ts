import { calls } from '@octavo/contract';
import { en } from '@octavo/texts/en';
import { zhCn } from '@octavo/texts/zh-cn';
import { expect, test } from './fixtures.ts';
import { uniqueName, PASSWORD, solveCaptcha, registerByApi } from './users.ts';
import { createCaller } from './sample-item.ts';

const NEW_PASSWORD = 'quiet water 1987';

test('a user registers, changes the password, logs out, fails to log in five times and logs in again', async ({
  page,
  context,
  site,
  text,
}) => {
  const username = uniqueName('mei');

  await test.step('register', async () => {
    await page.goto('/user/register');
    await page.getByLabel(text('user.username'), { exact: true }).fill(username);
    await page.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(text('user.repeatPassword')).fill('something else');
    await page.getByLabel(text('shell.captcha'), { exact: true }).click();
    await expect(page.getByText(text('user.passwordsDiffer'))).toBeVisible();
    await page.getByLabel(text('user.repeatPassword')).fill(PASSWORD);
    const code = await solveCaptcha(context, site, 'register');
    await page.getByLabel(text('shell.captcha'), { exact: true }).fill(code.toLowerCase());
    await page.getByRole('button', { name: text('user.registerSubmit') }).click();
    await page.waitForURL('**/item/index');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('token');
  });

  await test.step('settings: name and password', async () => {
    await page.goto('/user/setting');
    await expect(page.getByText(username).first()).toBeVisible();
    await page.getByLabel(text('userSetting.name'), { exact: true }).fill('Mei Lin 林美');
    await page.keyboard.press('Enter');
    await expect(page.getByText(text('userSetting.saved'), { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(text('userSetting.name'), { exact: true })).toHaveValue(
      'Mei Lin 林美',
    );

    await page.getByRole('button', { name: text('userSetting.changePassword') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('userSetting.currentPassword'), { exact: true }).fill(PASSWORD);
    await dialog.getByLabel(text('user.newPassword'), { exact: true }).fill(NEW_PASSWORD);
    await dialog.getByRole('button', { name: text('userSetting.changePassword') }).click();
    await expect(page.getByText(text('userSetting.passwordDone'))).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('log out', async () => {
    await page
      .getByRole('button', { name: text('shell.logOut'), exact: true })
      .first()
      .click();
    await expect(page.getByText(text('shell.loginRegister')).first()).toBeVisible();
  });

  await test.step('five failed logins require a captcha', async () => {
    await page.goto('/user/setting');
    await page.waitForURL('**/user/login?redirect=*');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/user/setting');
    const submit = page.getByRole('button', { name: text('user.loginSubmit') });
    await page.getByLabel(text('user.usernameOrEmail')).fill(username);
    for (let tries = 0; tries < 5; tries += 1) {
      await page.getByLabel(text('user.password'), { exact: true }).fill(`wrong ${tries}`);
      await Promise.all([page.waitForResponse('**/api/user/login'), submit.click()]);
      const errorKey = tries < 4 ? 'errors.wrongLogin' : 'errors.captchaNeeded';
      await expect(page.getByText(text(errorKey))).toBeVisible();
      // A further alert is delayed by half a second.
      await page.waitForTimeout(600);
    }
    await expect(page.getByLabel(text('shell.captcha'), { exact: true })).toBeVisible();
  });

  await test.step('log in and follow the redirect', async () => {
    await page.getByLabel(text('user.password'), { exact: true }).fill(NEW_PASSWORD);
    const code = await solveCaptcha(context, site, 'login');
    await page.getByLabel(text('shell.captcha'), { exact: true }).fill(code);
    await page.getByRole('button', { name: text('user.loginSubmit') }).click();
    await page.waitForURL('**/user/setting');
    await expect(page.getByLabel(text('userSetting.name'), { exact: true })).toHaveValue(
      'Mei Lin 林美',
    );
  });
});

test('a new device uses the language of the account from the first screen on', async ({
  page,
  browser,
  site,
  text,
  locale,
  language,
  host,
}) => {
  // Requests from outside the browser cannot resolve the intranet host name.
  test.skip(host !== 'localhost');
  const username = uniqueName('mei');
  await page.goto('/');
  await registerByApi(page, site, username);
  const other = language === 'en' ? 'zh-cn' : 'en';
  await createCaller(page.request, site)(calls.user.updateInfo, { language: other });
  const [own, foreign] = language === 'en' ? [zhCn, en] : [en, zhCn];

  const context = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
  const device = await context.newPage();
  // Records every text on the screen, even if it is visible only for a moment.
  await device.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('main :is(h1, button, a)'))
        seen.add(textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const seen = () => device.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);

  await test.step('after the login form, which uses the language of the browser', async () => {
    await device.goto('/user/login');
    await device.getByLabel(text('user.usernameOrEmail')).fill(username);
    await device.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
    await device.getByRole('button', { name: text('user.loginSubmit') }).click();
    await device.waitForURL('**/item/index');
    await expect(device.getByRole('main').getByText(own.myItems.newItem).first()).toBeVisible();
    expect(await seen()).not.toContain(foreign.myItems.newItem);
  });

  await test.step('in a document opened with a session cookie', async () => {
    const cookies = await context.cookies();
    await context.clearCookies();
    await context.addCookies(cookies.filter(({ name }) => name !== 'octavo-language'));
    await device.evaluate(() => localStorage.clear());
    const answer = await device.goto('/item/index');
    expect(await answer?.text()).toContain(`<html lang="${other === 'en' ? 'en' : 'zh-CN'}"`);
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'private, no-cache' });
    await expect(device.getByRole('main').getByText(own.myItems.newItem).first()).toBeVisible();
    expect(await seen()).not.toContain(foreign.myItems.newItem);
  });

  await test.step('a visitor gets the language of the browser', async () => {
    const visitor = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
    const stranger = await visitor.newPage();
    await stranger.goto('/user/login');
    await expect(stranger.locator('html')).toHaveAttribute(
      'lang',
      language === 'en' ? 'en' : 'zh-CN',
    );
    await visitor.close();
  });
  await context.close();
});

test('passkeys are offered where browsers allow them, and otherwise the reason is shown', async ({
  page,
  site,
  text,
  host,
}) => {
  const isSecure = host === 'localhost';
  await page.goto('/user/login');
  await expect(page.getByRole('button', { name: text('user.loginSubmit') })).toBeVisible();
  await expect(page.getByRole('button', { name: text('passkey.use') })).toHaveCount(
    isSecure ? 1 : 0,
  );
  // The calls of a test cannot resolve the host name of the intranet.
  if (!isSecure) return;
  await registerByApi(page, site, uniqueName('wei'));
  await page.goto('/user/setting?tab=security');
  await expect(page.getByRole('button', { name: text('userSetting.totpSetUp') })).toBeVisible();
  await expect(page.getByRole('button', { name: text('passkey.add') })).toBeVisible();
  await expect(page.getByText(text('passkey.needsHttps'))).toHaveCount(0);
});
