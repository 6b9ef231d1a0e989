import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { confirmPassword, PASSWORD, registerAdmin, uniqueName } from './users.ts';

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
}

test('an administrator connects an identity provider, maps a group and allows a link', async ({
  page,
  site,
  text,
}) => {
  const admin = await registerAdmin(page, site);
  const post = (path: string, data: object) =>
    page.request.post(`${site.url}/api/${path}`, { headers: { origin: site.url }, data });
  await post('team/save', { id: 0, team_name: 'Platform people' });
  const local = uniqueName('local');
  await post('adminUser/addUser', { username: local, password: PASSWORD });
  await page.goto('/admin/index?tab=scim');
  await expect(page.getByText(text('adminScim.noTokens'))).toBeVisible();
  await expect(page.getByText(text('adminScim.noRefused'))).toBeVisible();
  await expect(page.getByText(`${site.url}/scim/v2`)).toBeVisible();
  await expectAccessible(page);

  const token = await test.step('the token is shown once', async () => {
    await page.getByRole('button', { name: text('adminScim.newToken') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('accessToken.create') }).click();
    await expect(dialog.getByRole('alert').first()).toBeVisible();
    await dialog.getByLabel(text('accessToken.name'), { exact: true }).fill('Harbor directory');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await confirmPassword(page, text);
    const created = page.getByRole('dialog', { name: text('accessToken.createdTitle') });
    const name = text('accessToken.token');
    await created.getByRole('button', { name: text('shell.showSecret', { name }) }).click();
    const value = await created.getByLabel(name, { exact: true }).inputValue();
    // The tooltip of the button that showed the token.
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expectAccessible(page);
    await created.getByLabel(text('accessToken.kept')).check();
    await created.getByRole('button', { name: text('accessToken.done') }).click();
    await expect(created).toBeHidden();
    return value;
  });
  expect(token).toMatch(/^octs_/);
  const tokens = page.getByRole('table', { name: text('adminScim.tokens') });
  await expect(tokens).toContainText(text('accessToken.never'));
  expect(await page.content()).not.toContain(token);

  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${site.url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const person = uniqueName('mei');
  const { body: user } = await send('POST', '/Users', { userName: person, active: true });
  const group = uniqueName('Platform');
  await send('POST', '/Groups', { displayName: group, members: [{ value: user['id'] }] });
  expect((await send('POST', '/Users', { userName: local })).status).toBe(409);
  expect((await send('POST', '/Users', { userName: admin })).status).toBe(403);
  await page.reload();
  await expect(tokens).not.toContainText(text('accessToken.never'));

  await test.step('a group gives a team, and no administrators', async () => {
    await page.getByRole('button', { name: text('adminDirectory.addMapping') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('adminScim.group'), { exact: true }).click();
    await page.getByRole('option', { name: group }).click();
    await dialog.getByLabel(text('adminDirectory.team'), { exact: true }).click();
    const team = text('adminDirectory.teamOf', { team: 'Platform people', owner: admin });
    await page.getByRole('option', { name: team }).click();
    await dialog.getByLabel(text('adminDirectory.role')).click();
    await expect(page.getByRole('option')).toHaveCount(2);
    await page.getByRole('option', { name: text('adminUser.auditor') }).click();
    await dialog.getByRole('button', { name: text('adminDirectory.addMapping') }).click();
    await expect(dialog).toBeHidden();
    const row = page
      .getByRole('table', { name: text('adminDirectory.mappings') })
      .getByRole('row')
      .nth(1);
    await expect(row).toContainText(group);
    await expect(row).toContainText('Platform people');
    await page.getByLabel(text('adminScim.loginProvider')).click();
    await page.getByRole('option', { name: text('adminLogin.ldap') }).click();
    await expect(page.getByText(text('adminScim.loginOff'))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: text('adminScim.save'), exact: true }).click();
    await expect(page.getByText(text('adminScim.saved')).first()).toBeVisible();
    const [member] = await site.query(
      `select groupid from team_member join "user" using (uid) where username = $1`,
      [person],
    );
    expect(member).toEqual({ groupid: 3 });
  });

  await test.step('a link to a local account is allowed after a confirmation', async () => {
    const cause = page.getByText(text('adminScim.administrator', { username: admin }));
    await expect(cause).toBeVisible();
    await page
      .getByRole('button', { name: text('adminScim.allowFor', { user_name: local }) })
      .click();
    const title = text('adminScim.allowTitle', { username: local });
    const dialog = page.getByRole('dialog', { name: title });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: text('adminScim.allow') }).click();
    await confirmPassword(page, text);
    await expect(dialog).toBeHidden();
    await expect(page.getByText(text('adminScim.allowed', { username: local }))).toBeVisible();
    expect((await send('POST', '/Users', { userName: local })).status).toBe(201);
  });

  await test.step('a revoked token is refused', async () => {
    const revoke = text('accessToken.revoke', { name: 'Harbor directory' });
    await page.getByRole('button', { name: revoke }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('accessToken.revokeAction') })
      .click();
    await expect(page.getByText(text('adminScim.noTokens'))).toBeVisible();
    expect((await send('GET', '/Users')).status).toBe(401);
  });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/index?tab=scim');
  await expect(page.getByText(text('adminScim.refused'))).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await expectAccessible(page);
});
