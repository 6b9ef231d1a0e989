import { PNG_PIXEL } from '../apps/server/tests/helpers/multipart.ts';
import { expect, test } from './fixtures.ts';
import { registerAdmin, uniqueName } from './users.ts';

test('an administrator sets a logo, which visitors see, and removes it', async ({
  browser,
  page,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  await page.goto('/admin/index?tab=settings');
  const address = page.getByRole('textbox', { name: text('adminSetting.siteLogo') });
  await expect(address).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: PNG_PIXEL,
  });
  await expect(page.getByText(text('adminSetting.logoChosen'))).toBeVisible();
  await expect(address).toHaveValue(/^\/file\//);
  const guest = await browser.newContext({ baseURL: site.url });
  const visit = await guest.newPage();
  await visit.goto('/user/login');
  const logo = visit.locator(`img[src="${await address.inputValue()}"]`).first();
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  // Also where the server renders it: a URL without a page.
  await visit.goto('/nosuchitem');
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  // An invalid field is scrolled above the footer, which overlaps the form.
  const versions = page.getByLabel(text('adminSetting.history'));
  await versions.fill('0');
  const save = page.getByRole('button', { name: text('adminSetting.save'), exact: true });
  await page.evaluate(() => scrollTo(0, 0));
  await save.click();
  await expect(versions).toBeFocused();
  const isOnTop = (field: Element) => {
    const { x, y, height } = field.getBoundingClientRect();
    return field.contains(document.elementFromPoint(x + 8, y + height / 2));
  };
  expect(await versions.evaluate(isOnTop)).toBe(true);
  await versions.fill('20');
  await page.getByText(text('adminSetting.homeItem'), { exact: true }).click();
  await save.click();
  await expect(page.getByText(text('adminSetting.homeItemPick'))).toBeVisible();
  await page.getByText(text('adminSetting.homeFull'), { exact: true }).click();
  // Other tests share the site.
  await page.getByRole('button', { name: text('adminSetting.logoRemove') }).click();
  await save.click();
  await expect(page.getByText(text('adminSetting.saved'))).toBeVisible();
  await visit.reload();
  await expect(visit.getByRole('heading').first()).toBeVisible();
  await expect(visit.locator('img[src^="/file/"]')).toHaveCount(0);
  await guest.close();
});

test('an administrator shows a banner above every page, and a visitor closes it', async ({
  browser,
  page,
  site,
  text,
  locale,
}) => {
  await registerAdmin(page, site);
  const headers = { origin: site.url };
  const made = await page.request.post(`${site.url}/api/item/add`, {
    headers,
    data: { item_name: uniqueName('Tides') },
  });
  const { data } = (await made.json()) as { data: { item_id: number } };
  await page.goto('/admin/index?tab=announcements');
  const words = '<b>Maintenance</b> at 18:00 十八点维护';
  await page.getByLabel(text('admin.bannerText')).fill(`${words}\nSave your work.`);
  await page.getByText(text('admin.bannerWarning'), { exact: true }).click();
  const save = page.getByRole('button', { name: text('admin.bannerSave') });
  await save.click();
  await expect(page.getByText(text('admin.bannerSaved'))).toBeVisible();
  await page.reload();
  await expect(page.locator('#site-banner')).toContainText(words);

  const guest = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
  const reader = await guest.newPage();
  await reader.goto(`/${data.item_id}`);
  const banner = reader.getByRole('complementary', { name: text('admin.bannerName') });
  await expect(banner).toContainText(words);
  await banner.getByRole('button', { name: text('admin.bannerClose') }).click();
  await expect(banner).toHaveCount(0);
  // It stays closed on this device in the reader and in the screens of the application.
  for (const address of [`/${data.item_id}`, '/user/login']) {
    await reader.goto(address);
    await expect(reader.getByRole('heading').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
  }
  await guest.close();

  // Other tests share the site.
  await page.getByLabel(text('admin.bannerText')).fill('');
  await save.click();
  await expect(page.getByText(text('admin.bannerSaved'))).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(text('admin.bannerText'))).toHaveValue('');
  await expect(page.locator('#site-banner')).toHaveCount(0);
});

test('an administrator removes a stored secret, and an empty field does not change it', async ({
  page,
  site,
  text,
}) => {
  await registerAdmin(page, site);
  const headers = { origin: site.url };
  const hasPassword = async () => {
    const url = `${site.url}/api/adminSetting/loadConfig`;
    const loaded = await page.request.post(url, { headers, data: {} });
    const { data } = (await loaded.json()) as {
      data: { mail_setting: { has_password: number } };
    };
    return data.mail_setting.has_password;
  };
  await page.request.post(`${site.url}/api/adminSetting/saveConfig`, {
    headers,
    data: { mail_setting: { password: 'stored secret' } },
  });
  await page.goto('/admin/index?tab=settings');
  const password = page.getByLabel(text('adminSetting.mailPassword'), { exact: true });
  await expect(password).toHaveAttribute('placeholder', text('adminSetting.secretKept'));
  const save = page.getByRole('button', { name: text('adminSetting.save'), exact: true });
  const user = page.getByLabel(text('adminSetting.mailUser'));
  await user.fill('docs');
  await save.click();
  await expect(page.getByText(text('adminSetting.saved'))).toBeVisible();
  expect(await hasPassword()).toBe(1);
  const remove = page.getByRole('button', { name: text('adminSetting.secretRemove'), exact: true });
  await remove.click();
  await expect(password).toHaveAttribute('placeholder', text('adminSetting.secretRemoved'));
  await page.getByRole('button', { name: text('adminSetting.secretKeep'), exact: true }).click();
  await expect(password).toHaveAttribute('placeholder', text('adminSetting.secretKept'));
  await remove.click();
  // Other tests share the site.
  await user.fill('');
  await save.click();
  await expect(remove).toHaveCount(0);
  await expect.poll(hasPassword).toBe(0);
});
