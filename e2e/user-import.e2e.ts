import { AxeBuilder } from '@axe-core/playwright';
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
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390 });
  await expect(
    dialog.getByRole('button', { name: text('adminUserImport.import', { count: 2 }) }),
  ).toBeInViewport({ ratio: 1 });
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

test('an import is found again after a reload, and says truthfully what it has written when it fails', async ({
  page,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  const word = uniqueName('half');
  const names = Array.from({ length: 1100 }, (_, at) => `${word}.${String(at).padStart(4, '0')}`);
  // Fails in the second of two transactions.
  const trigger = uniqueName('refuse');
  await site.query(
    `create function ${trigger}() returns trigger language plpgsql as
       $$ begin raise exception 'refused'; end $$;
     create trigger ${trigger} before insert on "user" for each row
       when (new.username = '${names[1050] ?? ''}') execute function ${trigger}()`,
  );
  await page.goto('/admin/index');
  const opener = page.getByRole('button', { name: text('adminUserImport.action') });
  const dialog = page.getByRole('dialog');
  await opener.press('Enter');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: text('attachment.upload') }).press('Enter');
  await (
    await chooser
  ).setFiles({
    name: 'crew.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['username', ...names].join('\n')),
  });
  const planned = text('adminUserImport.summary', { new: 1100, update: 0, same: 0, out: 0 });
  await expect(dialog.getByText(planned)).toBeVisible();
  await page.reload();
  await expect(dialog.getByText(planned)).toBeVisible();
  await expect(dialog).toContainText('crew.csv');

  await dialog
    .getByRole('button', { name: text('adminUserImport.import', { count: 1100 }) })
    .press('Enter');
  await expect(dialog).toContainText(text('adminUserImport.applyFailed'));
  await expect(dialog).toContainText(text('adminUserImport.partly', { done: 1000, total: 1100 }));
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  const count = async () =>
    (
      await site.query<{ users: number }>(
        `select count(*)::int as users from "user" where username like $1`,
        [`${word}.%`],
      )
    )[0]?.users;
  expect(await count()).toBe(1000);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/import=/);

  await site.query(`drop trigger ${trigger} on "user"; drop function ${trigger}()`);
  await opener.press('Enter');
  await expect(dialog).toContainText(text('adminUserImport.latestPartly', { count: 1000 }));
  await dialog.getByRole('button', { name: text('adminUserImport.open') }).press('Enter');
  await dialog
    .getByRole('button', { name: text('adminUserImport.continue', { count: 100 }) })
    .press('Enter');
  await expect(dialog.getByText(text('adminUserImport.created', { count: 1100 }))).toBeVisible();
  expect(await count()).toBe(1100);
});
