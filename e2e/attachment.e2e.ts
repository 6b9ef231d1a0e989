import { AxeBuilder } from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { uploadFiles, PDF, PNG_PIXEL } from './files.ts';
import { expect, test } from './fixtures.ts';
import type { Translate } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';

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
  const attachments = page.getByRole('button', {
    name: new RegExp(`^${text('attachment.title')}`),
  });
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
    const reason = text('errors.fileTypeRefused');
    const failed = source.getByRole('group', {
      name: text('attachment.notUploaded', { name: 'shot.png', reason }),
    });
    await expect(failed).toBeVisible();
    await failed.getByRole('button', { name: text('attachment.removeFailed') }).click();
    await expect(failed).toBeHidden();
    await expect(source).toContainText('Before');
    await expect(source).not.toContainText('#uploading');
  });

  await test.step('a pasted image', async () => {
    await paste('image/png', PNG_PIXEL.toString('base64'));
    await expect(source).toContainText(/!\[\]\(\/file\/[0-9a-f]{32}\/shot\.png\)/);
  });

  await test.step('an attached file and a link to it', async () => {
    await attachments.click();
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: text('attachment.upload') }).click();
    const name = 'price list.csv';
    await (await chosen).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('a,b\n') });
    await dialog.getByRole('button', { name: text('attachment.insertFile', { name }) }).click();
    await expect(dialog).toBeHidden();
    await expect(source).toContainText('[price list.csv](/file/');
    await expect(attachments).toContainText('2');
    await page.keyboard.press('ControlOrMeta+s');
    await expect
      .poll(async () => (await call(calls.page.info, { page_id })).page_content)
      .toContain('price%20list.csv');
  });

  await test.step('a file of the user’s library is attached to the page', async () => {
    const libraryFile = 'kept earlier.txt';
    await uploadFiles(page, site, { [libraryFile]: Buffer.from('kept') });
    await attachments.click();
    await dialog.getByRole('radio', { name: text('attachment.ofLibrary') }).check();
    const insert = text('attachment.insertFile', { name: libraryFile });
    await dialog.getByRole('button', { name: insert }).click();
    await expect(dialog).toBeHidden();
    await expect(source).toContainText('[kept earlier.txt](/file/');
    await expect(attachments).toContainText('3');
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
    await attachments.click();
    const name = 'price list.csv';
    await dialog.getByRole('button', { name: text('attachment.delete', { name }) }).click();
    await page.getByRole('button', { name: text('attachment.deleteAction') }).click();
    await expect(
      dialog.getByRole('button', { name: text('attachment.insertFile', { name }) }),
    ).toHaveCount(0);
    await expect.poll(async () => (await call(calls.page.uploadList, { page_id })).length).toBe(2);
  });
});

/** A silent second of sound. */
function makeWav(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF\u0000\u0000\u0000\u0000WAVEfmt ', 'latin1');
  header.writeUInt32LE(8036, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(8000, 40);
  return Buffer.concat([header, Buffer.alloc(8000, 0x80)]);
}

const LINE = 'openapi: 3.1.0\n';
const FILES: Readonly<Record<string, Buffer>> = {
  'tool.bin': Buffer.from([0, 1, 2, 3]),
  'manual.pdf': PDF,
  'voice.wav': makeWav(),
  'spec.yaml': Buffer.from(LINE.repeat(30_000)),
  // “价格,名称” in GBK.
  'prices.csv': Buffer.from('bcdbb8f12cc3fbb3c6', 'hex'),
  'page.html': Buffer.from('<script>document.title = "run"</script>'),
  'shot.png': PNG_PIXEL,
};

/** Attaches all files of this test to a page; the last one is listed first. */
async function attachFiles(page: Page, site: Site, page_id: number): Promise<void> {
  for (const [name, buffer] of Object.entries(FILES))
    await page.request.post(site.url + calls.page.upload.path, {
      headers: { origin: site.url },
      multipart: {
        page_id: String(page_id),
        file: { name, mimeType: 'application/octet-stream', buffer },
      },
    });
}

test('readers preview every type that the browser shows, by keyboard, mouse and touch', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  await attachFiles(page, site, page_id);
  const title = text('reader.attachments', { count: Object.keys(FILES).length });
  const open = async (options: object) => {
    const context = await browser.newContext({
      baseURL: site.url,
      ...(locale && { locale }),
      ...options,
    });
    const reader = await context.newPage();
    await reader.goto(`/${item_id}/${page_id}`);
    const chip = reader.getByRole('button', { name: title });
    return { context, reader, chip, list: reader.getByRole('dialog', { name: title }) };
  };
  const previewButton = (name: string) => text('reader.previewFile', { name });

  await test.step('by mouse and keyboard', async () => {
    const { context, reader, chip, list } = await open({});
    await chip.click();
    await expect(list.getByRole('listitem')).toHaveCount(Object.keys(FILES).length);
    expect((await list.boundingBox())?.width).toBe(448);
    // Only files that the browser can show have a preview; this browser may have no viewer for PDF.
    const showsPdf = await reader.evaluate(() => navigator.pdfViewerEnabled);
    await expect(list.getByRole('button', { name: previewButton('tool.bin') })).toHaveCount(0);
    await expect(list.getByRole('button', { name: previewButton('manual.pdf') })).toHaveCount(
      showsPdf ? 1 : 0,
    );
    expect((await new AxeBuilder({ page: reader }).analyze()).violations).toEqual([]);
    const preview = (name: string) => reader.getByRole('dialog', { name, exact: true });
    await list.getByRole('button', { name: previewButton('page.html'), exact: true }).click();
    // A document is shown as text and never runs.
    await expect(preview('page.html').getByText('<script>')).toBeVisible();
    expect(await reader.title()).not.toBe('run');
    expect((await new AxeBuilder({ page: reader }).analyze()).violations).toEqual([]);
    await reader.keyboard.press('ArrowRight');
    await expect(preview('prices.csv').getByText('价格,名称')).toBeVisible();
    await reader.keyboard.press('ArrowRight');
    const size = text('reader.previewCut', { size: '256 KB' });
    await expect(preview('spec.yaml').getByText(size)).toBeVisible();
    const shown = await preview('spec.yaml').locator('pre').innerText();
    expect(shown.length).toBeLessThanOrEqual(256 * 1024);
    const download = reader.waitForEvent('download');
    await reader.keyboard.press('d');
    expect((await download).suggestedFilename()).toBe('spec.yaml');
    await reader.keyboard.press('ArrowRight');
    const sound = preview('voice.wav').locator('audio');
    await expect
      .poll(() => sound.evaluate((element: HTMLAudioElement) => element.duration))
      .toBe(1);
    await reader.keyboard.press('Escape');
    await expect(preview('voice.wav')).toBeHidden();
    await expect(list.locator('[data-file]', { hasText: 'voice.wav' })).toBeFocused();
    await context.close();
  });

  await test.step('by touch', async () => {
    const { context, reader, chip, list } = await open({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      colorScheme: 'dark',
    });
    await chip.tap();
    await expect(list.getByRole('listitem')).toHaveCount(Object.keys(FILES).length);
    expect((await new AxeBuilder({ page: reader }).analyze()).violations).toEqual([]);
    await list.getByRole('button', { name: previewButton('shot.png'), exact: true }).tap();
    await reader.getByRole('button', { name: text('reader.nextFile') }).tap();
    await expect(reader.getByRole('dialog', { name: 'page.html' })).toBeVisible();
    await reader
      .getByRole('dialog', { name: 'page.html' })
      .getByRole('button', { name: text('shell.close') })
      .tap();
    await expect(list).toBeVisible();
    const link = text('reader.downloadFile', { name: 'tool.bin' });
    const download = reader.waitForEvent('download');
    await list.getByRole('link', { name: link }).last().tap();
    expect((await download).suggestedFilename()).toBe('tool.bin');
    await context.close();
  });

  await test.step('a page without files has no chip', async () => {
    await page.goto(`/${item_id}/${pages.capture}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: /attachment|附件/ })).toHaveCount(0);
  });
});
