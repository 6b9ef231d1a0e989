import type { Page } from '@playwright/test';
import { servicesEnv } from '../scripts/services/state.ts';
import { addDirectoryPerson } from '../apps/server/src/testing/directory-person.ts';
import { signWith } from '../apps/server/src/testing/sign-link.ts';
import { expect, test } from './fixtures.ts';
import { comeAsAdmin, makeAdmin, newName, PASSWORD, registerByCall } from './people.ts';

test('an administrator makes, disables and deletes a user, whose item goes to somebody', async ({
  page,
  site,
  text,
}) => {
  const admin = await comeAsAdmin(page, site);
  await page.goto('/admin/index');
  const username = newName('tomas');

  await page.getByRole('button', { name: text('adminUser.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(text('user.username'), { exact: true }).fill(username);
  await dialog.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByLabel(text('userSetting.name'), { exact: true }).fill('Tomas Kral');
  await dialog.getByRole('button', { name: text('adminUser.save') }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('searchbox', { name: text('adminUser.search') }).fill(username);
  const rows = page.getByRole('table', { name: text('adminUser.title') }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Tomas Kral');

  await page.getByRole('button', { name: text('adminUser.disable', { username }) }).click();
  await dialog.getByRole('button', { name: text('adminUser.disableAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toContainText(text('adminUser.disabled'));
  await page.getByRole('button', { name: text('adminUser.enable', { username }) }).click();
  await dialog.getByRole('button', { name: text('adminUser.enableAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toContainText(text('adminUser.ordinary'));

  const item = newName('Harbor');
  await site.query(
    'insert into item (item_name, uid) select $1, uid from "user" where username = $2',
    [item, username],
  );
  await page.getByRole('button', { name: text('adminUser.delete', { username }) }).click();
  await dialog.getByLabel(text('adminUser.heir')).fill(admin);
  await dialog.getByRole('button', { name: text('adminUser.deleteAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text('adminUser.noMatchTitle'))).toBeVisible();

  await page.getByRole('link', { name: text('adminItem.title'), exact: true }).click();
  await page.getByRole('searchbox', { name: text('adminItem.itemName') }).fill(item);
  await page.getByRole('button', { name: text('adminItem.search'), exact: true }).click();
  const items = page.getByRole('table', { name: text('adminItem.title') }).locator('tbody tr');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(admin);
  await page.getByRole('button', { name: text('adminItem.delete', { item }) }).click();
  await dialog.getByRole('button', { name: text('adminItem.deleteAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text('adminItem.noMatchTitle'))).toBeVisible();
  await page.getByText(text('adminItem.deleted'), { exact: true }).click();
  await page.getByRole('button', { name: text('adminItem.recover', { item }) }).click();
  await dialog.getByRole('button', { name: text('adminItem.recoverAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text('adminItem.noMatchTitle'))).toBeVisible();
});

test('an administrator connects a directory, tests it, and its people log in', async ({
  browser,
  page,
  site,
  text,
}) => {
  const services = servicesEnv();
  const admin = newName('harbor.admin');
  const username = newName('wangjing');
  const password = 'lighthouse keeper 9';
  await addDirectoryPerson(services, { username, name: '王静', password });
  await page.goto('/user/login');
  await registerByCall(page, site, admin);
  await makeAdmin(page, site, admin);
  await page.goto('/admin/index?tab=login');

  await page.getByLabel(text('adminLogin.ldapOpen')).check();
  await page.getByLabel(text('adminLogin.host'), { exact: true }).fill('127.0.0.1');
  await page
    .getByLabel(text('adminLogin.port'), { exact: true })
    .fill(services['TEST_LDAP_PORT'] ?? '');
  await page.getByLabel(text('adminLogin.baseDn')).fill(`ou=people,${services['TEST_LDAP_BASE']}`);
  await page.getByLabel(text('adminLogin.bindDn')).fill(services['TEST_LDAP_BIND_DN'] ?? '');
  const bindPassword = page.getByLabel(text('adminLogin.bindPassword'));

  await bindPassword.fill('not the password');
  await page.getByLabel(text('adminLogin.testUsername')).fill(username);
  await page.getByLabel(text('adminLogin.testPassword'), { exact: true }).fill(password);
  const tryOut = page.getByRole('button', { name: text('adminLogin.testAction'), exact: true });
  const steps = page.getByRole('listitem').filter({ hasText: text('adminLogin.bind') });
  await tryOut.click();
  await expect(steps).toBeVisible();
  await expect(page.getByText(text('adminLogin.login'))).toBeHidden();
  await bindPassword.fill(services['TEST_LDAP_PASSWORD'] ?? '');
  await tryOut.click();
  await expect(page.getByText(text('adminLogin.login'))).toBeVisible();
  await expect(page.getByText(username).last()).toBeVisible();

  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await expect(page.getByText(text('adminLogin.saved'))).toBeVisible();

  const theirs = await browser.newContext({ baseURL: site.url });
  const login = await theirs.newPage();
  await login.goto('/user/login');
  await login.getByRole('textbox').first().fill(username);
  await login.locator('input[type=password]').fill(password);
  await login.locator('form button[type=submit]').click();
  await expect(login).toHaveURL(/\/item\/index$/);
  await theirs.close();
  // The site is shared with other stories.
  await page.getByLabel(text('adminLogin.ldapOpen')).uncheck();
  const saved = page.waitForResponse(/saveLdapConfig/);
  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await saved;
});

test('an administrator looks at the engines, gives a dead job up, and takes the log away', async ({
  page,
  site,
  text,
}) => {
  const admin = await comeAsAdmin(page, site);
  const reason = newName('mailbox is full');
  await site.query(
    `insert into pgboss.job (name, state, completed_on, output)
     values ('audit-purge', 'failed', now(), jsonb_build_object('message', $1::text))`,
    [reason],
  );
  await page.goto('/admin/index?tab=diagnostics');
  const database = page.getByRole('listitem').filter({ hasText: 'PostgreSQL' });
  await expect(database).toContainText(/\d ms/);
  const address = `${newName('harbor')}@harbor.test`;
  await page.getByLabel(text('adminSetting.mailTo')).fill(address);
  await page.getByRole('button', { name: text('adminSetting.mailTest') }).click();
  const [sentIn = ''] = text('adminSetting.mailSent', { time: 0 }).split('0');
  await expect(page.getByText(sentIn)).toBeVisible();
  const job = page.getByRole('row').filter({ hasText: reason });
  const discard = text('adminSystem.discard', { job: 'audit-purge' });
  await job.getByRole('button', { name: discard }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: text('adminSystem.discardAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(job).toHaveCount(0);

  await page.getByRole('link', { name: text('audit.title'), exact: true }).click();
  await page.getByRole('searchbox', { name: text('audit.search') }).fill(admin);
  await expect(
    page.getByRole('cell', { name: text('audit.adminSystemDiscardJobs') }),
  ).toBeVisible();
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: text('audit.csv') }).click();
  expect((await begun).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
});

test('an administrator puts a banner above every page, and a visitor closes it', async ({
  browser,
  page,
  site,
  text,
}) => {
  await comeAsAdmin(page, site);
  const headers = { origin: site.url };
  const made = await page.request.post(`${site.url}/api/item/add`, {
    headers,
    data: { item_name: newName('Tides') },
  });
  const { data } = (await made.json()) as { data: { item_id: number } };
  await page.goto('/admin/index?tab=announcements');
  const words = '<b>Maintenance</b> at 18:00 十八点维护';
  await page.getByLabel(text('admin.bannerText')).fill(`${words}\nSave your work.`);
  await page.getByText(text('admin.bannerWarning'), { exact: true }).click();
  const save = page.getByRole('button', { name: text('admin.bannerSave') });
  await save.click();
  await expect(page.getByText(text('admin.bannerSaved'))).toBeVisible();
  await page.reload();
  await expect(page.locator('#site-banner')).toContainText(words);

  const guest = await browser.newContext({ baseURL: site.url, locale: await localeOf(page) });
  const reader = await guest.newPage();
  await reader.goto(`/${data.item_id}`);
  const banner = reader.getByRole('complementary', { name: text('admin.bannerName') });
  await expect(banner).toContainText(words);
  await banner.getByRole('button', { name: text('admin.bannerClose') }).click();
  await expect(banner).toHaveCount(0);
  // Closed on this device: neither the reader nor the screens of the application bring it back.
  for (const address of [`/${data.item_id}`, '/user/login']) {
    await reader.goto(address);
    await expect(reader.getByRole('heading').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
  }
  await guest.close();

  // The site is shared with other stories.
  await page.getByLabel(text('admin.bannerText')).fill('');
  await save.click();
  await expect(page.getByText(text('admin.bannerSaved'))).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(text('admin.bannerText'))).toHaveValue('');
  await expect(page.locator('#site-banner')).toHaveCount(0);
});

test('another system logs people in by links that it signs, once each', async ({
  browser,
  page,
  site,
  text,
  language,
}) => {
  const admin = await comeAsAdmin(page, site);
  await page.goto('/admin/index?tab=login');
  const tab = page.getByRole('link', { name: text('adminLoginKey.title') });
  let key = '';
  if (language === 'zh-cn') {
    await tab.click();
    const name = text('adminLoginKey.key');
    await page.getByRole('button', { name: text('shell.showSecret', { name }) }).click();
    const field = page.getByRole('textbox', { name, exact: true });
    await expect(field).not.toHaveValue(/•/);
    key = await field.inputValue();
  } else {
    // Only the Chinese console has this tab; the links open whatever language people read.
    await expect(page.getByRole('link', { name: text('adminLogin.oauth2') })).toBeVisible();
    await expect(tab).toHaveCount(0);
    const shown = await page.request.post(`${site.url}/api/adminSetting/getLoginSecretKey`, {
      headers: { origin: site.url },
      data: {},
    });
    key = ((await shown.json()) as { data: { login_secret_key: string } }).data.login_secret_key;
  }
  const username = newName('portal');
  const link = (person: string) => {
    const query = new URLSearchParams(signWith(key, { username: person, now: Date.now() }));
    return `/api/ExtLogin/bySecretKey?${query}&redirect=/user/setting`;
  };
  const theirs = await browser.newContext({ baseURL: site.url, locale: await localeOf(page) });
  const visit = await theirs.newPage();
  const once = link(username);
  await visit.goto(once);
  await expect(visit).toHaveURL(/\/user\/setting$/);
  await expect(visit.getByText(username).first()).toBeVisible();
  for (const spent of [once, link(admin)]) {
    await theirs.clearCookies();
    await visit.goto(spent);
    await expect(visit).toHaveURL(/\/user\/login/);
    await expect(visit.getByRole('alert').first()).toBeVisible();
  }
  await theirs.close();
});

const localeOf = (page: Page) => page.evaluate(() => navigator.language);
