import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { uploadFiles, PNG_PIXEL } from './files.ts';
import { expect, test } from './fixtures.ts';
import type { Translate } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';

/** The three files of this test as the page offers them to readers. */
function attachmentLocators(page: Page, text: Translate) {
  const name = text('reader.attachments', { count: 3 });
  return { chip: page.getByRole('button', { name }), list: page.getByRole('dialog', { name }) };
}

/** Uses the keyboard to open the list, preview an image and a text, and download every file. */
async function readFiles(page: Page, text: Translate): Promise<void> {
  const { chip, list } = attachmentLocators(page, text);
  const press = (key: string) => page.keyboard.press(key);
  const download = async (act: () => Promise<void>) => {
    const downloadEvent = page.waitForEvent('download');
    await act();
    return (await downloadEvent).suggestedFilename();
  };
  await chip.focus();
  await press('Enter');
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveText([/kept earlier\.txt/, /price list\.csv/, /shot\.png/]);
  await expect(rows.first()).toContainText(/4 B · mei/);
  await expect(rows.first().getByRole('button').first()).toBeFocused();
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Enter');
  const picture = page.getByRole('dialog', { name: 'shot.png' });
  await expect(picture.getByRole('img', { name: 'shot.png' })).toBeVisible();
  await press('ArrowRight');
  const words = page.getByRole('dialog', { name: 'kept earlier.txt' });
  await expect(words.getByText('kept', { exact: true })).toBeVisible();
  await press('Escape');
  await expect(words).toBeHidden();
  await expect(rows.first().getByRole('button').first()).toBeFocused();
  expect(await download(() => press('d'))).toBe('kept earlier.txt');
  const all = list.getByRole('link', { name: text('reader.downloadAll') });
  expect(await download(() => all.click())).toBe('Retrieve an order.zip');
  await all.focus();
  await press('Escape');
  await expect(list).toBeHidden();
  await expect(chip).toBeFocused();
}

test('a pasted image and an attached file are available to readers', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const { item_id, pages, call } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  // An open dialog hides the text behind it from screen readers.
  const source = page.getByRole('textbox', { name: text('editor.source'), includeHidden: true });
  const dialog = page.getByRole('dialog');
  await page.goto(`/page/edit/${item_id}/${page_id}`);
  await expect(source).toBeVisible();
  const paste = (type: string, base64: string) =>
    source.evaluate(
      (element, given) => {
        const bytes = Uint8Array.from(atob(given.base64), (sign) => sign.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], 'shot.png', { type: given.type }));
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      { type, base64 },
    );

  await test.step('a file that is not an image is rejected, and the text is unchanged', async () => {
    await source.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('Before');
    await expect(source).toContainText('Before');
    await paste('image/png', btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await expect(page.getByRole('alert')).toContainText(text('errors.fileTypeRefused'));
    await expect(source).toContainText('Before');
    await expect(source).not.toContainText('#uploading');
  });

  await test.step('a pasted image', async () => {
    await paste('image/png', PNG_PIXEL.toString('base64'));
    await expect(source).toContainText(/!\[\]\(\/file\/[0-9a-f]{32}\/shot\.png\)/);
  });

  await test.step('an attached file and a link to it', async () => {
    await page.getByRole('button', { name: text('attachment.title') }).click();
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: text('attachment.upload') }).click();
    const name = 'price list.csv';
    await (await chosen).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('a,b\n') });
    await dialog.getByRole('button', { name: text('attachment.insertFile', { name }) }).click();
    await expect(dialog).toBeHidden();
    await expect(source).toContainText('[price list.csv](/file/');
    await expect(page.getByRole('button', { name: text('attachment.title') })).toContainText('2');
    await page.keyboard.press('ControlOrMeta+s');
    await expect
      .poll(async () => (await call(calls.page.info, { page_id })).page_content)
      .toContain('price%20list.csv');
  });

  await test.step('a file of the user’s library is attached to the page', async () => {
    const libraryFile = 'kept earlier.txt';
    await uploadFiles(page, site, { [libraryFile]: Buffer.from('kept') });
    await page.getByRole('button', { name: text('attachment.title') }).click();
    await dialog.getByRole('radio', { name: text('attachment.ofLibrary') }).check();
    const insert = text('attachment.insertFile', { name: libraryFile });
    await dialog.getByRole('button', { name: insert }).click();
    await expect(dialog).toBeHidden();
    await expect(source).toContainText('[kept earlier.txt](/file/');
    await expect(page.getByRole('button', { name: text('attachment.title') })).toContainText('3');
  });

  await test.step('a visitor sees the image and downloads the file', async () => {
    const context = await browser.newContext({ baseURL: site.url, ...(locale && { locale }) });
    const visitor = await context.newPage();
    await visitor.goto(`/${item_id}/${page_id}`);
    const picture = visitor.locator('img[src^="/file/"]');
    // The width is set before the image loads, so that the layout does not shift.
    await expect(picture).toHaveAttribute('width', '1');
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBe(1);
    const download = visitor.waitForEvent('download');
    await visitor.getByRole('link', { name: 'price list.csv' }).click();
    expect((await download).suggestedFilename()).toBe('price list.csv');
    await readFiles(visitor, text);
    await context.close();
  });

  await test.step('a file that is missing in the store is reported, also on a phone', async () => {
    await site.query(`update upload_file set object_key = repeat('0', 64)
      where display_name = 'kept earlier.txt'`);
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: 390, height: 780 },
      ...(locale && { locale }),
    });
    const visitor = await context.newPage();
    await visitor.goto(`/${item_id}/${page_id}`);
    const { chip, list } = attachmentLocators(visitor, text);
    await chip.click();
    const rows = list.getByRole('listitem');
    await expect(rows.first()).toContainText(text('reader.fileMissing'));
    await expect(rows.first().getByRole('button')).toHaveCount(0);
    await expect(rows.first().getByRole('link')).toHaveCount(0);
    await expect(rows.nth(1).getByRole('link')).toBeVisible();
    for (const row of await rows.all())
      expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(56);
    const sheet = await list.boundingBox();
    expect([sheet?.x, sheet?.width, sheet && sheet.y + sheet.height]).toEqual([0, 390, 780]);
    await context.close();
  });

  await test.step('a single-page link of a private item gives access to the files of its page', async () => {
    const share = { page_id, isCreateSiglePage: true };
    const { unique_key } = await call(calls.page.createSinglePage, share);
    await call(calls.item.update, { item_id, password: 'sesame' });
    const context = await browser.newContext({ baseURL: site.url, ...(locale && { locale }) });
    const visitor = await context.newPage();
    await visitor.goto(`/p/${unique_key}`);
    const { chip, list } = attachmentLocators(visitor, text);
    await chip.click();
    const name = 'price list.csv';
    const download = visitor.waitForEvent('download');
    await list.getByRole('link', { name: text('reader.downloadFile', { name }) }).click();
    expect((await download).suggestedFilename()).toBe(name);
    const archive = visitor.waitForEvent('download');
    await list.getByRole('link', { name: text('reader.downloadAll') }).click();
    expect((await archive).suggestedFilename()).toBe('Retrieve an order.zip');
    await context.close();
  });

  await test.step('a deleted file is removed from the list', async () => {
    await page.getByRole('button', { name: text('attachment.title') }).click();
    const name = 'price list.csv';
    await dialog.getByRole('button', { name: text('attachment.delete', { name }) }).click();
    await page.getByRole('button', { name: text('attachment.deleteAction') }).click();
    await expect(
      dialog.getByRole('button', { name: text('attachment.insertFile', { name }) }),
    ).toHaveCount(0);
    await expect.poll(async () => (await call(calls.page.uploadList, { page_id })).length).toBe(2);
  });
});
