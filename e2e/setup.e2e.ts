import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { PASSWORD } from './users.ts';
import { openSite } from './site.ts';

test('the setup link in the log creates the first administrator, once', async ({
  browser,
  language,
  locale,
  text,
}) => {
  const site = await openSite('localhost', { DEFAULT_LANGUAGE: language });
  const context = await browser.newContext({ baseURL: site.url, ...(locale && { locale }) });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByText(text('landing.setupHint'))).toBeVisible();

  const link = /"setup_link":"([^"]+)"/.exec(site.log())?.[1] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { name: text('user.setupTitle') })).toBeVisible();
  expect(page.url()).not.toContain('token=');
  await page.screenshot({ path: `.artifacts/screens/setup-${language}.png`, fullPage: true });
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await page.getByLabel(text('user.username'), { exact: true }).fill('admin');
  await page.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(text('user.repeatPassword')).fill(PASSWORD);
  await page.getByRole('button', { name: text('user.setupSubmit') }).click();
  await page.waitForURL('**/item/index');
  expect(await site.query('select username, groupid from "user"')).toEqual([
    { username: 'admin', groupid: 1 },
  ]);

  await context.clearCookies();
  await page.goto(link);
  await expect(page.getByText(text('user.setupDoneTitle'))).toBeVisible();
  await context.close();
  await site.close();
});
