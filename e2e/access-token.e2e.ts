import { expect, test } from './fixtures.ts';
import { confirmPassword, registerByApi, uniqueName } from './users.ts';

test('a user creates a token, a script uses it, and the user revokes it', async ({
  page,
  site,
  text,
}) => {
  await registerByApi(page, site, uniqueName('mei'));
  await page.goto('/user/setting?tab=security');
  await page.getByRole('button', { name: text('accessToken.new') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: text('accessToken.create') }).click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await dialog.getByLabel(text('accessToken.name'), { exact: true }).fill('Build server');
  const network = dialog.getByLabel(text('accessToken.onlyFrom'), { exact: true });
  await network.fill('office');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(text('accessToken.networkWrong'))).toBeVisible();
  await network.fill('127.0.0.0/8');
  await page.keyboard.press('Enter');
  await confirmPassword(page, text);

  const created = page.getByRole('dialog', { name: text('accessToken.createdTitle') });
  const done = created.getByRole('button', { name: text('accessToken.done') });
  await expect(done).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(created).toBeVisible();
  const name = text('accessToken.token');
  await created.getByRole('button', { name: text('shell.showSecret', { name }) }).click();
  const token = await created.getByLabel(name, { exact: true }).inputValue();
  expect(token).toMatch(/^oct_/);
  await created.getByLabel(text('accessToken.kept')).check();
  await done.click();
  await expect(created).toBeHidden();
  await expect(page.getByText(`${token.slice(0, 8)}…`)).toBeVisible();
  await expect(
    page.getByText(text('accessToken.fromNetwork', { network: '127.0.0.0/8' })),
  ).toBeVisible();

  const send = async () => {
    const answer = await fetch(`${site.url}/api/item/myList`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { error_code: number }).error_code;
  };
  expect(await send()).toBe(0);

  const revoke = text('accessToken.revoke', { name: 'Build server' });
  await page.getByRole('button', { name: revoke }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('accessToken.revokeAction') })
    .click();
  await expect(page.getByText(text('accessToken.revoked'))).toBeVisible();
  await expect(page.getByText(text('accessToken.emptyTitle'))).toBeVisible();
  expect(await send()).toBe(10650);
});
