import { AxeBuilder } from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openEditor } from './editor-page.ts';
import { createCaller } from './sample-item.ts';
import type { Site } from './site.ts';
import { confirmPassword, PASSWORD, registerAdmin, registerByApi, uniqueName } from './users.ts';

const SECURITY = '/admin/index?tab=security';

const age = (site: Site, username: string, interval: string) =>
  site.query(
    `update device set addtime = now() - $2::interval, last_used_time = now() - $2::interval,
      confirmed_time = null
      where uid = (select uid from "user" where username = $1)`,
    [username, interval],
  );

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test('an administrator limits the console to networks by keyboard, and is kept out elsewhere', async ({
  page,
  browser,
  site,
  text,
}) => {
  // The other one logs in from another address.
  await registerAdmin(await browser.newPage({ baseURL: site.url }), site);
  await registerAdmin(page, site);
  const call = createCaller(page.request, site);
  const { own_address } = await call(calls.adminSecurity.load, {});
  await page.goto(SECURITY);
  const title = text('adminSecurity.consoleNetworks');
  await page.getByRole('switch', { name: title }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: text('adminSetting.save') }).click();
  const missing = text('adminSecurity.ownMissing', { address: own_address });
  await expect(page.getByRole('alert').filter({ hasText: missing })).toBeVisible();
  const field = page.getByLabel(text('adminSecurity.newNetwork', { list: title }));
  await field.fill('203.0.113.24');
  await page.keyboard.press('Tab');
  await page.keyboard.type('VPN');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: text('adminSecurity.addOwn', { address: own_address }) })
    .click();
  const here = text('adminSecurity.youAreHere', { address: own_address });
  await expect(page.getByRole('table', { name: title }).getByText(here)).toBeVisible();
  await page.getByRole('button', { name: text('adminSetting.save') }).click();
  const question = page.getByRole('dialog', { name: text('adminSecurity.stricterTitle') });
  await question.getByRole('button', { name: text('adminSetting.save') }).click();
  await expect(page.getByText(text('adminSetting.saved'))).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ['light', 'dark']) {
      await page.evaluate((value) => {
        document.documentElement.dataset['theme'] = value;
      }, theme);
      await expectAccessible(page);
    }
    const isWider = () =>
      document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(isWider)).toBe(false);
  }

  const elsewhere = await browser.newContext({
    baseURL: site.url,
    locale: text('adminSecurity.title') === 'Security' ? 'en-GB' : 'zh-CN',
    storageState: await page.context().storageState(),
    extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.7' },
  });
  const outside = await elsewhere.newPage();
  await outside.goto(SECURITY);
  await expect(
    outside.getByText(text('adminSecurity.refusedText', { address: '198.51.100.7' })),
  ).toBeVisible();
  await expectAccessible(outside);
  await outside.goto('/item/index');
  await expect(outside.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(outside).toHaveURL(/\/item\/index$/);

  await call(calls.adminSecurity.save, { console_networks_on: 0, console_networks: [] });
  await outside.goto(SECURITY);
  await expect(outside.getByLabel(text('adminSecurity.idle'))).toBeVisible();
  await elsewhere.close();
});

test('a stricter rule says how many people it concerns before it is saved', async ({
  page,
  browser,
  site,
  text,
}) => {
  const colleague = await browser.newPage({ baseURL: site.url });
  await colleague.goto('/user/login');
  const username = uniqueName('tomas');
  await registerByApi(colleague, site, username);
  await registerAdmin(page, site);
  await age(site, username, '10 days');
  await page.goto(SECURITY);
  await page.getByLabel(text('adminSecurity.longest')).fill('9');
  await page.getByRole('button', { name: text('adminSetting.save') }).click();
  const dialog = page.getByRole('dialog', { name: text('adminSecurity.stricterTitle') });
  const concerned = text('adminSecurity.sessionsEnd', { sessions: 1, users: 1 });
  await expect(dialog.getByText(concerned)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: text('shell.cancel') }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: text('adminSetting.save') }).click();
  await dialog.getByRole('button', { name: text('adminSetting.save') }).click();
  await expect(page.getByText(text('adminSetting.saved'))).toBeVisible();
  await colleague.goto('/team/index');
  await colleague.waitForURL('**/user/login?**');
  await createCaller(page.request, site)(calls.adminSecurity.save, { session_max_days: 30 });
});

test('text of an idle session is kept, and saved after a new login in place', async ({
  page,
  browser,
  site,
  text,
}) => {
  const { username, editor, contentOf } = await openEditor(page, site, text);
  const adminPage = await browser.newPage({ baseURL: site.url });
  await registerAdmin(adminPage, site);
  const admin = createCaller(adminPage.request, site);
  await editor.append(' before the pause');
  await age(site, username, '5 days');
  await admin(calls.adminSecurity.save, { session_idle_days: 4 });
  await editor.save();
  const dialog = page.getByRole('dialog', { name: text('editor.loginTitle') });
  await dialog.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(editor.saved).toBeVisible();
  expect(await contentOf()).toContain(' before the pause');
  await admin(calls.adminSecurity.save, { session_idle_days: 14 });
});

test('the console asks again after some minutes, and keeps what was entered', async ({
  page,
  browser,
  site,
  text,
}) => {
  const username = await registerAdmin(page, site);
  const colleague = await browser.newPage({ baseURL: site.url });
  await registerAdmin(colleague, site);
  const call = createCaller(colleague.request, site);
  await page.goto(SECURITY);
  await page.getByLabel(text('adminSecurity.minLength')).fill('12');
  await age(site, username, '1 hour');
  // Also renews what the server remembers of the sessions.
  await call(calls.adminSecurity.save, { console_confirm_minutes: 30 });
  await page.getByRole('button', { name: text('adminSetting.save') }).click();
  await expect(page.getByRole('dialog', { name: text('passkey.confirmTitle') })).toBeVisible();
  await expectAccessible(page);
  await confirmPassword(page, text);
  await page.getByRole('button', { name: text('adminSetting.save') }).click();
  await expect(page.getByText(text('adminSetting.saved'))).toBeVisible();
  expect(await call(calls.adminSecurity.load, {})).toMatchObject({ password_min_length: 12 });
  await call(calls.adminSecurity.save, { console_confirm_minutes: 0, password_min_length: 8 });
});
