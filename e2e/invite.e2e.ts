import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import { PASSWORD, registerAdmin, uniqueName, waitForMailLink } from './users.ts';

test('an administrator invites a pasted list by mail, and a person joins with the link', async ({
  page,
  context,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  const username = uniqueName('jan');
  const [email, known] = [`${username}@harbor.test`, `${uniqueName('known')}@harbor.test`];
  await site.query(
    `insert into "user" (username, username_key, email, email_verify) values ($1, lower($1), $2, 1)`,
    [uniqueName('known'), known],
  );
  await page.goto('/admin/index');
  await page.getByRole('button', { name: text('adminInvite.action'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(text('adminInvite.addresses'));

  await test.step('a pasted list becomes chips; who has an account is named', async () => {
    await field.fill(`Jan Novak <${email}>, ${known}, keiko`);
    await expect(dialog.getByText(email)).toBeVisible();
    await expect(dialog.getByText(text('adminInvite.hasAccount', { email: known }))).toBeVisible();
    await expect(dialog.getByText(text('adminInvite.count', { count: 1 }))).toBeVisible();
    await dialog.getByRole('button', { name: text('adminInvite.send') }).click();
    await expect(dialog.getByText(text('adminInvite.invalid', { text: 'keiko' }))).toBeVisible();
    await field.fill('');
    await dialog.getByRole('button', { name: text('adminInvite.send') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(text('adminInvite.sent', { count: 1 }))).toBeVisible();
  });

  const subject = text('mail.inviteSubject', { site: 'Octavo' });
  const link = await waitForMailLink(site, email, subject);

  await test.step('the person chooses username and password and is logged in', async () => {
    await context.clearCookies();
    await page.goto(link);
    await expect(
      page.getByRole('heading', { name: text('user.inviteTitle', { site: 'Octavo' }) }),
    ).toBeVisible();
    expect(page.url()).not.toContain('token=');
    await page.getByLabel(text('user.username'), { exact: true }).fill(username);
    await page.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(text('user.repeatPassword'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: text('user.inviteSubmit') }).click();
    await page.waitForURL('**/item/index');
    const answer = await page.request.post(`${site.url}${calls.user.info.path}`, {
      headers: { origin: site.url },
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    expect(data).toMatchObject({ username, name: 'Jan Novak', email, email_verify: 1, groupid: 2 });
  });

  await test.step('the link works once', async () => {
    await context.clearCookies();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: text('user.linkOldTitle') })).toBeVisible();
    await expect(page.getByText(text('user.inviteEnded'))).toBeVisible();
  });
});

test('an administrator creates a link, and revokes it', async ({ page, browser, site, text }) => {
  await registerAdmin(page, site);
  await page.goto('/admin/index');
  await page.getByRole('button', { name: text('adminInvite.action'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(text('adminInvite.byLink'), { exact: true }).click();
  const uses = dialog.getByLabel(text('adminInvite.uses'), { exact: true });
  await uses.fill('0');
  await dialog.getByRole('button', { name: text('adminInvite.create') }).click();
  await expect(dialog.getByText(text('adminInvite.usesInvalid', { max: 1000 }))).toBeVisible();
  await uses.fill('3');
  await dialog.getByRole('button', { name: text('adminInvite.create') }).click();
  const link = (await dialog.locator('code').textContent()) ?? '';

  const other = await browser.newContext({ baseURL: site.url });
  const visitor = await other.newPage();
  await visitor.goto(link);
  await expect(visitor.locator('input[name=username]')).toBeVisible();

  await dialog
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .nth(2)
    .click();
  const title = text('adminInvite.linkUses', { uses: 0, max: 3 });
  await expect(dialog.getByText(title, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: text('adminInvite.revoke', { title }) }).click();
  await expect(dialog.getByText(title, { exact: true })).toBeHidden();

  await visitor.locator('input[name=username]').fill(uniqueName('late'));
  await visitor.locator('input[name=password]').fill(PASSWORD);
  await visitor.locator('input[name=confirm_password]').fill(PASSWORD);
  await visitor.locator('button[type=submit]').click();
  await expect(visitor.locator('input[name=username]')).toBeHidden();
  await expect(visitor.locator('h1')).toBeVisible();
  await other.close();
});
