import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import { expectMatchVisible, delayRequests, pressPaletteKey } from './palette.ts';
import { DESKTOP, title, waitForHydration } from './reader-page.ts';
import { makeSampleItem } from './sample-item.ts';

test.use({ viewport: DESKTOP });

test('a search in the item highlights the matches on the page', async ({ page, site, text }) => {
  const { item_id, item_domain, pages } = await makeSampleItem(page, site);
  await test.step('a search submitted before the script runs shows its results', async () => {
    const script = await delayRequests(page, '**/assets/reader-*.js');
    await page.goto(`/${item_id}?page_id=${pages.create}`, { waitUntil: 'commit' });
    const early = page.getByRole('textbox', { name: text('reader.search') });
    await early.fill('stock');
    await early.press('Enter');
    await page.waitForURL(/keyword=stock/, { waitUntil: 'commit' });
    script.release();
    const found = page.getByRole('list', { name: text('reader.results') });
    await expect(found.getByRole('link')).toHaveCount(3);
    await expect(early).toHaveValue('stock');
    await expect(title(page, 'Create an order')).toBeVisible();
    expect(page.url()).not.toContain('keyword');
  });
  await page.goto(`/${item_domain}/${pages.create}`);
  await waitForHydration(page);
  await page.keyboard.press('/');
  await page.keyboard.type('a');
  await page.keyboard.press('Enter');
  await expect(page.getByText(text('reader.tooShortText'))).toBeVisible();
  const field = page.getByRole('textbox', { name: text('reader.search') });
  await field.fill('库存');
  await page.keyboard.press('Enter');
  const results = page.getByRole('list', { name: text('reader.results') });
  await expect(results.getByRole('link')).toHaveCount(1);
  await expect(results.locator('mark')).toHaveText('库存');
  await expect(
    page.getByText(text('reader.hitOf', { keyword: '库存', at: 1, count: 1 })),
  ).toBeVisible();
  await field.fill('stock');
  await page.keyboard.press('Enter');
  await expect(results.getByRole('link')).toHaveCount(3);
  await page.getByRole('button', { name: text('reader.nextHit') }).click();
  await expect(
    page.getByText(text('reader.hitOf', { keyword: 'stock', at: 2, count: 2 })),
  ).toBeVisible();
  await field.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tree')).toBeVisible();
  await field.fill('zebra');
  await page.keyboard.press('Enter');
  await expect(page.getByText(text('reader.noHitTitle', { keyword: 'zebra' }))).toBeVisible();
});

test('a search shows more results on request', async ({ page, site, text }) => {
  const { item_id, item_domain, pages, call } = await makeSampleItem(page, site);
  for (let number = 1; number <= 25; number += 1)
    await call(calls.page.save, { item_id, page_title: `Gannet ${number}`, page_content: 'Text' });
  await page.goto(`/${item_domain}/${pages.create}`);
  await waitForHydration(page);
  await page.keyboard.press('/');
  await page.keyboard.type('gannet');
  await page.keyboard.press('Enter');
  const results = page.getByRole('list', { name: text('reader.results') }).getByRole('link');
  await expect(page.getByText(text('reader.pages', { count: 25 }), { exact: true })).toBeVisible();
  await expect(results).toHaveCount(20);
  const more = page.getByRole('button', { name: text('reader.moreResults') });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(results).toHaveCount(25);
  await expect(results.nth(20)).toBeFocused();
  await expect(more).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tree')).toBeVisible();
});

test('the palette finds pages, items and actions', async ({ page, site, text }) => {
  const { item_domain, pages, call } = await makeSampleItem(page, site);
  await call(calls.item.add, { item_name: 'Payment provider', item_type: 2 });
  const palette = page.getByRole('dialog', { name: text('reader.palette') });
  await test.step('keys pressed before the script loads are not lost', async () => {
    const script = await delayRequests(page, '**/assets/reader-*.js');
    await page.goto(`/${item_domain}/${pages.create}`, { waitUntil: 'commit' });
    await pressPaletteKey(page);
    await page.keyboard.type('retrieve');
    await page.keyboard.press('Enter');
    script.release();
    await expect(title(page, 'Retrieve an order')).toBeVisible();
    await expect(palette).toHaveCount(0);
  });
  await page.goto(`/${item_domain}/${pages.create}`);
  await waitForHydration(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('reserves stock');
  const found = palette.getByRole('option', { name: 'Create an order' });
  await expect(found.locator('mark')).toHaveText('reserves stock');
  await expectMatchVisible(found);
  await page.keyboard.press('Escape');

  const overlayScripts = await delayRequests(page, '**/assets/overlays-*.js');
  await page.reload();
  await waitForHydration(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pay');
  overlayScripts.release();
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('m');
  await expect(palette.getByRole('combobox')).toHaveValue('paym');
  await expect(palette.getByRole('option', { name: 'Capture a payment' })).toBeVisible();
  // The item and its only page, which has the same name.
  await expect(palette.getByRole('option', { name: 'Payment provider' })).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(title(page, 'Capture a payment')).toBeVisible();
  await expect(palette).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(text('reader.historyOfPage'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: text('reader.versions') })).toBeVisible();
});
