import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { uploadFiles, PNG_PIXEL } from './files.ts';
import { expect, test } from './fixtures.ts';
import { makeAdmin } from './users.ts';
import { makeSampleItem } from './sample-item.ts';

/** Returns an option of the open select list. */
function option(page: Page, name: string) {
  return page.getByRole('option').filter({ hasText: name });
}

test('a user uploads files, finds them, attaches one to a page and deletes it', async ({
  page,
  site,
  text,
}) => {
  const { call, pages } = await makeSampleItem(page, site);
  const notes = Array.from({ length: 7 }, (_, at) => [`note ${at}.txt`, Buffer.from(`${at}`)]);
  await uploadFiles(page, site, { 'states.png': PNG_PIXEL, ...Object.fromEntries(notes) });
  await page.goto('/attachment/index');
  // An open dialog hides the table behind it from screen readers.
  const table = page.getByRole('table', { name: text('attachment.mine'), includeHidden: true });
  const rows = table.locator('tbody tr');
  const dialog = page.getByRole('dialog');
  const name = 'price list.csv';

  await test.step('six rows per page, newest first', async () => {
    await expect(rows).toHaveCount(6);
    await expect(rows.first()).toContainText('note 6.txt');
    await page.getByRole('button', { name: text('shell.nextPage') }).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText('states.png');
  });

  await test.step('filter by type and by name', async () => {
    await page.getByRole('radio', { name: text('attachment.images') }).check();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('states.png');
    await page.getByRole('radio', { name: text('attachment.all') }).check();
    await expect(rows).toHaveCount(6);
    await page.getByRole('searchbox').fill('NOTE 3');
    await page.getByRole('searchbox').press('Enter');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('note 3.txt');
    await page.getByRole('button', { name: text('shell.clear') }).click();
    await expect(rows).toHaveCount(6);
  });

  await test.step('a dropped file is uploaded', async () => {
    await page.getByRole('button', { name: text('attachment.uploadFiles') }).click();
    const zone = dialog.getByRole('button', { name: text('attachment.upload') });
    await expect(zone).toBeVisible();
    await zone.evaluate((element, given) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['a,b'], given, { type: 'text/csv' }));
      element.dispatchEvent(
        new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
      );
    }, name);
    await expect(rows.first()).toContainText(name);
    await dialog.getByRole('button', { name: text('shell.close') }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('attach it to a page', async () => {
    await page.getByRole('button', { name: text('attachment.bind', { name }) }).click();
    await dialog.getByRole('combobox', { name: text('attachment.bindItem') }).click();
    await option(page, 'Harbor Commerce API').click();
    await dialog.getByRole('combobox', { name: text('attachment.bindPage') }).click();
    await option(page, 'Create an order').click();
    await dialog.getByRole('button', { name: text('attachment.bindAction') }).click();
    await expect(dialog).toBeHidden();
    const files = await call(calls.page.uploadList, { page_id: pages.create });
    expect(files.map(({ display_name }) => display_name)).toEqual([name]);
  });

  await test.step('deleting it names that page', async () => {
    await page.getByRole('button', { name: text('attachment.delete', { name }) }).click();
    await expect(dialog).toContainText('Create an order');
    await dialog.getByRole('button', { name: text('attachment.deleteAction') }).click();
    await expect(dialog).toBeHidden();
    await expect(rows.first()).toContainText('note 6.txt');
    expect(await call(calls.page.uploadList, { page_id: pages.create })).toEqual([]);
  });
});

test('an administrator finds the files of a user and deletes one', async ({ page, site, text }) => {
  const { username } = await makeSampleItem(page, site);
  await uploadFiles(page, site, { 'states.png': PNG_PIXEL, 'plan.txt': Buffer.from('plan') });
  await makeAdmin(page, site, username);
  await page.goto('/admin/index?tab=attachments');
  const table = page.getByRole('table', { name: text('attachment.siteTitle') });
  const rows = table.locator('tbody tr');
  const field = page.getByRole('searchbox', { name: text('attachment.username') });
  await field.fill(username);
  await page.getByRole('button', { name: text('attachment.search'), exact: true }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('plan.txt');
  await expect(rows.first()).toContainText(username);
  const name = 'plan.txt';
  await page.getByRole('button', { name: text('attachment.delete', { name }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: text('attachment.deleteAction') }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('states.png');
});
