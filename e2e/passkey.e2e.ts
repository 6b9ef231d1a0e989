import { AxeBuilder } from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { CDPSession, Page } from '@playwright/test';
import { openEditor } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import type { Translate } from './fixtures.ts';
import { createCaller } from './sample-item.ts';
import { confirmPassword, PASSWORD, registerAdmin, registerByApi, uniqueName } from './users.ts';

/** Chromium's virtual authenticator: a device with a fingerprint reader that answers without a person. */
async function addAuthenticator(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const list = async () =>
    (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    list,
    /** Whether the device answers at once, or waits for its user. */
    answer: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    /** Whether the device recognises its user. */
    recognise: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Replaces the passkey by a copy from an earlier time. */
    async restoreCopy() {
      const [credential] = await list();
      if (!credential) throw new Error('no passkey');
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
      await cdp.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount: 1 },
      });
    },
  };
}

/** Goes through the dialog that adds a passkey; returns the recovery codes. */
async function addPasskey(page: Page, text: Translate, name: string): Promise<string[]> {
  await page.getByRole('button', { name: text('passkey.add'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: text('passkey.newTitle') });
  await dialog.getByLabel(text('passkey.name'), { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await confirmPassword(page, text);
  const shown = page.getByRole('dialog', { name: text('userSetting.recoveryTitle') });
  await expect(shown.getByText(text('userSetting.recoveryText'))).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(shown.locator(':focus')).toHaveCount(1);
  const codes = await shown.getByRole('listitem').allInnerTexts();
  await shown.getByRole('button', { name: text('userSetting.recoveryDone') }).click();
  await expect(shown).toBeHidden();
  return codes;
}

async function openLogin(page: Page) {
  await page.context().clearCookies();
  await page.goto('/user/login');
}

async function enterPassword(page: Page, text: Translate, username: string) {
  await page.getByLabel(text('user.usernameOrEmail'), { exact: true }).fill(username);
  await page.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: text('user.loginSubmit'), exact: true }).click();
}

test('a user adds a passkey, logs in with it, renames and removes it', async ({
  page,
  site,
  text,
}) => {
  const device = await addAuthenticator(page);
  const username = uniqueName('mei');
  await page.goto('/user/login');
  await registerByApi(page, site, username);
  await page.goto('/user/setting?tab=security');
  const codes = await addPasskey(page, text, 'Laptop');
  expect(codes).toHaveLength(10);
  const row = page.getByRole('listitem').filter({ hasText: 'Laptop' });
  await expect(row).toBeVisible();
  expect(await device.list()).toHaveLength(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await test.step('without username and password', async () => {
    await openLogin(page);
    const button = page.getByRole('button', { name: text('passkey.use') });
    await device.recognise(false);
    await button.click();
    await expect(page.getByText(text('passkey.cancelled'))).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await device.recognise(true);
    await button.click();
    await page.waitForURL('**/item/index');
  });

  await test.step('as the second step, by keyboard', async () => {
    await openLogin(page);
    await enterPassword(page, text, username);
    await expect(page.getByRole('button', { name: text('passkey.use') })).toBeFocused();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/item/index');
  });

  await test.step('a recovery code replaces it', async () => {
    await openLogin(page);
    await enterPassword(page, text, username);
    await page.getByLabel(text('passkey.recoveryCode'), { exact: true }).fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/item/index');
  });

  await test.step('rename and remove', async () => {
    await page.goto('/user/setting?tab=security');
    await page
      .getByRole('button', { name: text('passkey.rename', { name: 'Laptop' }), exact: true })
      .click();
    const rename = page.getByRole('dialog', { name: text('passkey.renameTitle') });
    await rename.getByLabel(text('passkey.name'), { exact: true }).fill('Desk');
    await page.keyboard.press('Enter');
    await expect(rename).toBeHidden();
    await page
      .getByRole('button', { name: text('passkey.remove', { name: 'Desk' }), exact: true })
      .click();
    const remove = page.getByRole('dialog', {
      name: text('passkey.removeTitle', { name: 'Desk' }),
    });
    await expect(remove.getByText(text('passkey.removeLast'))).toBeVisible();
    await remove.getByRole('button', { name: text('passkey.removeSubmit'), exact: true }).click();
    const confirmation = page.getByRole('dialog', { name: text('passkey.confirmTitle') });
    await expect(confirmation.getByLabel(text('user.factorCode'), { exact: true })).toBeVisible();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await confirmation.getByRole('button', { name: text('passkey.use') }).click();
    await expect(page.getByText(text('passkey.emptyTitle'))).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('a copied passkey is rejected by its counter', async ({ page, site, text }) => {
  const device = await addAuthenticator(page);
  await page.goto('/user/login');
  await registerByApi(page, site, uniqueName('wei'));
  await page.goto('/user/setting?tab=security');
  await addPasskey(page, text, 'Phone');
  const button = page.getByRole('button', { name: text('passkey.use') });
  await openLogin(page);
  await button.click();
  await page.waitForURL('**/item/index');
  await openLogin(page);
  await device.restoreCopy();
  await button.click();
  await expect(page.getByText(text('errors.passkeyCopied'))).toBeVisible();
});

test('a cancelled confirmation keeps the form, and a passkey confirms it', async ({
  page,
  site,
  text,
}) => {
  await addAuthenticator(page);
  await page.goto('/user/login');
  await registerByApi(page, site, uniqueName('ada'));
  await page.goto('/user/setting?tab=security');
  await addPasskey(page, text, 'Laptop');
  await page.getByRole('button', { name: text('accessToken.new') }).click();
  const form = page.getByRole('dialog', { name: text('accessToken.new') });
  const name = form.getByLabel(text('accessToken.name'), { exact: true });
  await name.fill('Build server');
  await name.press('Enter');
  const confirmation = page.getByRole('dialog', { name: text('passkey.confirmTitle') });
  await expect(confirmation).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(confirmation).toBeHidden();
  await expect(name).toHaveValue('Build server');
  await name.press('Enter');
  await confirmation.getByRole('button', { name: text('passkey.use') }).click();
  await expect(page.getByRole('dialog', { name: text('accessToken.createdTitle') })).toBeVisible();
});

test('a cancelled prompt of the browser creates no passkey', async ({ page, site, text }) => {
  const device = await addAuthenticator(page);
  await page.goto('/user/login');
  await registerByApi(page, site, uniqueName('lin'));
  await page.goto('/user/setting?tab=security');
  const created: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(calls.passkey.create.path)) created.push(request.url());
  });
  await device.answer(false);
  await page.getByRole('button', { name: text('passkey.add'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: text('passkey.newTitle') });
  const options = page.waitForResponse(
    async (response) =>
      response.url().endsWith(calls.passkey.startCreate.path) &&
      (await response.text()).includes('"challenge"'),
  );
  await page.keyboard.press('Enter');
  await confirmPassword(page, text);
  await options;
  await dialog.getByRole('button', { name: text('shell.cancel') }).click();
  await expect(dialog).toBeHidden();
  await device.answer(true);
  const codes = await addPasskey(page, text, 'Laptop');
  expect(codes).toHaveLength(10);
  expect(await device.list()).toHaveLength(1);
  expect(created).toHaveLength(1);
});

test('a required second factor is set up with a passkey', async ({ page, site, text }) => {
  await addAuthenticator(page);
  await registerAdmin(page, site);
  const call = createCaller(page.request, site);
  await call(calls.adminSecurity.save, { second_factor_for: 'staff', second_factor_days: 0 });
  await page.goto('/team/index');
  await page.waitForURL('**/user/second-factor?redirect=%2Fteam%2Findex');
  await addPasskey(page, text, 'Laptop');
  await page.waitForURL('**/team/index');
  await page.goto('/user/setting?tab=security');
  await expect(page.getByText(text('passkey.lastStays'))).toBeVisible();
  const remove = text('passkey.remove', { name: 'Laptop' });
  await expect(page.getByRole('button', { name: remove, exact: true })).toHaveCount(0);
  // Other tests share the site.
  await call(calls.adminSecurity.save, { second_factor_for: 'none' });
});

test('an expired session is renewed in place with a passkey, and the text is saved', async ({
  page,
  site,
  text,
  context,
}) => {
  await addAuthenticator(page);
  const { editor, contentOf } = await openEditor(page, site, text);
  const address = page.url();
  await page.goto('/user/setting?tab=security');
  await addPasskey(page, text, 'Laptop');
  await page.goto(address);
  await editor.append(' before the end');
  await context.clearCookies();
  await editor.save();
  const dialog = page.getByRole('dialog', { name: text('editor.loginTitle') });
  await dialog.getByRole('button', { name: text('passkey.use') }).click();
  await expect(dialog).toBeHidden();
  await expect(editor.saved).toBeVisible();
  expect(await contentOf()).toContain(' before the end');
});

test('the code for passkeys is loaded at the first use', async ({ page, site, text }) => {
  await addAuthenticator(page);
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.text());
  });
  const hasLibrary = async () =>
    (await Promise.all(scripts)).some((script) => script.includes('simplewebauthn.dev'));
  await page.goto('/help', { waitUntil: 'networkidle' });
  // Reads the scripts before the browser discards them with the document.
  expect(await hasLibrary()).toBe(false);
  await page.goto('/user/login', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: text('passkey.use') })).toBeVisible();
  expect(await hasLibrary()).toBe(false);
  await page.getByRole('button', { name: text('passkey.use') }).click();
  await expect(page.getByText(text('passkey.cancelled'))).toBeVisible();
  expect(await hasLibrary()).toBe(true);
  expect(site.log()).not.toContain('passkey was rejected');
});
