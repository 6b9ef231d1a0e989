import { AxeBuilder } from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectMatchVisible, delayRequests, pressPaletteKey } from './palette.ts';
import { makeSampleItem } from './sample-item.ts';

const DESKTOP = { width: 1440, height: 900 };
test.use({ viewport: DESKTOP });

/** Counts document requests; navigation inside an item needs none. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1;
  });
  return () => count;
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Waits until the script has hydrated the server-rendered page. */
async function waitForHydration(page: Page): Promise<void> {
  await page.locator('.prose .copy').first().waitFor();
}

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

test('code is copied, wrapped, expanded and selected by tabs', async ({
  page,
  context,
  site,
  text,
}) => {
  const { item_domain, pages } = await makeSampleItem(page, site);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto(`/${item_domain}/${pages.create}`);
  await waitForHydration(page);
  await page.getByRole('tab', { name: 'cURL' }).click();
  const curl = page.locator('figure', { hasText: 'curl -X POST' });
  await expect(curl).toBeVisible();
  await expect(page.getByText('"customer_id"')).toBeHidden();
  await curl.getByRole('button', { name: text('shell.copy') }).click();
  await expect(curl.getByText(text('shell.copied'))).toBeVisible();
  expect(await clipboard()).toBe('curl -X POST https://api.harbor.dev/v2/orders');
  await page.getByRole('button', { name: text('reader.copyUrl') }).click();
  await expect.poll(clipboard).toBe('https://api.harbor.dev/v2/orders');
  const long = page.locator('figure.code-long');
  const height = () => long.evaluate((element) => element.getBoundingClientRect().height);
  const folded = await height();
  await long.getByRole('button', { name: text('reader.showAllLines', { count: 63 }) }).click();
  expect(await height()).toBeGreaterThan(2 * folded);
});

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

test('a page is shared by a single-page link until it is cancelled', async ({
  page,
  browser,
  site,
  text,
}) => {
  const { item_domain, pages } = await makeSampleItem(page, site);
  await page.goto(`/${item_domain}/${pages.create}`);
  await waitForHydration(page);
  await page.getByRole('button', { name: text('reader.share') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(text('reader.itemAddress'))).toHaveValue(
    `${site.url}/${item_domain}`,
  );
  await expect(dialog.getByRole('img')).toHaveJSProperty('complete', true);
  await dialog.getByRole('switch', { name: text('reader.singlePage') }).click();
  const address = await dialog
    .getByRole('textbox', { name: text('reader.singlePage') })
    .inputValue();
  expect(address).toMatch(/\/p\/[0-9a-f]{32}$/);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(address);
  await expect(title(stranger, 'Create an order')).toBeVisible();
  await expect(stranger.getByRole('tree')).toHaveCount(0);
  await expect(stranger.getByText('Harbor Commerce API')).toHaveCount(0);

  await dialog.getByRole('switch', { name: text('reader.singlePage') }).click();
  await expect(dialog.getByText(text('reader.singlePageHelp'))).toBeVisible();
  await dialog.getByRole('button', { name: text('reader.confirm') }).click();
  await expect(dialog).toHaveCount(0);
  const answer = await stranger.reload();
  expect(answer?.status()).toBe(404);
  await stranger.context().close();
});

test('an editor views the history, restores a version and deletes a page', async ({
  page,
  site,
  text,
}) => {
  const { item_id, item_domain, pages, call } = await makeSampleItem(page, site);
  const page_content = 'Quite another text.';
  await call(calls.page.save, { page_id: pages.retrieve, page_content });
  await page.goto(`/${item_domain}/${pages.retrieve}`);
  await expect(page.getByText('Quite another text.')).toBeVisible();
  const operation = (name: string) =>
    page.getByRole('banner').getByRole('button', { name, exact: true });

  await test.step('the history links to the comparison and stores a comment', async () => {
    await operation(text('reader.history')).click();
    const drawer = page.getByRole('dialog', { name: text('reader.versions') });
    await expect(drawer.getByText(text('reader.versionsFoot', { count: 20 }))).toBeVisible();
    const version = drawer.getByRole('listitem').nth(1);
    await version.hover();
    await expect(version.getByRole('link', { name: text('reader.compare') })).toHaveAttribute(
      'href',
      new RegExp(`^/page/diff/${pages.retrieve}/\\d+$`),
    );
    await version.getByRole('button', { name: text('reader.editComment') }).click();
    await version.getByLabel(text('reader.comment')).fill('Before the change');
    await page.keyboard.press('Enter');
    await expect(drawer.getByText('Before the change')).toBeVisible();
    // Outside the open dialog the mask would cover it.
    await expect(drawer.getByText(text('reader.commentSaved'))).toBeVisible();
    // Seconds distinguish two versions of the same minute.
    await expect(version.locator('time')).toHaveText(/ \d\d:\d\d:\d\d$/);
    await version.hover();
    await version.getByRole('button', { name: text('reader.restore') }).click();
    const confirm = page.getByRole('dialog').last();
    await confirm.getByRole('button', { name: text('reader.restore') }).click();
    await expect(page.getByText(text('reader.restored'))).toBeVisible();
    await expect(page.getByText('Text with stock.')).toBeVisible();
  });

  await test.step('a comparison marks insertions and deletions, and links to other versions', async () => {
    const [restored, first] = await call(calls.page.history, {
      page_id: pages.retrieve,
      content: false,
    });
    await page.goto(`/page/diff/${pages.retrieve}/${restored?.page_history_id}`);
    const current = page.getByLabel(text('diff.currentText'));
    const former = page.getByLabel(text('diff.versionText'));
    await expect(current.getByRole('insertion').first()).toContainText('## One');
    await expect(current.getByRole('deletion')).toHaveCount(0);
    await expect(former.getByRole('deletion').first()).toContainText('Quite another text.');
    await expect(former.getByRole('insertion')).toHaveCount(0);

    await page.getByRole('button', { name: text('reader.editComment') }).click();
    await page.getByLabel(text('reader.comment')).fill('Too short');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/“Too short”/).first()).toBeVisible();

    await page.getByRole('button', { name: text('diff.otherVersions') }).click();
    await page.getByRole('link', { name: 'Before the change' }).click();
    await page.waitForURL(`**/page/diff/${pages.retrieve}/${first?.page_history_id}`);
    await expect(page.getByText(text('diff.same'))).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.goto(`/${item_domain}/${pages.retrieve}`);
  });

  await test.step('the page information', async () => {
    await operation(text('reader.pageInfo')).click();
    const drawer = page.getByRole('dialog', { name: text('reader.pageInfo') });
    await expect(drawer.getByText(String(pages.retrieve), { exact: true })).toBeVisible();
    await expect(drawer.getByText('Orders')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(operation(text('reader.pageInfo'))).toBeFocused();
  });

  await test.step('a new page is created in the open catalog', async () => {
    await page.getByRole('treeitem', { name: 'Payments' }).click();
    await page
      .getByRole('banner')
      .getByRole('link', { name: text('reader.newPage'), exact: true })
      .click();
    await expect(page.getByTitle('Payments', { exact: true })).toBeVisible();
    await page.goto(`/${item_domain}/${pages.retrieve}`);
  });

  await test.step('delete asks for confirmation, then shows the next page', async () => {
    await operation(text('reader.deletePage')).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: text('shell.cancel') })).toBeFocused();
    await dialog.getByRole('button', { name: text('reader.deletePage') }).click();
    await expect(page.getByText(text('reader.deleted'))).toBeVisible();
    await expect(title(page, 'Capture a payment')).toBeVisible();
    await expect(page.getByRole('treeitem', { name: 'Retrieve an order' })).toHaveCount(0);
  });

  await test.step('Ctrl+E opens the editor', async () => {
    await page.keyboard.press('Control+e');
    await page.waitForURL(`**/page/edit/${item_id}/${pages.capture}`);
  });
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

test('a diagram reserves its space until it is rendered, and an invalid one shows the error', async ({
  page,
  site,
  text,
}) => {
  const { item_id, item_domain, call } = await makeSampleItem(page, site);
  const { page_id } = await call(calls.page.save, {
    item_id,
    page_title: 'Flow',
    page_content:
      '```mermaid\ngraph TD\n  Cart --> Paid\n```\n\n```mermaid\ngraph TD\n  A[Cart --> B\n```',
  });
  let allowDrawing = () => {};
  const drawingAllowed = new Promise<void>((resolve) => {
    allowDrawing = resolve;
  });
  await page.route(/\/diagrams-[^/]+\.js$/, async (route) => {
    await drawingAllowed;
    await route.continue();
  });
  await page.goto(`/${item_domain}/${page_id}`);
  const drawn = page.locator('pre.mermaid').first();
  const broken = page.locator('pre.mermaid').last();
  const transparent = 'rgba(0, 0, 0, 0)';
  await expect(drawn).toHaveCSS('color', transparent);
  expect((await drawn.boundingBox())?.height).toBeGreaterThanOrEqual(160);
  allowDrawing();
  await expect(drawn.getByText('Paid')).toBeVisible();
  await expect(broken).toContainText(text('reader.diagramFailed'));
  await expect(broken).toContainText('Parse error on line 3');
  await expect(broken).toContainText('A[Cart --> B');
  await expect(broken).not.toHaveCSS('color', transparent);
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
