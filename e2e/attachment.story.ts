import { calls } from '@octavo/contract';
import { keepFiles, POINT } from './files.ts';
import { expect, test } from './fixtures.ts';
import { makeDocuments } from './reader-site.ts';

test('a pasted picture and an attached file reach the reader', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const { item_id, pages, call } = await makeDocuments(page, site);
  const page_id = pages.retrieve;
  const source = page.getByRole('textbox', { name: text('editor.source') });
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

  await test.step('what is no picture is refused, and the text stays', async () => {
    await source.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('Before');
    await expect(source).toContainText('Before');
    await paste('image/svg+xml', btoa('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await expect(page.getByRole('alert')).toContainText(text('errors.fileTypeRefused'));
    await expect(source).toContainText('Before');
    await expect(source).not.toContainText('#uploading');
  });

  await test.step('a pasted picture', async () => {
    await paste('image/png', POINT.toString('base64'));
    await expect(source).toContainText(/!\[\]\(\/file\/[0-9a-f]{32}\/shot\.png\)/);
  });

  await test.step('an attached file, and a link to it', async () => {
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

  await test.step('a file of the own library becomes one of the page', async () => {
    const kept = 'kept earlier.txt';
    await keepFiles(page, site, { [kept]: Buffer.from('kept') });
    await page.getByRole('button', { name: text('attachment.title') }).click();
    await dialog.getByRole('radio', { name: text('attachment.ofLibrary') }).check();
    const insert = text('attachment.insertFile', { name: kept });
    await dialog.getByRole('button', { name: insert }).click();
    await expect(dialog).toBeHidden();
    await expect(source).toContainText('[kept earlier.txt](/file/');
    await expect(page.getByRole('button', { name: text('attachment.title') })).toContainText('3');
  });

  await test.step('a visitor sees the picture and downloads the file', async () => {
    const context = await browser.newContext({ baseURL: site.url, ...(locale && { locale }) });
    const visitor = await context.newPage();
    await visitor.goto(`/${item_id}/${page_id}`);
    await expect(visitor.getByText(text('reader.attachments', { count: 3 })).first()).toBeVisible();
    const picture = visitor.locator('img[src^="/file/"]');
    // It has its room before it comes.
    await expect(picture).toHaveAttribute('width', '1');
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBe(1);
    const download = visitor.waitForEvent('download');
    await visitor.getByRole('link', { name: 'price list.csv' }).click();
    expect((await download).suggestedFilename()).toBe('price list.csv');
    await context.close();
  });

  await test.step('a deleted file is gone', async () => {
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
