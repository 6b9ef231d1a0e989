import { AxeBuilder } from '@axe-core/playwright';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { servicesEnv } from '../scripts/services/state.ts';
import { addLdapUser } from '../apps/server/tests/helpers/ldap-user.ts';
import { signLoginLink } from '../apps/server/tests/helpers/login-link-signature.ts';
import { expect, test } from './fixtures.ts';
import {
  confirmPassword,
  registerAdmin,
  makeAdmin,
  uniqueName,
  PASSWORD,
  registerByApi,
} from './users.ts';

test('an administrator configures and tests LDAP, and its users log in', async ({
  browser,
  page,
  site,
  text,
  locale,
}) => {
  const services = servicesEnv();
  const admin = uniqueName('harbor.admin');
  const username = uniqueName('wangjing');
  const password = 'lighthouse lamp 9';
  await addLdapUser(services, { username, name: '王静', password });
  await page.goto('/user/login');
  await registerByApi(page, site, admin);
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
  const testButton = page.getByRole('button', { name: text('adminLogin.testAction'), exact: true });
  await testButton.click();
  await expect(page.getByText(text('adminLogin.testMissing'))).toBeVisible();
  const base = page.getByLabel(text('adminLogin.baseDn'));
  await base.fill(`ou=nowhere,${services['TEST_LDAP_BASE']}`);
  const step = (name: 'bind' | 'baseDn' | 'search' | 'login') =>
    page.getByRole('listitem').filter({ hasText: text(`adminLogin.${name}`) });
  await testButton.click();
  await expect(step('bind')).toContainText(text('adminLogin.refused'));
  await expect(step('login')).toContainText(text('adminLogin.untried'));
  await bindPassword.fill(services['TEST_LDAP_PASSWORD'] ?? '');
  await testButton.click();
  const found = services['TEST_LDAP_BASE'] ?? '';
  await expect(step('baseDn')).toContainText(text('adminLogin.baseInstead', { found }));
  await expect(step('search')).toContainText(text('adminLogin.untried'));
  await base.fill(`ou=people,${services['TEST_LDAP_BASE']}`);
  await testButton.click();
  // No entry has this name in the configured field, but one has it in another field: a button applies that field.
  await step('search').getByRole('button').click();
  await expect(page.getByLabel(text('adminLogin.userField'))).toHaveValue('uid');
  await testButton.click();
  await expect(step('login')).toContainText(username);

  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await expect(page.getByText(text('adminLogin.saved'))).toBeVisible();

  const userContext = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
  const login = await userContext.newPage();
  await login.goto('/user/login');
  await login.getByRole('textbox').first().fill(username);
  await login.locator('input[type=password]').fill(password);
  await login.locator('form button[type=submit]').click();
  await expect(login).toHaveURL(/\/item\/index$/);

  await test.step('a user links their local account at the login, and unlinks it', async () => {
    const local = uniqueName('local.mei');
    await userContext.clearCookies();
    await login.goto('/user/login');
    await registerByApi(login, site, local);
    await addLdapUser(services, { username: local, name: '林美', password });
    await userContext.clearCookies();
    await login.goto('/user/login?redirect=%2Fuser%2Fsetting');
    await login.getByLabel(text('user.usernameOrEmail')).fill(local);
    await login.getByLabel(text('user.password'), { exact: true }).fill(password);
    await login.getByRole('button', { name: text('user.loginSubmit') }).click();
    await expect(login.getByRole('heading', { name: text('user.linkTitle') })).toBeVisible();
    await expect(login.getByText(text('user.linkLdap', { username: local }))).toBeVisible();
    const own = login.getByLabel(text('user.linkPassword'));
    await expect(own).toBeFocused();
    expect((await new AxeBuilder({ page: login }).analyze()).violations).toEqual([]);
    await own.fill('not the password');
    await own.press('Enter');
    await expect(login.getByText(text('errors.wrongPassword'))).toBeVisible();
    await own.fill(PASSWORD);
    // A further alert is delayed by half a second.
    await login.waitForTimeout(600);
    await own.press('Enter');
    await expect(login).toHaveURL(/\/user\/setting$/);

    const method = text('userSetting.ldap');
    await expect(login.getByText(text('userSetting.linked'), { exact: true })).toBeVisible();
    await login
      .getByRole('button', { name: text('userSetting.unlinkIdentity', { method }) })
      .click();
    const dialog = login.getByRole('dialog');
    await dialog.getByRole('button', { name: text('userSetting.unlink') }).click();
    await confirmPassword(login, text);
    await expect(dialog).toBeHidden();
    await login.getByRole('button', { name: text('userSetting.linkIdentity', { method }) }).click();
    await dialog.getByLabel(text('userSetting.ldapUsername')).fill(local);
    await dialog.getByLabel(text('userSetting.ldapPassword'), { exact: true }).fill(password);
    expect((await new AxeBuilder({ page: login }).analyze()).violations).toEqual([]);
    await dialog.getByRole('button', { name: text('userSetting.link'), exact: true }).click();
    await confirmPassword(login, text);
    await expect(dialog).toBeHidden();
    await expect(
      login.getByRole('button', { name: text('userSetting.unlinkIdentity', { method }) }),
    ).toBeVisible();
  });

  await test.step('the administrator replaces and unlinks the identity of a user', async () => {
    const another = uniqueName('wang.again');
    await addLdapUser(services, { username: another, name: '王静', password });
    const console = await page.context().newPage();
    await console.goto('/admin/index');
    await console.getByRole('searchbox', { name: text('adminUser.search') }).fill(username);
    await console.getByRole('link', { name: username }).click();
    const methods = console
      .locator('[role=dialog]')
      .filter({ hasText: text('adminUserList.loginMethods') });
    await expect(methods).toContainText(username);
    const kind = text('adminUser.ldap');
    await methods.getByRole('button', { name: text('adminUser.replaceKind', { kind }) }).click();
    const form = console.getByRole('dialog', {
      name: text('adminUser.replaceTitle', { kind, username }),
    });
    const identity = form.getByLabel(text('adminUser.ldapIdentity'));
    await identity.fill('unknown-user');
    await identity.press('Enter');
    await expect(form.getByText(text('errors.identityUnknown'))).toBeVisible();
    await identity.fill(another);
    await identity.press('Enter');
    await expect(form.locator('dl')).toContainText(`uid=${another}`);
    expect((await new AxeBuilder({ page: console }).analyze()).violations).toEqual([]);
    await form.getByRole('button', { name: text('adminUser.replace'), exact: true }).click();
    await expect(form).toBeHidden();
    await expect(methods).toContainText(another);
    await methods.getByRole('button', { name: text('adminUser.unlinkKind', { kind }) }).click();
    const confirmDialog = console.getByRole('dialog', {
      name: text('adminUser.unlinkTitle', { kind, username }),
    });
    await expect(confirmDialog).toContainText(text('adminUser.unlinkLast'));
    await confirmDialog.getByRole('button', { name: text('adminUser.unlink') }).click();
    await expect(confirmDialog).toBeHidden();
    await expect(methods).toContainText(text('adminUser.noLogin', { username }));
    await console.close();
  });

  // A directory that accepts the connection and never responds.
  const hangingServer = createServer(() => {}).listen(0, '127.0.0.1');
  await once(hangingServer, 'listening');
  const { port } = hangingServer.address() as AddressInfo;
  await page.getByLabel(text('adminLogin.port'), { exact: true }).fill(String(port));
  const save = page.getByRole('button', { name: text('adminLogin.save'), exact: true });
  await save.click();
  // The stored password belongs to another server, so it must be entered again.
  await expect(page.getByText(text('errors.secretAgain'))).toBeVisible();
  await bindPassword.fill('whatever');
  const changed = page.waitForResponse(/saveLdapConfig/);
  await save.click();
  await changed;
  await userContext.clearCookies();
  await login.goto('/user/login');
  await login.getByRole('textbox').first().fill(uniqueName('stranger'));
  await login.locator('input[type=password]').fill(password);
  await login.locator('form button[type=submit]').click();
  await expect(login.getByText(text('errors.directoryDown'))).toBeVisible();
  hangingServer.close();
  await userContext.close();
  // Other tests share the site.
  await page.getByLabel(text('adminLogin.ldapOpen')).uncheck();
  const saved = page.waitForResponse(/saveLdapConfig/);
  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await saved;
});

test('an external system logs users in by signed links, each valid once', async ({
  browser,
  page,
  site,
  text,
  language,
  locale,
}) => {
  const admin = await registerAdmin(page, site);
  await page.goto('/admin/index?tab=login');
  const tab = page.getByRole('link', { name: text('adminLoginKey.title') });
  let key = '';
  if (language === 'zh-cn') {
    await tab.click();
    const name = text('adminLoginKey.key');
    await page.getByRole('button', { name: text('adminLoginKey.show') }).click();
    await page.getByRole('button', { name: text('shell.showSecret', { name }) }).click();
    const field = page.getByRole('textbox', { name, exact: true });
    await expect(field).not.toHaveValue(/•/);
    key = await field.inputValue();
  } else {
    // Only the Chinese admin console has this tab; the links work in every language.
    await expect(page.getByRole('link', { name: text('adminLogin.oauth2') })).toBeVisible();
    await expect(tab).toHaveCount(0);
    const shown = await page.request.post(`${site.url}/api/adminSetting/getLoginSecretKey`, {
      headers: { origin: site.url },
      data: {},
    });
    key = ((await shown.json()) as { data: { login_secret_key: string } }).data.login_secret_key;
  }
  const username = uniqueName('portal');
  const link = (person: string) => {
    const query = new URLSearchParams(signLoginLink(key, { username: person, now: Date.now() }));
    return `/api/ExtLogin/bySecretKey?${query}&redirect=/user/setting`;
  };
  const userContext = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
  const visit = await userContext.newPage();
  const first = link(username);
  await visit.goto(first);
  await expect(visit).toHaveURL(/\/user\/setting$/);
  await expect(visit.getByText(username).first()).toBeVisible();
  for (const spent of [first, link(admin)]) {
    await userContext.clearCookies();
    await visit.goto(spent);
    await expect(visit).toHaveURL(/\/user\/login/);
    await expect(visit.getByRole('alert').first()).toBeVisible();
  }
  await userContext.close();
});
