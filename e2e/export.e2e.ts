import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { unzip } from '../apps/server/tests/helpers/unzip.ts';
import { expect, test } from './fixtures.ts';
import type { Translate } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';

/** Starts the export and returns the downloaded file. */
async function exportItem(page: Page, text: Translate) {
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: text('exporting.begin') }).click();
  const download = await downloadEvent;
  await expect(page.getByText(text('exporting.done'))).toBeVisible();
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('an item is exported in every format', async ({ page, site, text }) => {
  const { item_id, item_domain, call, pages } = await makeSampleItem(page, site);
  const catalog = page.getByRole('combobox', { name: text('exporting.catalog') });
  await test.step('a page exports itself unless another scope is chosen', async () => {
    await page.goto(`/${item_domain}/${pages.retrieve}`);
    await page
      .getByRole('banner')
      .getByRole('link', { name: text('reader.export'), exact: true })
      .click();
    await expect(catalog).toHaveValue('Orders');
    await expect(page.getByRole('combobox', { name: text('exporting.page') })).toHaveValue(
      'Retrieve an order',
    );
    expect((await exportItem(page, text)).name).toBe('Retrieve an order.docx');
  });
  await call(calls.page.save, {
    page_id: pages.capture,
    page_content: '$$\n\\frac{a}{b}\n$$\n\n```mermaid\nflowchart LR\n  A[下单] --> B\n```',
  });
  await page.goto(`/item/export/${item_id}`);
  await page.getByText(text('exporting.byCatalog')).click();
  await catalog.click();
  await page.getByRole('option', { name: 'Payments' }).click();
  const word = await exportItem(page, text);
  expect(word.name).toBe('Payments.docx');
  const parts = await unzip(word.bytes);
  const document = parts.get('word/document.xml')?.toString() ?? '';
  expect(document).toContain('Payments');
  expect(document).not.toContain('customer_id');
  expect(document).toContain('<m:oMath><m:f>');
  // The diagram is an image rendered by the server’s Chromium.
  expect(document).not.toContain('flowchart LR');
  expect([...parts.keys()].filter((name) => /^word\/media\/.+\.png$/.test(name))).toHaveLength(1);

  await page.getByRole('radio', { name: text('exporting.markdown'), exact: true }).check();
  const zip = await exportItem(page, text);
  expect(zip.name).toBe('Harbor Commerce API.zip');
  const files = await unzip(zip.bytes);
  expect([...files.keys()].filter((name) => name.startsWith('Orders/')).length).toBeGreaterThan(0);
  expect(files.has('octavo.json')).toBe(true);

  await page.getByRole('radio', { name: text('exporting.pdf'), exact: true }).check();
  const pdf = await exportItem(page, text);
  expect(pdf.name).toBe('Payments.pdf');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');

  await page.goto(`/item/export/${item_id}`);
  await page.getByRole('radio', { name: text('exporting.openapi'), exact: true }).check();
  const openapi = await exportItem(page, text);
  expect(openapi.name).toBe('Harbor Commerce API.openapi.json');
  expect(JSON.parse(openapi.bytes.toString())).toMatchObject({
    openapi: '3.1.0',
    paths: { '/v2/orders': { post: { summary: 'Create an order' } } },
    'x-left-out': [{ title: 'Retrieve an order' }, { title: 'Capture a payment' }],
  });
});

/** Extracts an archive into a folder. */
async function unpack(bytes: Buffer, folder: string): Promise<void> {
  for (const [name, content] of await unzip(bytes)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

test('an exported site can be read and searched without a server', async ({
  page,
  site,
  text,
}, info) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const script = '<script>document.title = "it runs"</script>';
  const file = { name: 'demo.html', mimeType: 'text/html', buffer: Buffer.from(script) };
  const sent = await page.request.post(`${site.url}${calls.page.upload.path}`, {
    headers: { origin: site.url },
    multipart: { page_id: pages.create, [calls.page.upload.file ?? '']: file },
  });
  expect(await sent.json()).toMatchObject({ error_code: 0 });
  await page.goto(`/item/export/${item_id}`);
  await page.getByRole('radio', { name: text('exporting.html'), exact: true }).check();
  const zip = await exportItem(page, text);
  expect(zip.name).toBe('Harbor Commerce API.html.zip');
  await unpack(zip.bytes, info.outputPath('site'));

  const requestedUrls: string[] = [];
  const pageErrors: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
  page.on('pageerror', (error) => pageErrors.push(error.message));
  await page.goto(pathToFileURL(info.outputPath('site/index.html')).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbor Commerce API');
  await page.getByRole('searchbox').fill('锁定库');
  const hit = page.getByRole('link', { name: 'Create an order' }).filter({ hasText: '锁定库存' });
  await expect(hit.locator('mark')).toHaveText('锁定库');
  await hit.click();
  await expect(page).toHaveURL(/Orders\/Create%20an%20order\.html$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an order');
  await expect(page.locator('.tree [aria-current]')).toHaveText(/Create an order/);
  await page.getByRole('tab', { name: 'cURL' }).click();
  await expect(page.getByText('curl -X POST')).toBeVisible();
  await page.getByRole('button', { name: text('reader.switchTheme') }).click();
  await page.getByRole('link', { name: 'Retrieve an order' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retrieve an order');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // An uploaded HTML file is shown as text.
  await page.goBack();
  const link = page.getByRole('link', { name: 'demo.html' });
  const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
  await page.goto(address);
  await expect(page.getByText(script)).toBeVisible();
  await expect(page).not.toHaveTitle('it runs');
  expect(requestedUrls.filter((url) => !/^(?:file|data):/.test(url))).toEqual([]);
  expect(pageErrors).toEqual([]);
});

test('a user without edit rights sees the missing right at once', async ({
  page,
  site,
  text,
  browser,
}) => {
  const { item_id } = await makeSampleItem(page, site);
  const other = await browser.newPage({ baseURL: site.url });
  await makeSampleItem(other, site);
  await other.goto(`/item/export/${item_id}`);
  await expect(other.getByText(text('item.noRightTitle')).first()).toBeVisible();
  const answer = await other.request.get(
    `${site.url}${calls.export.word.path}?item_id=${item_id}`,
    { headers: { 'sec-fetch-site': 'same-origin' } },
  );
  expect(await answer.json()).toMatchObject({ error_code: 10302 });
  await other.close();
});
