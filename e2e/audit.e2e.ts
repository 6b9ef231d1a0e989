import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { PASSWORD, registerAdmin, uniqueName } from './users.ts';

test('an administrator searches the audit log, reads old and new values and exports JSON lines', async ({
  page,
  site,
  text,
}) => {
  const admin = await registerAdmin(page, site);
  const username = uniqueName('ada');
  const send = async (call: string, data: object) => {
    const response = await page.request.post(`${site.url}/api/${call}`, {
      headers: { origin: site.url },
      data,
    });
    expect(await response.json()).toMatchObject({ error_code: 0 });
  };
  await send('adminUser/addUser', { username, password: PASSWORD });
  const [account] = await site.query('select uid::int from "user" where username = $1', [username]);
  await send('adminUser/setRole', { uid: account?.['uid'], groupid: 3 });

  await page.goto('/admin/index?tab=audit');
  const filters = page.getByRole('button', { name: text('audit.filters') });
  // With the keyboard.
  await filters.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel(text('audit.person'), { exact: true }).fill(username.toUpperCase());
  const rows = page.getByRole('table', { name: text('audit.title') }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await page.getByLabel(text('audit.address'), { exact: true }).fill('203.0.113.');
  await expect(page.getByText(text('audit.emptyText'))).toBeVisible();
  await page.getByLabel(text('audit.address'), { exact: true }).fill('');
  await page.getByLabel(text('audit.from'), { exact: true }).fill('2020-01-01T00:00');
  await page.getByLabel(text('audit.to'), { exact: true }).fill('2020-02-01T00:00');
  await expect(page.getByText(text('audit.emptyText'))).toBeVisible();
  await page.getByRole('button', { name: text('audit.clearFilters') }).click();
  await page.getByLabel(text('audit.what'), { exact: true }).fill(username);
  await expect(rows).toHaveCount(2);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  const row = rows.filter({ hasText: text('audit.adminUserSetRole') });
  await row.getByRole('button', { name: text('audit.details') }).press('Enter');
  const dialog = page.getByRole('dialog', { name: text('audit.entry') });
  const change = dialog.getByRole('table', { name: text('audit.changes') }).locator('tbody tr');
  await expect(change).toHaveCount(1);
  await expect(change).toContainText(text('adminUser.ordinary'));
  await expect(change).toContainText(text('adminUser.auditor'));
  await expect(dialog).toContainText(admin);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: text('audit.export'), exact: true }).click();
  await page.getByRole('menuitem', { name: text('audit.lines') }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    action: 'adminUser.setRole',
    changes: [{ field: 'groupid', old: 2, new: 3 }],
  });

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await row.getByRole('button', { name: text('audit.details') }).click();
  await expect(change).toHaveCount(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
