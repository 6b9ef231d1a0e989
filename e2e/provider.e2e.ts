import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { startOidcProvider } from '../apps/server/tests/helpers/oidc-provider.ts';
import type { Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { editorPage } from './editor-page.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { createCaller } from './sample-item.ts';
import { confirmPassword, registerAdmin, uniqueName, registerByApi } from './users.ts';

async function chooseType(
  page: Page,
  text: Translate,
  type: 'oidc' | 'wecom' | 'dingtalk' | 'oauth2',
) {
  await page.getByRole('combobox', { name: text('adminOauth2.type') }).click();
  await page.getByRole('option', { name: text(`adminOauth2.${type}`), exact: true }).click();
}

test('users log in with an OAuth2 provider: first login, second login, linked account, denied login', async ({
  browser,
  page,
  site,
  text,
  language,
}) => {
  const provider = await startOidcProvider(`${site.url}/api/ExtLogin/oauth2`);
  const username = uniqueName('oidc.mei');
  const colleague = uniqueName('oidc.tom');
  provider.add({ sub: `id-${username}`, username, name: '王静' });
  provider.add(
    { sub: `id-${colleague}`, username: uniqueName('tom.elsewhere'), name: 'Tom' },
    colleague,
  );

  await registerAdmin(page, site);
  await page.goto('/admin/index?tab=oauth2');
  const providerName = uniqueName('Harbor entrance');
  await chooseType(page, text, 'oauth2');
  await page.getByLabel(text('adminOauth2.open')).check();
  await page.getByLabel(text('adminOauth2.entrance')).fill(providerName);
  await page.getByLabel(text('adminOauth2.clientId'), { exact: true }).fill('octavo');
  const secret = page.getByLabel(text('adminOauth2.clientSecret'), { exact: true });
  await secret.fill('not the secret');
  await page.getByLabel(text('adminOauth2.issuer')).fill(provider.issuer);
  await page.getByRole('button', { name: text('adminOauth2.discover') }).click();
  await expect(page.getByLabel(text('adminOauth2.tokenPath'))).toHaveValue('/oauth2/token');
  const testButton = page.getByRole('button', {
    name: text('adminOauth2.testAction'),
    exact: true,
  });
  await testButton.click();
  await expect(page.getByText(text('adminOauth2.client'))).toBeVisible();
  await secret.fill(provider.form.client_secret);
  await testButton.click();
  const steps = page.getByRole('form', { name: text('adminOauth2.test') }).getByRole('listitem');
  const [successText = ''] = text('adminOauth2.answered', { time: 0 }).split('0');
  await expect(steps.filter({ hasText: successText })).toHaveCount(3);
  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await expect(page.getByText(text('adminOauth2.saved'))).toBeVisible();

  const userContext = await browser.newContext({
    baseURL: site.url,
    locale: language === 'en' ? 'en-GB' : 'zh-CN',
  });
  const visit = await userContext.newPage();
  const signIn = async (login: string, button: 'Let me in' | 'Refuse') => {
    await visit.getByRole('link', { name: providerName }).click();
    // The previous screen has fields with similar labels.
    await expect(visit.getByRole('heading', { name: 'Harbor login' })).toBeVisible();
    await visit.getByLabel('Name').fill(login);
    await visit.getByRole('button', { name: button }).click();
  };
  await visit.goto('/user/login?redirect=%2Fuser%2Fsetting');
  await signIn(username, 'Refuse');
  await expect(visit.getByText(text('errors.providerDenied'))).toBeVisible();
  // A provider that accepts the connection and never responds to the token request.
  const hangingServer = createServer(() => {}).listen(0, '127.0.0.1');
  await once(hangingServer, 'listening');
  const { port } = hangingServer.address() as AddressInfo;
  const token = page.getByLabel(text('adminOauth2.tokenPath'));
  const saveToken = async (path: string) => {
    await token.fill(path);
    // The secret must be entered again because the server changed.
    await secret.fill(provider.form.client_secret);
    const changed = page.waitForResponse(/saveOauth2Config/);
    await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
    await changed;
  };
  await saveToken(`http://127.0.0.1:${port}/token`);
  await signIn(username, 'Let me in');
  await expect(visit.getByText(text('errors.providerDown'))).toBeVisible();
  hangingServer.close();
  await saveToken('/oauth2/token');
  await userContext.clearCookies();
  await visit.goto('/user/login?redirect=%2Fuser%2Fsetting');
  await signIn(username, 'Let me in');
  await expect(visit).toHaveURL(/\/user\/setting$/);
  await expect(visit.getByRole('main')).toContainText(username);
  await expect(visit.getByText(text('userSetting.linked'), { exact: true })).toBeVisible();

  // The provider still has a session: the second login needs one click.
  await userContext.clearCookies({ name: /octavo/ });
  await visit.goto('/user/login?redirect=%2Fuser%2Fsetting');
  await visit.getByRole('link', { name: providerName }).click();
  await expect(visit).toHaveURL(/\/user\/setting$/);
  await userContext.close();
  const made = await site.query('select uid from "user" where username = $1', [username]);
  expect(made).toHaveLength(1);

  // A user with a local account links it to the provider.
  const localContext = await browser.newContext({
    baseURL: site.url,
    locale: language === 'en' ? 'en-GB' : 'zh-CN',
  });
  const settings = await localContext.newPage();
  await settings.goto('/user/login');
  const local = uniqueName('tomas');
  await registerByApi(settings, site, local);
  await settings.goto('/user/setting');
  const method = text('userSetting.provider');
  await settings
    .getByRole('button', { name: text('userSetting.linkIdentity', { method }) })
    .click();
  const dialog = settings.getByRole('dialog');
  await dialog.getByRole('button', { name: text('userSetting.link'), exact: true }).click();
  await confirmPassword(settings, text);
  await expect(settings.getByRole('heading', { name: 'Harbor login' })).toBeVisible();
  await settings.getByLabel('Name').fill(colleague);
  await settings.getByRole('button', { name: 'Let me in' }).click();
  await expect(settings).toHaveURL(/\/user\/setting$/);
  await expect(settings.getByText(text('userSetting.linked'), { exact: true })).toBeVisible();
  await localContext.close();

  // Other tests share the site.
  await page.getByLabel(text('adminOauth2.open')).uncheck();
  const saved = page.waitForResponse(/saveOauth2Config/);
  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await saved;
  await provider.close();
});

test('the console finds an OpenID provider; its users log in, and a logout there ends the session here', async ({
  browser,
  page,
  site,
  text,
  language,
}) => {
  const provider = await startOidcProvider(`${site.url}/api/ExtLogin/oauth2`, {
    logoutUri: `${site.url}/api/ExtLogin/backchannelLogout`,
    deliver: (url, options) => fetch(url, options),
  });
  const username = uniqueName('openid.mei');
  provider.add({ sub: `id-${username}`, username, name: '王静' });

  await registerAdmin(page, site);
  await page.goto('/admin/index?tab=oauth2');
  const providerName = uniqueName('Harbor single sign-on');
  // A preset asks only for what its product needs.
  await chooseType(page, text, 'wecom');
  await expect(page.getByLabel(text('adminOauth2.agentId'))).toBeVisible();
  await expect(page.getByLabel(text('adminOauth2.tokenPath'))).toBeHidden();
  await chooseType(page, text, 'dingtalk');
  await expect(page.getByLabel(text('adminOauth2.dingCorp'))).toBeVisible();
  await chooseType(page, text, 'oidc');
  const issuer = page.getByLabel(text('adminOauth2.oidcIssuer'), { exact: true });
  const check = page.getByRole('button', { name: text('adminOauth2.check'), exact: true });
  await issuer.fill(`${provider.issuer}/nowhere`);
  await check.click();
  await expect(page.getByText(text('adminOauth2.discoveryAbsent'))).toBeVisible();
  // The address of the discovery document is often copied instead of the issuer.
  await issuer.fill(`${provider.issuer}/.well-known/openid-configuration`);
  await check.click();
  await expect(page.getByText(text('adminOauth2.checkedLogout'))).toBeVisible();
  await expect(issuer).toHaveValue(provider.issuer);
  await expect(page.getByLabel(text('adminOauth2.logout'))).toHaveValue(
    `${site.url}/api/ExtLogin/backchannelLogout`,
  );
  await page.getByLabel(text('adminOauth2.open')).check();
  await page.getByLabel(text('adminOauth2.entrance')).fill(providerName);
  await page.getByLabel(text('adminOauth2.clientId'), { exact: true }).fill('octavo');
  await page
    .getByLabel(text('adminOauth2.clientSecret'), { exact: true })
    .fill(provider.oidcForm.client_secret);
  await page.getByRole('button', { name: text('adminOauth2.testAction'), exact: true }).click();
  const steps = page.getByRole('form', { name: text('adminOauth2.test') }).getByRole('listitem');
  const [successText = ''] = text('adminOauth2.answered', { time: 0 }).split('0');
  await expect(steps.filter({ hasText: successText })).toHaveCount(4);
  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await expect(page.getByText(text('adminOauth2.saved'))).toBeVisible();

  const userContext = await browser.newContext({
    baseURL: site.url,
    locale: language === 'en' ? 'en-GB' : 'zh-CN',
  });
  const visit = await userContext.newPage();
  await visit.goto('/user/login?redirect=%2Fuser%2Fsetting');
  await visit.getByRole('link', { name: providerName }).click();
  await expect(visit.getByRole('heading', { name: 'Harbor login' })).toBeVisible();
  await visit.getByLabel('Name').fill(username);
  await visit.getByRole('button', { name: 'Let me in' }).click();
  await expect(visit).toHaveURL(/\/user\/setting$/);
  await expect(visit.getByRole('main')).toContainText(username);

  await test.step('a session that expires while writing is renewed in another tab', async () => {
    const call = createCaller(visit.request, site);
    const { item_id } = await call(calls.item.add, { item_name: uniqueName('Berths') });
    const editor = editorPage(visit, text);
    await editor.open(item_id, 0);
    await editor.title.fill('Quays');
    await editor.append('Six berths for ferries.');
    await userContext.clearCookies({ name: /octavo/ });
    await editor.save();
    const dialog = visit.getByRole('dialog', { name: text('editor.loginTitle') });
    const renewal = dialog.getByRole('link', { name: providerName });
    // A different user is logged in, in another tab.
    const colleague = await userContext.newPage();
    await colleague.goto('/user/login');
    const other = uniqueName('tomas');
    await registerByApi(colleague, site, other);
    await colleague.goto('/user/login?renewed=1');
    await expect(colleague.getByRole('heading', { name: text('user.renewedTitle') })).toBeVisible();
    await expect(dialog.getByText(text('user.otherLogin', { other, username }))).toBeVisible();
    await colleague.close();
    await userContext.clearCookies({ name: /octavo/ });
    const opened = userContext.waitForEvent('page');
    await renewal.click();
    const tab = await opened;
    await expect(tab.getByRole('heading', { name: text('user.renewedTitle') })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(editor.saved).toBeVisible();
    await tab.close();
  });

  // The provider ends the session here when its user logs out there.
  await visit.goto(`${provider.issuer}/session/end`);
  await visit.getByRole('button', { name: 'Yes, sign me out' }).click();
  await visit.waitForURL(/\/session\/end\/success/);
  await visit.goto('/user/setting');
  await expect(visit).toHaveURL(/\/user\/login/);
  await userContext.close();

  // Other tests share the site.
  await page.getByLabel(text('adminOauth2.open')).uncheck();
  const saved = page.waitForResponse(/saveOauth2Config/);
  await page.getByRole('button', { name: text('adminLogin.save'), exact: true }).click();
  await saved;
  await provider.close();
});
