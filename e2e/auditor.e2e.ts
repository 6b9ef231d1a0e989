import { AxeBuilder } from '@axe-core/playwright';
import { AUDITOR_GROUP } from '@octavo/contract/user-group';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Site } from './site.ts';
import { makeAdmin, PASSWORD, registerAdmin, registerByApi, uniqueName } from './users.ts';

async function registerAuditor(page: Page, site: Site): Promise<string> {
  const username = uniqueName('harbor.auditor');
  await page.goto('/user/login');
  await registerByApi(page, site, username);
  await makeAdmin(page, site, username, AUDITOR_GROUP);
  return username;
}

test('an auditor reads every section of the console and finds no control that changes something', async ({
  page,
  site,
  text,
}) => {
  const username = await registerAuditor(page, site);
  const forbidden: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return;
    const body = await response.text().catch(() => '');
    if (body.includes('"error_code":10103')) forbidden.push(response.url());
  });
  await page.goto('/item/index');
  await page.getByRole('link', { name: text('admin.title') }).click();
  const sections = [
    ['', text('adminUser.title')],
    ['items', text('adminItem.title')],
    ['attachments', text('attachment.siteTitle')],
    ['login', text('adminLogin.title')],
    ['oauth2', text('adminLogin.title')],
    ['settings', text('adminSetting.title')],
    ['announcements', text('admin.announcements')],
    ['update', text('adminUpdate.title')],
    ['audit', text('audit.title')],
    ['diagnostics', text('adminSystem.diagnostics')],
    ['searches', text('search.misses')],
  ] as const;
  for (const [tab, title] of sections) {
    await page.goto(`/admin/index?tab=${tab}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const main = page.getByRole('main');
    await expect(main.getByRole('switch')).toHaveCount(0);
    await expect(main.locator('input[type="password"], textarea, [type="submit"]')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  }
  expect(forbidden).toEqual([]);

  await page.goto('/admin/index');
  await page.getByRole('searchbox', { name: text('adminUser.search') }).fill(username);
  const rows = page.getByRole('table', { name: text('adminUser.title') }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(text('adminUser.auditor'));
  await expect(rows.getByRole('checkbox')).toHaveCount(0);
  for (const name of ['adminUser.add', 'adminUserList.exportCsv'] as const)
    await expect(page.getByRole('button', { name: text(name) })).toHaveCount(0);
  await rows.getByRole('link', { name: username }).click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('listitem').first()).toBeVisible();
  await expect(details.getByText(text('adminUser.passwordSet'), { exact: true })).toBeVisible();
  await expect(details.getByText(text('adminUser.auditor'), { exact: true })).toBeVisible();
  await expect(details.locator('input, [role="radio"], [role="switch"]')).toHaveCount(0);
  // Only the previous user, the next user and closing.
  await expect(details.getByRole('button')).toHaveCount(3);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(forbidden).toEqual([]);

  await page.goto('/admin/index?tab=settings');
  await expect(page.getByText(text('adminSetting.registerOpen'), { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: text('adminSetting.save') })).toHaveCount(0);

  await page.goto('/admin/index?tab=audit');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: text('audit.export'), exact: true }).click();
  await page.getByRole('menuitem', { name: text('audit.csv') }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  const lines = page.waitForEvent('download');
  await page.getByRole('button', { name: text('audit.export'), exact: true }).click();
  await page.getByRole('menuitem', { name: text('audit.lines') }).click();
  expect((await lines).suggestedFilename()).toMatch(/\.jsonl$/);
});

test('an administrator makes a user an auditor and switches local access of a directory account', async ({
  page,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  const username = uniqueName('ada');
  const headers = { origin: site.url };
  await page.request.post(`${site.url}/api/adminUser/addUser`, {
    headers,
    data: { username, password: PASSWORD },
  });
  await site.query(
    `insert into outside_login (kind, outside_id, uid, external_username)
     select 'ldap', $1, uid, $1 from "user" where username = $1`,
    [username],
  );
  await page.goto('/admin/index');
  await page.getByRole('searchbox', { name: text('adminUser.search') }).fill(username);
  const rows = page.getByRole('table', { name: text('adminUser.title') }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: username }).click();
  const dialog = page.getByRole('dialog').first();
  await expect(dialog).toContainText(text('adminUser.roleHelp'));
  const choice = (role: 'adminUser.auditor' | 'adminUser.ordinary') =>
    dialog.getByRole('radio', { name: text(role), exact: true });
  // With the keyboard: an arrow asks first, and cancelling leaves the role.
  await choice('adminUser.ordinary').focus();
  await page.keyboard.press('ArrowLeft');
  const confirm = page.getByRole('button', { name: text('adminUser.toAuditorAction') });
  await expect(confirm).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(confirm).toBeHidden();
  await expect(choice('adminUser.ordinary')).toBeChecked();
  await dialog.getByText(text('adminUser.auditor'), { exact: true }).click();
  await confirm.click();
  await expect(choice('adminUser.auditor')).toBeChecked();
  await expect(confirm).toBeHidden();

  const access = dialog.getByRole('switch', { name: text('adminUser.localAccess') });
  const password = dialog.getByText(text('adminUser.passwordSet'), { exact: true });
  await expect(access).toBeChecked();
  await expect(password).toBeVisible();
  await access.click();
  await page.getByRole('button', { name: text('adminUser.accessEndAction') }).click();
  await expect(access).not.toBeChecked();
  await expect(password).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await dialog.getByRole('button', { name: text('adminUserList.editUser') }).click();
  const form = page.getByRole('dialog', { name: text('adminUser.editTitle') });
  await form.getByLabel(text('adminUser.newPassword'), { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: text('adminUser.save') }).click();
  await expect(form).toContainText(text('errors.localAccessOff'));
  await form.getByRole('button', { name: text('shell.cancel') }).click();
  await page.goto('/admin/index');
  await page.getByRole('searchbox', { name: text('adminUser.search') }).fill(username);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(text('adminUser.auditor'));

  await page.goto('/admin/index?tab=audit');
  await expect(page.getByText(text('audit.adminUserSetRole')).first()).toBeVisible();
  await expect(page.getByText(text('audit.adminUserSetLocalAccess')).first()).toBeVisible();
});
