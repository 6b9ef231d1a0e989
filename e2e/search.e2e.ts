import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import { expectMatchVisible, delayRequests, pressPaletteKey } from './palette.ts';
import { uniqueName, registerByApi } from './users.ts';
import { createCaller, makeSampleItem } from './sample-item.ts';

test('global search: palette, results, filters and no results', async ({ page, site, text }) => {
  // A public item of another user; the reader is not a member.
  await registerByApi(page, site, uniqueName('writer'));
  const callAsOther = createCaller(page.request, site);
  const open = await callAsOther(calls.item.add, { item_name: 'Signpost' });
  await callAsOther(calls.page.save, {
    item_id: open.item_id,
    page_title: 'Open guide',
    page_content: 'How to place an order-by-lighthouse.',
  });
  const { call } = await makeSampleItem(page, site);
  const { item_id } = await call(calls.item.add, { item_name: 'Warehouse' });
  await call(calls.page.save, {
    item_id,
    page_title: '入库流程',
    page_content: `# 入库流程\n\n${'货物到达仓库后由收货员核对数量和外观。'.repeat(5)}收货之后先做质检，质检合格的 order 才能上架。`,
  });

  const palette = page.getByRole('dialog', { name: text('reader.palette') });
  const typed = palette.getByRole('combobox');
  await test.step('keys pressed before the script loads are not lost', async () => {
    const scripts = await delayRequests(page, '**/assets/*.js');
    await page.goto('/item/index', { waitUntil: 'commit' });
    await pressPaletteKey(page);
    await page.keyboard.type('wareh');
    scripts.release();
    await expect(typed).toHaveValue('wareh');
    await expect(typed).toBeFocused();
    await page.keyboard.type('ouse');
    await expect(palette.getByRole('option', { name: 'Warehouse' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });
  const field = page.getByRole('button', { name: text('reader.palettePlaceholder') });
  await expect(field).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('质检合');
  await expect(typed).toHaveValue('质检合');
  const found = palette.getByRole('option', { name: '入库流程' });
  await expect(found).toBeVisible();
  await expectMatchVisible(found);
  await palette
    .getByRole('option', { name: text('reader.allResults', { keyword: '质检合' }) })
    .click();

  await expect(page).toHaveURL(/\/search\?keyword=/);
  await expect(page.getByText(text('search.found', { count: 1 }))).toBeVisible();
  const results = page.getByRole('list', { name: text('reader.results') });
  await expect(results.getByRole('listitem').locator('mark')).toHaveText(['质检合']);

  const search = page.getByRole('searchbox', { name: text('search.field') });
  await search.fill('order');
  await search.press('Enter');
  // Title matches come before content matches.
  await expect(results.getByRole('link').first()).toContainText('order');
  await expect(results.getByRole('link', { name: '入库流程' })).toBeVisible();
  await page.getByRole('radio', { name: /^Warehouse/ }).click();
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: text('search.clearFilters') }).click();
  await expect(results.getByRole('link', { name: /order/ }).first()).toBeVisible();

  await search.fill('order-by-lighthouse');
  await search.press('Enter');
  await expect(page.getByText(text('search.found', { count: 0 }))).toBeVisible();
  await page.getByRole('radio', { name: text('search.openItems') }).click();
  await expect(page).toHaveURL(/scope=all/);
  await expect(results.getByRole('link', { name: 'Open guide' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: text('search.openItems') })).toBeChecked();
  await expect(results.getByRole('link', { name: 'Open guide' })).toBeVisible();
  await page.getByRole('radio', { name: text('search.ownItems') }).click();
  await expect(page.getByText(text('search.found', { count: 0 }))).toBeVisible();
  expect(page.url()).not.toContain('scope');

  const own = page.getByRole('radio', { name: text('search.ownItems') });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(own).toBeHidden();
  await page.locator('summary', { hasText: text('search.filters') }).click();
  await expect(own).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(own).toBeVisible();

  await search.fill('nowhere-at-all');
  await search.press('Enter');
  const nothing = text('search.nothingTitle', { keyword: 'nowhere-at-all' });
  await expect(page.getByRole('heading', { name: nothing })).toBeVisible();
  await search.fill('入库流程');
  await search.press('Enter');
  await results.getByRole('link', { name: '入库流程' }).click();
  await expect(page).toHaveTitle(/入库流程/);
});
