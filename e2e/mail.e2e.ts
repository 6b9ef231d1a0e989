import { expect, test } from './fixtures.ts';
import {
  confirmPassword,
  uniqueName,
  solveCaptcha,
  waitForMailLink,
  registerByApi,
} from './users.ts';

const NEW_PASSWORD = 'quiet water 1987';

test('a user verifies an email address and resets a forgotten password with mails that arrive', async ({
  page,
  context,
  site,
  text,
}) => {
  const username = uniqueName('tomas');
  const email = `${username}@harbor.test`;
  await registerByApi(page, site, username);

  await test.step('bind and verify', async () => {
    await page.goto('/user/setting');
    await page.getByRole('button', { name: text('userSetting.bindEmail') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('user.email'), { exact: true }).fill(email);
    await dialog.getByRole('button', { name: text('userSetting.sendConfirmation') }).click();
    await confirmPassword(page, text);
    await expect(dialog).toBeHidden();
    await expect(page.getByText(text('userSetting.unverified'), { exact: true })).toBeVisible();
    const link = await waitForMailLink(site, email, text('mail.verifySubject'));
    expect(link.startsWith(`${site.url}/user/verifyEmail?`)).toBe(true);
    await page.goto(link);
    await expect(page.getByText(text('user.verifyDoneTitle'))).toBeVisible();
    expect(page.url()).not.toContain('token=');
    await page.goto('/user/setting');
    await expect(page.getByText(text('userSetting.verified'), { exact: true })).toBeVisible();
  });

  await test.step('request a reset', async () => {
    await context.clearCookies();
    await page.goto('/user/resetPassword');
    await page.getByLabel(text('user.email'), { exact: true }).fill(email);
    const code = await solveCaptcha(context, site, 'reset');
    await page.getByLabel(text('shell.captcha'), { exact: true }).fill(code);
    await page.getByRole('button', { name: text('user.resetSubmit') }).click();
    await expect(page.getByText(text('user.resetSentTitle'))).toBeVisible();
  });

  await test.step('set the new password with the link', async () => {
    const link = await waitForMailLink(site, email, text('mail.resetSubject'));
    await page.goto(link);
    await expect(page.getByText(email)).toBeVisible();
    expect(page.url()).not.toContain('token=');
    await page.getByLabel(text('user.newPassword'), { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: text('user.newPasswordSubmit') }).click();
    await page.waitForURL('**/item/index');
    await context.clearCookies();
    await page.goto(link);
    await page.getByLabel(text('user.newPassword'), { exact: true }).fill('another one 55');
    await page.getByRole('button', { name: text('user.newPasswordSubmit') }).click();
    await expect(page.getByText(text('user.linkOldTitle'))).toBeVisible();
  });

  await test.step('log in with the email address and the new password', async () => {
    await page.goto('/user/login');
    await page.getByLabel(text('user.usernameOrEmail')).fill(email);
    await page.getByLabel(text('user.password'), { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole('button', { name: text('user.loginSubmit') }).click();
    await page.waitForURL('**/item/index');
  });
});
