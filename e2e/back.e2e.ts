import { test as base, expect } from './fixtures.ts';
import { editorPage } from './editor-page.ts';
import { DESKTOP } from './reader-page.ts';
import { makeSampleItem } from './sample-item.ts';
import { row } from './tree-page.ts';

/** A browser in which Back shows documents as they were left; Playwright switches that off by default. */
const test = base.extend({
  page: async ({ playwright, launchOptions, site, locale }, use) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    await use(
      await browser.newPage({ baseURL: site.url, viewport: DESKTOP, ...(locale && { locale }) }),
    );
    await browser.close();
  },
});

test('Back shows a new page in the tree', async ({ page, site, text }) => {
  const { item_id } = await makeSampleItem(page, site);
  await page.goto(`/${item_id}`);
  await page.goto(`/page/edit/${item_id}/0`);
  const editor = editorPage(page, text);
  await editor.title.fill('Refunds');
  await editor.append('Money goes back to the card.');
  await editor.save();
  await expect(editor.saved).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(row(page, 'Refunds')).toBeVisible();
});

test('Back shows nothing of the account after a logout', async ({ page, site, text }) => {
  const { username, item_id } = await makeSampleItem(page, site);
  await page.goto(`/${item_id}`);
  await expect(row(page, 'Retrieve an order')).toBeVisible();
  await page.getByRole('link', { name: text('shell.myItems') }).click();
  await page.getByRole('button', { name: text('shell.logOut'), exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.evaluate(() => history.back());
  await page.waitForURL((url) => url.pathname.startsWith('/user/login'));
  await expect(page.getByText(username)).toHaveCount(0);
});
