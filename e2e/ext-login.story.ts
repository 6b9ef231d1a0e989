import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { servicesEnv } from '../scripts/services/state.ts';
import { addDirectoryPerson } from '../apps/server/src/testing/directory-person.ts';
import { signWith } from '../apps/server/src/testing/sign-link.ts';
import { expect, test } from './fixtures.ts';
import { comeAsAdmin, makeAdmin, newName, registerByCall } from './people.ts';

test('an administrator connects a directory, tests it, and its people log in', async ({
  browser,
  page,
  site,
  text,
  locale,
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

  const theirs = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
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
  await expect(login.getByText(text('errors.directoryDown'))).toBeVisible();
  silent.close();
  await theirs.close();
  // The site is shared with other stories.
  await page.getByLabel(text('adminLogin.ldapOpen')).uncheck();
  const saved = page.waitForResponse(/saveLdapConfig/);
  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await saved;
});

test('another system logs people in by links that it signs, once each', async ({
  browser,
  page,
  site,
  text,
  language,
  locale,
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
  const theirs = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
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
