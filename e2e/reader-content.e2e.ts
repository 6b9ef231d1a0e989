import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import { DESKTOP, waitForHydration } from './reader-page.ts';
import { makeSampleItem } from './sample-item.ts';

test.use({ viewport: DESKTOP });

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
