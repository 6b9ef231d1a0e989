import { expect, test } from './fixtures.ts';
import { registerAdmin, uniqueName } from './users.ts';

test('an administrator imports a CSV file by keyboard, and a second time without a change', async ({
  page,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  const [fresh, known] = [uniqueName('fresh'), uniqueName('known')];
  await site.query(
    `insert into "user" (username, username_key, name) values ($1, lower($1), 'Old')`,
    [known],
  );
  const file = {
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `登录,姓名,邮箱,角色\n${fresh},王静,${fresh}@harbor.test,审计员\n${known},New,,\na b,,,\n`,
    ),
  };
  const dialog = page.getByRole('dialog');
  const choose = async () => {
    await page.goto('/admin/index');
    const opener = page.getByRole('button', { name: text('adminUserImport.action') });
    await opener.press('Enter');
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: text('attachment.upload') }).press('Enter');
    await (await chooser).setFiles(file);
    // The header of the usernames is unknown.
    await expect(dialog.getByText(text('adminUserImport.chooseUsername'))).toBeVisible();
    const column = dialog.getByLabel(text('adminUserImport.username'), { exact: true });
    await column.press('ArrowDown');
    await page.getByRole('option', { name: '登录' }).click();
  };

  await choose();
  await expect(
    dialog.getByText(text('adminUserImport.summary', { new: 1, update: 1, same: 0, out: 1 })),
  ).toBeVisible();
  await expect(dialog.getByText(text('adminUserImport.usernameInvalid'))).toBeVisible();
  await expect(dialog.getByText(text('adminUserImport.changesName'))).toBeVisible();
  expect(await site.query('select from "user" where username = $1', [fresh])).toHaveLength(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await dialog
    .getByRole('button', { name: text('adminUserImport.import', { count: 2 }) })
    .press('Enter');
  await expect(dialog.getByText(text('adminUserImport.done'))).toBeVisible();
  await expect(dialog.getByText(text('adminUserImport.created', { count: 1 }))).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: text('adminUserImport.download') }).press('Enter');
  expect((await download).suggestedFilename()).toBe('left-out-people.csv');
  await dialog
    .getByRole('button', { name: text('adminUserImport.invite', { count: 1 }) })
    .press('Enter');
  await expect(page.getByText(text('adminInvite.sent', { count: 1 }))).toBeVisible();

  await choose();
  await expect(dialog.getByText(text('adminUserImport.nothing'))).toBeVisible();
  await expect(
    dialog.getByRole('button', { name: text('adminUserImport.import', { count: 2 }) }),
  ).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
