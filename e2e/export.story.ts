import { readFile } from 'node:fs/promises';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { unzip } from '../apps/server/src/testing/unzip.ts';
import { expect, test } from './fixtures.ts';
import type { Words } from './fixtures.ts';
import { makeDocuments } from './reader-site.ts';

/** Presses the button and gives what the browser has then saved. */
async function exported(page: Page, text: Words) {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: text('exporting.begin') }).click();
  const download = await coming;
  await expect(page.getByText(text('exporting.done'))).toBeVisible();
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('an item leaves in every form', async ({ page, site, text }) => {
  const { item_id } = await makeDocuments(page, site);
  await page.goto(`/item/export/${item_id}`);
  await page.getByText(text('exporting.byCatalog')).click();
  await page.getByLabel(text('exporting.catalog'), { exact: true }).click();
  await page.getByTitle('Payments', { exact: true }).last().click();
  const word = await exported(page, text);
  expect(word.name).toBe('Payments.docx');
  const document = (await unzip(word.bytes)).get('word/document.xml')?.toString() ?? '';
  expect(document).toContain('Payments');
  expect(document).not.toContain('customer_id');

  await page.getByRole('radio', { name: text('exporting.markdown'), exact: true }).check();
  const zip = await exported(page, text);
  expect(zip.name).toBe('Harbor Commerce API.zip');
  const files = await unzip(zip.bytes);
  expect([...files.keys()].filter((name) => name.startsWith('Orders/')).length).toBeGreaterThan(0);
  expect(files.has('octavo.json')).toBe(true);
});

test('who may not edit learns it before anything else', async ({ page, site, text, browser }) => {
  const { item_id } = await makeDocuments(page, site);
  const other = await browser.newPage({ baseURL: site.url });
  await makeDocuments(other, site);
  await other.goto(`/item/export/${item_id}`);
  await expect(other.getByText(text('item.noRightTitle')).first()).toBeVisible();
  const answer = await other.request.get(
    `${site.url}${calls.export.word.path}?item_id=${item_id}`,
    { headers: { 'sec-fetch-site': 'same-origin' } },
  );
  expect(await answer.json()).toMatchObject({ error_code: 10302 });
  await other.close();
});
