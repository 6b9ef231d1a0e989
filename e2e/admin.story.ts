import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { servicesEnv } from '../scripts/services/state.ts';
import { addDirectoryPerson } from '../apps/server/src/testing/directory-person.ts';
import { PICTURE } from '../apps/server/src/testing/with-file.ts';
import { signWith } from '../apps/server/src/testing/sign-link.ts';
import { keepFiles } from './files.ts';
import { expect, test } from './fixtures.ts';
import { comeAsAdmin, makeAdmin, newName, PASSWORD, registerByCall } from './people.ts';

test('an administrator makes, disables and deletes a user, whose item goes to somebody', async ({
  page,
  site,
  text,
}) => {
  await page.goto('/user/login');
  const admin = newName('harbor.admin');
  await registerByCall(page, site, admin);
  await page.goto('/admin/index');
  await expect(page.getByText(text('admin.noRightText', { username: admin }))).toBeVisible();
  await makeAdmin(page, site, admin);
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
  const disable = dialog.getByRole('button', { name: text('adminUser.disableAction') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await disable.hover();
  // Its words are dark there: a dark ground under the pointer would hide them.
  await expect(disable).toHaveCSS('background-color', 'rgb(255, 143, 138)');
  await page.emulateMedia({ colorScheme: 'light' });
  await disable.click();
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
  // The field comes with the answer of what they own.
  await expect(dialog.getByRole('button', { name: text('shell.cancel') })).toBeFocused();
  await dialog.getByLabel(text('adminUser.heir')).fill(admin);
  await dialog.getByRole('button', { name: text('adminUser.deleteAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text('search.nothingTitle', { keyword: username }))).toBeVisible();
  await page.getByRole('button', { name: text('search.clear') }).press('Enter');
  await expect(page.getByRole('searchbox', { name: text('adminUser.search') })).toBeFocused();
  await expect(rows).not.toHaveCount(0);

  await page.getByRole('link', { name: text('adminItem.title'), exact: true }).click();
  await page.getByRole('searchbox', { name: text('adminItem.itemName') }).fill(item);
  await page.getByRole('button', { name: text('adminItem.search'), exact: true }).click();
  const items = page.getByRole('table', { name: text('adminItem.title') }).locator('tbody tr');
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(admin);
  await page.getByRole('button', { name: text('adminItem.delete', { item }) }).click();
  await dialog.getByRole('button', { name: text('adminItem.deleteAction') }).click();
  await expect(dialog).toBeHidden();
  const none = page.getByText(text('search.nothingTitle', { keyword: item }));
  await expect(none).toBeVisible();
  await page.getByText(text('adminItem.deleted'), { exact: true }).click();
  await page.getByRole('button', { name: text('adminItem.recover', { item }) }).click();
  await dialog.getByRole('button', { name: text('adminItem.recoverAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(none).toBeVisible();
});

test('an administrator with a phone finds every section and what can be done with a user', async ({
  page,
  site,
  text,
}) => {
  const username = await comeAsAdmin(page, site);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/index?tab=items');
  const menu = page.getByRole('button', { name: text('admin.sections') });
  const users = page.getByRole('link', { name: text('adminUser.title'), exact: true });
  await expect(menu).toBeVisible();
  await expect(users).toBeHidden();
  await menu.press('Enter');
  await users.press('Enter');
  await expect(
    page.getByRole('heading', { name: text('adminUser.title'), level: 1 }),
  ).toBeVisible();
  await expect(users).toBeHidden();
  // The button that opened the menu went with its section.
  await expect(page.locator('#main')).toBeFocused();

  const search = page.getByRole('searchbox', { name: text('adminUser.search') });
  await menu.press('Enter');
  await page.getByRole('link', { name: text('search.misses') }).press('Tab');
  // The Tab key leaves no menu open over where it is, and follows what one sees.
  await expect(users).toBeHidden();
  await expect(page.getByRole('button', { name: text('adminUser.add') })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(search).toBeFocused();

  await search.fill(username);
  const row = page.getByRole('row').filter({ hasText: username });
  const devices = page.getByRole('button', { name: text('adminUser.devices', { username }) });
  await expect(devices).toBeHidden();
  const more = row.getByRole('button', { name: text('team.actions') });
  await expect(more).toHaveAccessibleName(`${text('team.actions')} ${username}`);
  await more.press('Enter');
  await devices.press('Enter');
  await expect(devices).toBeHidden();
  await expect(page.getByRole('dialog')).toContainText(username);
});

test('the tables of the console keep room for names on a small laptop', async ({
  page,
  site,
  text,
}) => {
  const username = await comeAsAdmin(page, site);
  await keepFiles(page, site, { 'settlement-format-2026.pdf': Buffer.from('%PDF-1.7') });
  await page.setViewportSize({ width: 1000, height: 800 });
  const cells = {
    attachments: 'settlement-format-2026.pdf',
    audit: `${text('adminAudit.password')}${text('audit.between')}`,
  };
  for (const [tab, hasText] of Object.entries(cells)) {
    await page.goto(`/admin/index?tab=${tab}`);
    const row = page.getByRole('row').filter({ hasText: username }).filter({ hasText });
    await expect(row.first()).toBeVisible();
    expect((await row.first().boundingBox())?.height).toBeLessThan(100);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1000);
  }
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
  await page.getByLabel(text('adminLogin.bindDn')).fill(services['TEST_LDAP_BIND_DN'] ?? '');
  const bindPassword = page.getByLabel(text('adminLogin.bindPassword'));

  await bindPassword.fill('not the password');
  await page.getByLabel(text('adminLogin.userField')).fill('sAMAccountName');
  await page.getByLabel(text('adminLogin.testUsername')).fill(username);
  await page.getByLabel(text('adminLogin.testPassword'), { exact: true }).fill(password);
  const tryOut = page.getByRole('button', { name: text('adminLogin.testAction'), exact: true });
  await tryOut.click();
  await expect(page.getByText(text('adminLogin.testMissing'))).toBeVisible();
  const base = page.getByLabel(text('adminLogin.baseDn'));
  await base.fill(`ou=nowhere,${services['TEST_LDAP_BASE']}`);
  const step = (name: 'bind' | 'baseDn' | 'search' | 'login') =>
    page.getByRole('listitem').filter({ hasText: text(`adminLogin.${name}`) });
  await tryOut.click();
  await expect(step('bind')).toContainText(text('adminLogin.refused'));
  await expect(step('login')).toContainText(text('adminLogin.untried'));
  await bindPassword.fill(services['TEST_LDAP_PASSWORD'] ?? '');
  await tryOut.click();
  const found = services['TEST_LDAP_BASE'] ?? '';
  await expect(step('baseDn')).toContainText(text('adminLogin.baseInstead', { found }));
  await expect(step('search')).toContainText(text('adminLogin.untried'));
  await base.fill(`ou=people,${services['TEST_LDAP_BASE']}`);
  await tryOut.click();
  // Nobody has this name there, but somebody in another field: it is taken over with one press.
  await step('search').getByRole('button').click();
  await expect(page.getByLabel(text('adminLogin.userField'))).toHaveValue('uid');
  await tryOut.click();
  await expect(step('login')).toContainText(username);

  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await expect(page.getByText(text('adminLogin.saved'))).toBeVisible();

  const theirs = await browser.newContext({ baseURL: site.url, locale: await localeOf(page) });
  const login = await theirs.newPage();
  await login.goto('/user/login');
  await login.getByRole('textbox').first().fill(username);
  await login.locator('input[type=password]').fill(password);
  await login.locator('form button[type=submit]').click();
  await expect(login).toHaveURL(/\/item\/index$/);

  // A directory that takes the connection and says nothing.
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await page.getByLabel(text('adminLogin.port'), { exact: true }).fill(String(port));
  const save = page.getByRole('button', { name: text('adminLogin.save'), exact: true });
  await save.click();
  // The password was entered for another one.
  await expect(page.getByText(text('errors.secretAgain'))).toBeVisible();
  await bindPassword.fill('whatever');
  const changed = page.waitForResponse(/saveLdapConfig/);
  await save.click();
  await changed;
  await theirs.clearCookies();
  await login.goto('/user/login');
  await login.getByRole('textbox').first().fill(newName('stranger'));
  await login.locator('input[type=password]').fill(password);
  await login.locator('form button[type=submit]').click();
  await expect(login.getByText(text('errors.directoryDown'))).toBeVisible({ timeout: 7000 });
  silent.close();
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
  const [reason, passing] = [newName('mailbox is full'), newName('connection lost')];
  for (const message of [reason, passing])
    await site.query(
      `insert into pgboss.job (name, state, completed_on, output)
       values ('audit-purge', 'failed', now(), jsonb_build_object('message', $1::text))`,
      [message],
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
  // The badge says in words what its number counts.
  const [, dead = ''] = text('adminSystem.dead', { count: 0 }).split('0');
  await expect(
    page.getByRole('link', { name: text('adminSystem.diagnostics') }),
  ).toHaveAccessibleName(new RegExp(`\\d${dead}$`));
  const dialog = page.getByRole('dialog');
  await job.getByRole('button', { name: text('adminSystem.details') }).click();
  const words = await dialog.getByText(reason).boundingBox();
  const edge = await dialog.boundingBox();
  expect((words?.x ?? 0) - (edge?.x ?? 0)).toBeGreaterThan(20);
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.locator(':focus')).toHaveCSS('outline', 'rgb(47, 79, 211) solid 2px');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const discard = text('adminSystem.discard', { job: text('adminSystem.jobAuditPurge') });
  await job.getByRole('button', { name: discard }).click();
  await dialog.getByRole('button', { name: text('adminSystem.discardAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(job).toHaveCount(0);
  const lost = page.getByRole('row').filter({ hasText: passing });
  await lost.getByRole('button', { name: text('adminSystem.retry') }).press('Enter');
  await expect(lost).toHaveCount(0);
  // The button went with its row; who works by keyboard goes on from the screen.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

  await page.getByRole('link', { name: text('audit.title'), exact: true }).click();
  await page.getByRole('searchbox', { name: text('audit.search') }).fill(admin);
  await expect(
    page.getByRole('cell', { name: text('audit.adminSystemDiscardJobs') }),
  ).toBeVisible();
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: text('audit.csv') }).click();
  expect((await begun).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
});

test('an administrator chooses a logo, which visitors see, and takes it away', async ({
  browser,
  page,
  site,
  text,
}) => {
  await comeAsAdmin(page, site);
  await page.goto('/admin/index?tab=settings');
  const address = page.getByRole('textbox', { name: text('adminSetting.siteLogo') });
  await expect(address).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: PICTURE,
  });
  await expect(page.getByText(text('adminSetting.logoChosen'))).toBeVisible();
  await expect(address).toHaveValue(/^\/file\//);
  const guest = await browser.newContext({ baseURL: site.url });
  const visit = await guest.newPage();
  await visit.goto('/user/login');
  const logo = visit.locator(`img[src="${await address.inputValue()}"]`).first();
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  // Also where the server draws it: an address without a page.
  await visit.goto('/nosuchitem');
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  // What is wrong is shown above the foot, which lies over the form.
  const versions = page.getByLabel(text('adminSetting.history'));
  await versions.fill('0');
  const save = page.getByRole('button', { name: text('adminSetting.save'), exact: true });
  await page.evaluate(() => scrollTo(0, 0));
  await save.click();
  await expect(versions).toBeFocused();
  const isOnTop = (field: Element) => {
    const { x, y, height } = field.getBoundingClientRect();
    return field.contains(document.elementFromPoint(x + 8, y + height / 2));
  };
  expect(await versions.evaluate(isOnTop)).toBe(true);
  await versions.fill('20');
  await page.getByText(text('adminSetting.homeItem'), { exact: true }).click();
  await save.click();
  // As the placeholder, and as what is missing.
  await expect(page.getByText(text('adminSetting.homeItemPick'))).toHaveCount(2);
  await page.getByText(text('adminSetting.homeFull'), { exact: true }).click();
  // The site is shared with other stories.
  await page.getByRole('button', { name: text('adminSetting.logoRemove') }).click();
  await save.click();
  await expect(page.getByText(text('adminSetting.saved'))).toBeVisible();
  await visit.reload();
  await expect(visit.getByRole('heading').first()).toBeVisible();
  await expect(visit.locator('img[src^="/file/"]')).toHaveCount(0);
  await guest.close();
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
  const first = link(username);
  await visit.goto(first);
  await expect(visit).toHaveURL(/\/user\/setting$/);
  await expect(visit.getByText(username).first()).toBeVisible();
  for (const spent of [first, link(admin)]) {
    await theirs.clearCookies();
    await visit.goto(spent);
    await expect(visit).toHaveURL(/\/user\/login/);
    await expect(visit.getByRole('alert').first()).toBeVisible();
  }
  await theirs.close();
});

const localeOf = (page: Page) => page.evaluate(() => navigator.language);
