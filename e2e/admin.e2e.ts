import { AxeBuilder } from '@axe-core/playwright';
import { uploadFiles } from './files.ts';
import { expect, test } from './fixtures.ts';
import {
  confirmPassword,
  registerAdmin,
  makeAdmin,
  uniqueName,
  PASSWORD,
  registerByApi,
  uniqueAddress,
} from './users.ts';

test('an administrator creates, disables and deletes a user and transfers the user’s item', async ({
  page,
  site,
  text,
}) => {
  await page.goto('/user/login');
  const admin = uniqueName('harbor.admin');
  await registerByApi(page, site, admin);
  await page.goto('/admin/index');
  await expect(page.getByText(text('admin.noRightText', { username: admin }))).toBeVisible();
  await makeAdmin(page, site, admin);
  await page.goto('/admin/index');
  const username = uniqueName('tomas');

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

  await rows.getByRole('link', { name: username }).click();
  const details = page.getByRole('dialog', { name: 'Tomas Kral' });
  const act = (name: string) => details.getByRole('button', { name, exact: true }).click();
  const confirm = (title: string) => page.getByRole('dialog', { name: title });
  await act(text('adminUserList.disable'));
  const disabling = confirm(text('adminUser.disableTitle', { username }));
  const disable = disabling.getByRole('button', { name: text('adminUser.disableAction') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await disable.hover();
  // The button text is dark in this theme: a dark background on hover would make it unreadable.
  await expect(disable).toHaveCSS('background-color', 'rgb(255, 143, 138)');
  await page.emulateMedia({ colorScheme: 'light' });
  await disable.click();
  await expect(disabling).toBeHidden();
  await expect(details).toContainText(text('adminUserList.disabled'));
  await act(text('adminUserList.enable'));
  const enabling = confirm(text('adminUser.enableTitle', { username }));
  await enabling.getByRole('button', { name: text('adminUser.enableAction') }).click();
  await expect(enabling).toBeHidden();
  await expect(details).toContainText(text('adminUserList.active'));

  const role = (name: string) => details.getByRole('radio', { name, exact: true });
  await details.getByText(text('adminUser.administrator'), { exact: true }).click();
  const granting = confirm(text('adminUser.toAdminTitle', { username }));
  await granting.getByRole('button', { name: text('adminUser.toAdminAction') }).click();
  await expect(granting).toBeHidden();
  await expect(role(text('adminUser.administrator'))).toBeChecked();
  await expect(details).toContainText(text('adminUser.adminStays'));
  await details.getByText(text('adminUser.ordinary'), { exact: true }).click();
  const revoking = confirm(text('adminUser.toUserTitle', { username }));
  await revoking.getByRole('button', { name: text('adminUser.toUserAction') }).click();
  await expect(revoking).toBeHidden();
  await expect(role(text('adminUser.ordinary'))).toBeChecked();

  const item = uniqueName('Harbor');
  await site.query(
    'insert into item (item_name, uid) select $1, uid from "user" where username = $2',
    [item, username],
  );
  await act(text('adminUserList.deleteAction'));
  const deleting = confirm(text('adminUser.deleteTitle', { username }));
  // The field appears once the server has returned what the user owns.
  await expect(deleting.getByRole('button', { name: text('shell.cancel') })).toBeFocused();
  await deleting.getByLabel(text('adminUser.newOwner')).fill(admin);
  await deleting.getByRole('button', { name: text('adminUser.deleteAction') }).click();
  // The details close together with the deleted account.
  await expect(dialog).toHaveCount(0);
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

test('an administrator merges two accounts of a user after a preview', async ({
  page,
  site,
  text,
}) => {
  const [from, to] = [uniqueName('twice'), uniqueName('stays')];
  for (const username of [from, to])
    await site.query(
      `insert into "user" (username, username_key, name) values ($1, lower($1), 'Mei Lin')`,
      [username],
    );
  const item = uniqueName('Harbor');
  await site.query(
    'insert into item (item_name, uid) select $1, uid from "user" where username = $2',
    [item, from],
  );
  await site.query(
    `insert into outside_login (kind, outside_id, uid, external_username)
     select 'ldap', $1, uid, 'mei' from "user" where username = $2`,
    [uniqueName('entry-'), from],
  );
  const admin = await registerAdmin(page, site);
  await page.goto('/admin/index');
  await page.getByRole('searchbox', { name: text('adminUser.search') }).fill(from);
  await page.getByRole('link', { name: from }).click();
  await page.getByRole('button', { name: text('adminUserList.mergeAction'), exact: true }).click();
  const dialog = page.getByRole('dialog', {
    name: text('adminUser.mergeTitle', { username: from }),
  });
  const target = dialog.getByLabel(text('adminUser.mergeTo'));
  await target.fill(from);
  await target.press('Enter');
  await expect(dialog.getByText(text('errors.sameAccount'))).toBeVisible();
  await target.fill(to);
  await target.press('Enter');
  const mergePreview = dialog.locator('dl');
  await expect(mergePreview).toContainText(text('adminUser.mergeCounts', { items: 1, teams: 0 }));
  await expect(mergePreview).toContainText('mei (entry-');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: text('adminUser.mergeAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text('search.nothingTitle', { keyword: from }))).toBeVisible();
  const owner = await site.query(
    'select username from item join "user" using (uid) where item_name = $1',
    [item],
  );
  expect(owner).toEqual([{ username: to }]);

  await page.goto('/admin/index?tab=audit');
  await page.getByRole('searchbox', { name: text('audit.search') }).fill(admin);
  const entry = page.getByRole('row').filter({ hasText: text('audit.adminUserMergeUser') });
  await expect(entry).toContainText(
    text('adminAudit.merge', { from, to, items: 1, teams: 0, files: 0 }),
  );
});

test('an administrator who confirms the own password sets that of a user', async ({
  page,
  site,
  text,
  playwright,
}) => {
  await registerAdmin(page, site);
  await site.query('update device set confirmed_time = null');
  await page.goto('/admin/index');
  await page.getByRole('button', { name: text('adminUser.add') }).click();
  const form = page.getByRole('dialog', { name: text('adminUser.add') });
  const username = uniqueName('lin');
  const password = 'two quiet boats 41';
  await form.getByLabel(text('user.username'), { exact: true }).fill(username);
  await form.getByLabel(text('user.password'), { exact: true }).fill(password);
  await form.getByRole('button', { name: text('adminUser.save') }).click();
  await confirmPassword(page, text);
  await expect(form).toBeHidden();
  const other = await playwright.request.newContext();
  const login = await other.post(`${site.url}/api/user/login`, {
    headers: { origin: site.url, 'x-forwarded-for': uniqueAddress() },
    data: { username, password },
  });
  expect(await login.json()).toMatchObject({ error_code: 0, data: { username } });
  await other.dispose();
});

test('an administrator can reach every section and user action on a phone', async ({
  page,
  site,
  text,
}) => {
  const username = await registerAdmin(page, site);
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
  // The button that opened the menu was removed with its section.
  await expect(page.locator('#main')).toBeFocused();

  const search = page.getByRole('searchbox', { name: text('adminUser.search') });
  await menu.press('Enter');
  await page.getByRole('link', { name: text('search.misses') }).press('Tab');
  // Tab closes the menu and moves the focus in visual order.
  await expect(users).toBeHidden();
  // Import, export and invite share a menu.
  await expect(
    page.getByRole('button', { name: text('team.actions'), exact: true }).first(),
  ).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(
    page.getByRole('button', { name: text('adminUser.add'), exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(search).toBeFocused();

  await search.fill(username);
  await page.getByRole('link', { name: username }).press('Enter');
  const details = page.getByRole('dialog', { name: username });
  await expect(details).toContainText(text('adminUser.ownRole'));
  expect((await details.boundingBox())?.width).toBe(390);
});

test('the admin tables leave enough width for names on a small laptop', async ({
  page,
  site,
  text,
}) => {
  const username = await registerAdmin(page, site);
  await uploadFiles(page, site, { 'settlement-format-2026.pdf': Buffer.from('%PDF-1.7') });
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

test('an administrator checks the services, discards a failed job and exports the audit log', async ({
  page,
  site,
  text,
}) => {
  const admin = await registerAdmin(page, site);
  const [reason, passing] = [uniqueName('mailbox is full'), uniqueName('connection lost')];
  for (const message of [reason, passing])
    await site.query(
      `insert into pgboss.job (name, state, completed_on, output)
       values ('audit-purge', 'failed', now(), jsonb_build_object('message', $1::text))`,
      [message],
    );
  await page.goto('/admin/index?tab=diagnostics');
  const database = page.getByRole('listitem').filter({ hasText: 'PostgreSQL' });
  await expect(database).toContainText(/\d ms/);
  const address = `${uniqueName('harbor')}@harbor.test`;
  await page.getByLabel(text('adminSetting.mailTo')).fill(address);
  await page.getByRole('button', { name: text('adminSetting.mailTest') }).click();
  const [sentIn = ''] = text('adminSetting.mailSent', { time: 0 }).split('0');
  await expect(page.getByText(sentIn)).toBeVisible();
  const job = page.getByRole('row').filter({ hasText: reason });
  // The accessible name of the badge describes its number.
  const [, badgeSuffix = ''] = text('adminSystem.dead', { count: 0 }).split('0');
  await expect(
    page.getByRole('link', { name: text('adminSystem.diagnostics') }),
  ).toHaveAccessibleName(new RegExp(`\\d${badgeSuffix}$`));
  const dialog = page.getByRole('dialog');
  await job.getByRole('button', { name: text('adminSystem.details') }).click();
  const detailText = await dialog.getByText(reason).boundingBox();
  const dialogBox = await dialog.boundingBox();
  expect((detailText?.x ?? 0) - (dialogBox?.x ?? 0)).toBeGreaterThan(20);
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.locator(':focus')).toHaveCSS('outline', 'rgb(47, 79, 211) solid 2px');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const discard = text('adminSystem.discard', { job: text('adminSystem.jobAuditPurge') });
  await job.getByRole('button', { name: discard }).click();
  await dialog.getByRole('button', { name: text('adminSystem.discardAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(job).toHaveCount(0);
  const failedJob = page.getByRole('row').filter({ hasText: passing });
  await failedJob.getByRole('button', { name: text('adminSystem.retry') }).press('Enter');
  await expect(failedJob).toHaveCount(0);
  // The button was removed with its row; the focus must not return to the body.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

  await page.getByRole('link', { name: text('audit.title'), exact: true }).click();
  await page.getByRole('searchbox', { name: text('audit.search') }).fill(admin);
  await expect(
    page.getByRole('cell', { name: text('audit.adminSystemDiscardJobs') }),
  ).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: text('audit.export'), exact: true }).click();
  await page.getByRole('menuitem', { name: text('audit.csv') }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
});
