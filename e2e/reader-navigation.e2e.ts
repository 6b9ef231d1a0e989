import { AxeBuilder } from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import { countDocuments, DESKTOP, title, waitForHydration } from './reader-page.ts';
import { makeSampleItem } from './sample-item.ts';

test.use({ viewport: DESKTOP });

test('a visitor reads, navigates between pages and returns to the same scroll position', async ({
  page,
  browser,
  site,
  text,
  locale,
}) => {
  const { item_domain, pages } = await makeSampleItem(page, site);
  const context = await browser.newContext({
    baseURL: site.url,
    locale: locale ?? 'en-GB',
    viewport: DESKTOP,
  });
  const visitor = await context.newPage();
  const documents = countDocuments(visitor);
  await visitor.goto(`/${item_domain}/${pages.create}`);
  await waitForHydration(visitor);
  await expect(visitor).toHaveTitle('Create an order · Harbor Commerce API');
  await expect(visitor.getByRole('link', { name: text('reader.edit') })).toHaveCount(0);

  await test.step('the next page loads without a new document, and back restores the scroll position', async () => {
    await visitor.evaluate(() => window.scrollTo(0, 900));
    await visitor.getByRole('link', { name: new RegExp(text('reader.next')) }).click();
    await expect(title(visitor, 'Retrieve an order')).toBeVisible();
    expect(await visitor.evaluate(() => window.scrollY)).toBe(0);
    expect(visitor.url()).toContain(`/${item_domain}/${pages.retrieve}`);
    await visitor.goBack();
    await expect(title(visitor, 'Create an order')).toBeAttached();
    await expect.poll(() => visitor.evaluate(() => window.scrollY)).toBeGreaterThan(800);
    await visitor.goForward();
    await expect(title(visitor, 'Retrieve an order')).toBeVisible();
    expect(documents()).toBe(1);
  });

  await test.step('by keyboard in the tree', async () => {
    const tree = visitor.getByRole('tree');
    await tree.locator('[tabindex="0"]').focus();
    await visitor.keyboard.press('Home');
    await visitor.keyboard.press('End');
    await expect(tree.getByRole('treeitem', { name: 'Payments' })).toBeFocused();
    await visitor.keyboard.press('ArrowRight');
    await visitor.keyboard.press('ArrowRight');
    await visitor.keyboard.press('Enter');
    await expect(title(visitor, 'Capture a payment')).toBeVisible();
    await expect(tree.getByRole('treeitem', { name: 'Capture a payment' })).toBeFocused();
    await visitor.keyboard.type('ord');
    await expect(tree.getByRole('treeitem', { name: 'Orders' })).toBeFocused();
    await visitor.keyboard.press('ArrowLeft');
    await expect(tree.getByRole('treeitem', { name: 'Create an order' })).toHaveCount(0);
  });

  await test.step('a heading link updates the URL', async () => {
    await visitor.goto(`/${item_domain}/${pages.create}`);
    await waitForHydration(visitor);
    const toc = visitor.getByRole('complementary');
    await toc.getByRole('link', { name: 'Errors' }).click();
    await expect(toc.getByRole('link', { name: 'Errors' })).toHaveAttribute(
      'aria-current',
      'location',
    );
    const hash = () => new URL(visitor.url()).hash;
    await expect.poll(hash).toBe('#errors');
    await toc.getByRole('button', { name: text('reader.toTop') }).click();
    await expect.poll(() => visitor.evaluate(() => window.scrollY)).toBe(0);
    const heading = (name: string) => visitor.getByRole('heading', { level: 2, name });
    await visitor.evaluate(() => {
      location.hash = '#errors';
      location.hash = '#answer';
    });
    await expect(heading('Answer')).toBeInViewport();
    for (const address of ['#errors', '#user-content-errors']) {
      await visitor.goto('about:blank');
      await visitor.goto(`/${item_domain}/${pages.create}${address}`);
      await expect(heading('Errors')).toBeInViewport();
      await expect.poll(hash).toBe('#errors');
    }
    await visitor.goto(`/${item_domain}/${pages.create}`);
    await waitForHydration(visitor);
  });

  await test.step('full screen hides everything but the page', async () => {
    await visitor.getByRole('button', { name: text('reader.fullScreen') }).click();
    await expect(visitor.getByRole('tree')).toBeHidden();
    await expect(visitor.getByRole('complementary')).toBeVisible();
    await visitor.keyboard.press('Escape');
    await expect(visitor.getByRole('tree')).toBeVisible();
  });
  await context.close();
});

test('a page can be read without JavaScript', async ({ page, browser, site, locale }) => {
  const { item_domain, pages } = await makeSampleItem(page, site);
  const context = await browser.newContext({
    baseURL: site.url,
    locale: locale ?? 'en-GB',
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const reader = await context.newPage();
  await reader.goto(`/${item_domain}/${pages.create}`);
  await expect(title(reader, 'Create an order')).toBeVisible();
  await expect(reader.getByText('"field_59"')).toBeVisible();
  await expect(reader.getByText('curl -X POST')).toBeVisible();
  await reader.locator('header button[popovertarget]').first().click();
  await reader.getByRole('treeitem', { name: 'Retrieve an order' }).click();
  await expect(title(reader, 'Retrieve an order')).toBeVisible();
  await context.close();
});

test('on a phone the tree is a drawer and the operations are a sheet', async ({
  page,
  site,
  text,
}) => {
  const { item_domain, pages, call } = await makeSampleItem(page, site);
  await call(calls.page.save, {
    page_id: pages.capture,
    page_content:
      '|Name|Required|Type|Remark|\n|--|--|--|--|\n|sku|Yes|string|Stock|\n|note|No|string|Text|\n' +
      '|ship_to|If shipped|object|Address|',
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${item_domain}/${pages.capture}`);

  await test.step('stacked parameters repeat the text of their column heading', async () => {
    const shown = await page
      .locator('.params td[data-role="required"]')
      .evaluateAll((cells) =>
        cells.map((cell) =>
          ['::before', '::after'].map((part) => getComputedStyle(cell, part).content),
        ),
      );
    expect(shown).toEqual([
      ['none', '"Required"'],
      ['none', '"Optional"'],
      ['"Required "', 'none'],
    ]);
    await expect(page.getByText('Yes', { exact: true })).toHaveCSS('font-size', '0px');
  });

  await test.step('a printed page shows its table and hides the skip link', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(text('shell.skip'))).toBeHidden();
    await expect(page.getByRole('columnheader', { name: 'Required' })).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
  });

  await page.goto(`/${item_domain}/${pages.create}`);
  await waitForHydration(page);
  await expect(page.getByRole('tree')).toBeHidden();
  await page.getByRole('button', { name: text('reader.openMenu') }).click();
  await page.getByRole('treeitem', { name: 'Retrieve an order' }).click();
  await expect(title(page, 'Retrieve an order')).toBeVisible();
  await expect(page.getByRole('tree')).toBeHidden();
  await page.getByRole('button', { name: text('reader.more') }).click();
  await page.getByRole('menuitem', { name: text('reader.share') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test('a visitor without access is redirected to the visit password form', async ({
  page,
  browser,
  site,
}) => {
  const { item_id, item_domain, pages, call } = await makeSampleItem(page, site);
  await call(calls.item.update, { item_id, is_private: true, password: 'sesame' });
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await visitor.goto(`/${item_domain}/${pages.create}`);
  await visitor.waitForURL(`**/item/password/${item_domain}?redirect=*`);
  expect(new URL(visitor.url()).searchParams.get('redirect')).toBe(
    `/${item_domain}/${pages.create}`,
  );
  await visitor.context().close();
});

test('the language is switched without a reload and stored', async ({ page, browser, site }) => {
  const { item_domain, pages } = await makeSampleItem(page, site);
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-GB',
    viewport: DESKTOP,
  });
  const visitor = await context.newPage();
  const documents = countDocuments(visitor);
  await visitor.goto(`/${item_domain}/${pages.create}`);
  await waitForHydration(visitor);
  await visitor.getByRole('button', { name: '中文' }).click();
  await expect(visitor.getByRole('button', { name: '分享' })).toBeVisible();
  expect(documents()).toBe(1);
  await visitor.reload();
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await context.close();
});
