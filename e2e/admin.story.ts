import { expect, test } from './fixtures.ts';
import { makeAdmin, newName, PASSWORD, registerByCall } from './people.ts';

test('an administrator makes, disables and deletes a user, whose item goes to somebody', async ({
  page,
  site,
  text,
}) => {
  const admin = newName('harbor.admin');
  await page.goto('/user/login');
  await registerByCall(page, site, admin);
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
