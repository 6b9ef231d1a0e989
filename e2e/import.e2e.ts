import { calls } from '@octavo/contract';
import type { Locator } from '@playwright/test';
import { zipBytes } from '../apps/server/tests/helpers/zip-bytes.ts';
import { expect, test } from './fixtures.ts';
import { uniqueName, registerByApi } from './users.ts';
import { createCaller } from './sample-item.ts';

function makeOpenapiFile(summaries: Readonly<Record<string, string>>): Buffer {
  const paths = Object.fromEntries(
    Object.entries(summaries).map(([path, words]) => [
      `/${path}`,
      { get: { summary: path, description: words } },
    ]),
  );
  const info = { title: 'Harbor API' };
  return Buffer.from(JSON.stringify({ openapi: '3.1.0', info, paths }));
}

/** Expects that the first element ends before the second one begins. */
async function expectLeftOf(first: Locator, second: Locator): Promise<void> {
  const [left, right] = [await first.boundingBox(), await second.boundingBox()];
  expect(left && left.x + left.width).toBeLessThanOrEqual(right?.x ?? 0);
}

/** Returns an Octavo export of an item with one table. */
function tableArchive(code: string): Buffer {
  const page = { file: 'Codes.json', title: 'Codes', page_type: 1 };
  const manifest = { octavo: 1, item_name: 'Harbor tables', item_type: 1, pages: [page] };
  const rows = { 0: { cells: { 0: { text: code } } }, 1: { cells: { 0: { text: 'same' } } } };
  return zipBytes([
    { name: 'octavo.json', content: JSON.stringify(manifest) },
    { name: 'Codes.json', content: JSON.stringify([{ name: 'Errors', rows }]) },
  ]);
}

test('the preview of a changed table shows the old cells on the left', async ({
  page,
  site,
  text,
}) => {
  await registerByApi(page, site, uniqueName('mei'));
  const choose = (buffer: Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'tables.zip', mimeType: 'application/zip', buffer });
  // An empty item offers to import a file; the pages are added to this item.
  const call = createCaller(page.request, site);
  const { item_id } = await call(calls.item.add, { item_name: 'Error codes' });
  await page.goto(`/${item_id}`);
  await page.getByRole('link', { name: text('reader.importAction') }).click();
  await expect(page.getByText(text('importing.intoHelp', { item: 'Error codes' }))).toBeVisible();
  await choose(tableArchive('10101'));
  await page.getByRole('button', { name: text('importing.apply') }).click();
  await expect(page.getByRole('heading', { name: text('importing.done') })).toBeVisible();
  await page.getByRole('link', { name: text('importing.openItem') }).click();
  await expect(page.getByText('10101')).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/${item_id}(?:/|$)`));
  expect((await call(calls.item.myList, {})).map((item) => item.item_id)).toEqual([item_id]);

  await page.goto(`/item/setting/${item_id}?tab=advanced`);
  await page.getByRole('link', { name: text('importing.begin') }).click();
  await choose(tableArchive('20202'));
  await page
    .getByRole('button', { name: text('importing.viewChangeOf', { page: 'Codes' }) })
    .click();
  const change = page.getByRole('dialog');
  const [former, current] = [change.getByText('10101'), change.getByText('20202')];
  await expect(former).toBeVisible();
  await expectLeftOf(former, current);
});

test('a file is planned, imported, imported again and undone', async ({ page, site, text }) => {
  await registerByApi(page, site, uniqueName('mei'));
  const choose = (buffer: Buffer) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'harbor.json', mimeType: 'application/json', buffer });
  const applyPlan = async () => {
    // A double click must start only one import.
    await page.getByRole('button', { name: text('importing.apply') }).dblclick();
    await expect(page.getByRole('heading', { name: text('importing.done') })).toBeVisible();
    await expect(page.getByText(text('errors.notFound'))).toHaveCount(0);
  };

  await page.goto('/item/add?tab=import');
  await choose(makeOpenapiFile({ dock: 'Old words of the dock.', leave: 'Words of leaving.' }));
  const rows = page.getByRole('table', { name: text('importing.planRows') }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('dock');
  await page.getByRole('button', { name: text('importing.viewPageOf', { page: 'dock' }) }).click();
  const added = page.getByRole('dialog');
  await expect(added.getByText('Old words of the dock.')).toBeVisible();
  await added.getByText(text('shell.close'), { exact: true }).click();
  await expect(added).toBeHidden();
  await applyPlan();
  await page.getByRole('link', { name: text('importing.openItem') }).click();
  await expect(page.getByText('Old words of the dock.')).toBeVisible();

  // A user edits one page; the next file changes both pages.
  const [, item_id = ''] = /\/(\d+)/.exec(new URL(page.url()).pathname) ?? [];
  const headers = { origin: site.url };
  const info = await page.request.post(`${site.url}${calls.item.info.path}`, {
    headers,
    data: { item_id: Number(item_id) },
  });
  const { menu } = (
    (await info.json()) as { data: { menu: { pages: { page_id: number; page_title: string }[] } } }
  ).data;
  const { page_id } = menu.pages.find(({ page_title }) => page_title === 'leave') ?? { page_id: 0 };
  await page.request.post(`${site.url}${calls.page.save.path}`, {
    headers,
    data: { page_id, page_content: 'Written by hand.' },
  });

  await page.goto(`/item/setting/${item_id}?tab=advanced`);
  await page.getByRole('link', { name: text('importing.begin') }).click();
  await expect(page.getByText(text('importing.intoHelp', { item: 'Harbor API' }))).toBeVisible();
  await choose(makeOpenapiFile({ dock: 'New words of the dock.', leave: 'Other words.' }));
  await expect(page.getByText(text('importing.open', { count: 1 }))).toBeVisible();
  await expect(page.getByRole('button', { name: text('importing.apply') })).toBeDisabled();
  // The conflict shows both versions.
  await page
    .getByRole('button', { name: text('importing.viewChangeOf', { page: 'leave' }) })
    .click();
  const change = page.getByRole('dialog');
  await expect(change.getByText('Written by hand.')).toBeVisible();
  await expect(change.getByText('Other words.')).toBeVisible();
  await expectLeftOf(change.getByText('Written by hand.'), change.getByText('Other words.'));
  const importHeading = change.getByText(text('importing.afterImport'), { exact: true });
  await expectLeftOf(change.getByText(/mei/).first(), importHeading);
  await change.getByText(text('importing.byPeople')).click();
  await expect(change.getByText('Words of leaving.')).toBeVisible();
  await expectLeftOf(change.getByText('Words of leaving.'), change.getByText('Written by hand.'));
  await change.getByText(text('shell.close'), { exact: true }).click();
  await expect(change).toBeHidden();
  await page
    .getByRole('combobox', { name: text('importing.chooseFor', { page: 'leave' }) })
    .click();
  await page.getByRole('option', { name: text('importing.mine'), exact: true }).click();
  await applyPlan();

  await page.getByRole('button', { name: text('importing.undo') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: text('importing.undo') }).click();
  await expect(page.getByRole('heading', { name: text('importing.undone') })).toBeVisible();
  await page.getByRole('link', { name: text('importing.openItem') }).click();
  await expect(page.getByText('Old words of the dock.')).toBeVisible();
});

test('a running import is stopped', async ({ page, site, text }) => {
  await registerByApi(page, site, uniqueName('mei'));
  // Larger than the limit for a synchronous import, so that a job writes it.
  const words = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`dock-${at}`, 'Words of the dock. '.repeat(1600)]),
  );
  await page.goto('/item/add?tab=import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'harbor.json',
    mimeType: 'application/json',
    buffer: makeOpenapiFile(words),
  });
  const apply = page.getByRole('button', { name: text('importing.apply') });
  await expect(apply).toBeEnabled();
  // The import waits for this table lock until the test releases it.
  const tableLock = await site.openTransaction('lock table page_body in share mode', []);
  try {
    await apply.click();
    await expect(page.getByRole('heading', { name: text('importing.writing') })).toBeVisible();
    await tableLock.waitUntilBlocked();
    await page.getByRole('button', { name: text('importing.stop'), exact: true }).click();
    await expect(page.getByRole('heading', { name: text('importing.stopped') })).toBeVisible();
  } finally {
    await tableLock.release();
  }
  // Waits until all transactions have ended.
  const openTransactions = () =>
    site.query(`select 1 from pg_stat_activity where datname = current_database()
      and xact_start is not null and pid <> pg_backend_pid()`);
  await expect.poll(openTransactions).toEqual([]);
  await page.goto('/item/index');
  await expect(page.getByText('Harbor API')).toHaveCount(0);
});
