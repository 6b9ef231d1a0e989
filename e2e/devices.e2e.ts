import { expect, test } from './fixtures.ts';
import { uniqueName, PASSWORD, registerByApi } from './users.ts';

test('a session on another device can be ended from this one', async ({
  page,
  browser,
  site,
  text,
}) => {
  const username = uniqueName('wei');
  await registerByApi(page, site, username);
  const phone = await browser.newContext({ baseURL: site.url, locale: 'en-GB' });
  const headers = { origin: site.url };
  const data = { username, password: PASSWORD };
  await phone.request.post('/api/user/login', { headers, data });
  await page.goto('/user/setting?tab=security');
  await expect(page.getByText(text('userSetting.thisDevice'), { exact: true })).toBeVisible();
  await page.getByRole('button', { name: text('userSetting.logOutOthers') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('userSetting.logOutOthers') })
    .click();
  await expect(page.getByText(text('userSetting.loggedOutOthers'))).toBeVisible();
  const info = await phone.request.post('/api/user/info', { headers, data: {} });
  expect(await info.json()).toMatchObject({ error_code: 10102 });
  await phone.close();
});
