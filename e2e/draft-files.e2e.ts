import { calls } from '@octavo/contract';
import type { Locator, Page } from '@playwright/test';
import { openDevice } from './browsers.ts';
import { editorPage } from './editor-page.ts';
import { PDF, PNG_PIXEL } from './files.ts';
import { expect, test, type Translate } from './fixtures.ts';
import { createCaller, makeSampleItem } from './sample-item.ts';
import { registerByApi, uniqueName } from './users.ts';

const PHONE = { width: 390, height: 844 };
const FILE_URL = /\/file\/[0-9a-f]{32}\/[\w.%-]+/g;

interface SentFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const shot: SentFile = { name: 'shot.png', mimeType: 'image/png', buffer: PNG_PIXEL };
const plan: SentFile = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: PDF };
const archive: SentFile = {
  name: 'logs.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1'),
};

/** Pastes or drops a file on an element, as a browser does. */
async function give(target: Locator, how: 'paste' | 'drop', { name, mimeType, buffer }: SentFile) {
  await target.evaluate(
    (element, given) => {
      const bytes = Uint8Array.from(atob(given.base64), (sign) => sign.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], given.name, { type: given.mimeType }));
      const { left, top } = element.getBoundingClientRect();
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        given.how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', {
              ...options,
              dataTransfer: data,
              clientX: left + 20,
              clientY: top + 20,
            }),
      );
    },
    { how, name, mimeType, base64: buffer.toString('base64') },
  );
}

async function choose(page: Page, text: Translate, file: SentFile) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: text('attachment.attachFile') }).click();
  await (await chooser).setFiles(file);
}

/** The text of the newest draft on the server. */
async function readDraft(call: ReturnType<typeof createCaller>, item_id: number): Promise<string> {
  const drafts = await call(calls.page.drafts, {});
  const draft = drafts.find((one) => one.item_id === item_id);
  if (!draft) return '';
  return (await call(calls.page.draftById, { draft_id: draft.draft_id })).page_content;
}

/** Holds back uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const release = Promise.withResolvers<void>();
  await page.route(/\/api\/page\/upload(?:Img)?$/, async (route) => {
    await release.promise;
    await route.continue();
  });
  return release.resolve;
}

test('files of a new page are private until its first save, which attaches them', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const { item_id, call, username } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  await editor.open(item_id, 0);
  await editor.title.fill('Shift notes');
  await choose(page, text, archive);
  await expect(editor.source).toContainText(/\[logs\.zip\]\(\/file\//);
  await give(editor.source, 'paste', shot);
  await expect(editor.source).toContainText(/!\[\]\(\/file\/[0-9a-f]{32}\/shot\.png\)/);
  await give(editor.source, 'drop', plan);
  await expect(editor.source).toContainText(/\[plan\.pdf\]\(\/file\//);
  const preview = page.getByRole('main').locator('img[src^="/file/"]');
  await expect(preview).toBeVisible();
  // On the pane, because each change of the text replaces the picture in it.
  const pane = page.getByRole('region', { name: text('editor.preview') });
  await give(pane, 'drop', { ...plan, name: 'beside.pdf' });
  await expect(editor.source).toContainText(/\[beside\.pdf\]\(\/file\//);
  // Beside the text nothing is inserted, and the editor stays open.
  await give(editor.title, 'drop', plan);
  const listUrls = async () => (await readDraft(call, item_id)).match(FILE_URL) ?? [];
  await expect.poll(listUrls).toHaveLength(4);
  const urls = await listUrls();

  await test.step('no other user can open them', async () => {
    const context = await browser.newContext({ baseURL: site.url });
    const statuses = () =>
      Promise.all(urls.map(async (url) => (await context.request.get(url)).status()));
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    await registerByApi(await context.newPage(), site, uniqueName('other'));
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    await context.close();
  });

  await test.step('another device of the user continues the draft and saves it', async () => {
    const device = await openDevice(browser, site, locale, username);
    const there = editorPage(device, text);
    await device.goto(`/page/edit/${item_id}/0`);
    const offer = device.getByRole('dialog', { name: text('editor.draftTitle') });
    await offer.getByRole('button', { name: text('editor.draftRestore') }).click();
    await expect(there.source).toContainText('beside.pdf');
    const picture = device.getByRole('main').locator('img[src^="/file/"]');
    await expect
      .poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBe(1);
    await there.save();
    await expect(there.saved).toBeVisible();
    const attachments = new RegExp(`^${text('attachment.title')}`);
    await expect(device.getByRole('button', { name: attachments })).toContainText('4');
    await device.context().close();
  });

  await test.step('readers find them in the list of the page', async () => {
    const [saved] = await site.query<{ page_id: number }>(
      `select page_id from page where page_title = 'Shift notes' and item_id = $1`,
      [item_id],
    );
    const context = await browser.newContext({ baseURL: site.url, ...(locale && { locale }) });
    const visitor = await context.newPage();
    await visitor.goto(`/${item_id}/${saved?.page_id}`);
    const name = text('reader.attachments', { count: 4 });
    await visitor.getByRole('button', { name }).click();
    const rows = visitor.getByRole('dialog', { name }).getByRole('listitem');
    await expect(rows).toHaveText([/beside\.pdf/, /plan\.pdf/, /shot\.png/, /logs\.zip/]);
    await context.close();
  });
});

test('a save waits for uploads; a draft without its editor has no placeholder', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id, call } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  await editor.open(item_id, 0);
  await editor.title.fill('Saved at once');
  await editor.append('Before ');

  await test.step('save and leave', async () => {
    const release = await holdUploads(page);
    await give(editor.source, 'paste', shot);
    await expect(editor.source).toContainText('#uploading-');
    await editor.saveOptions.click();
    await editor.savePopover.getByRole('button', { name: text('editor.saveAndLeave') }).click();
    await expect(page.getByText(text('editor.savingAfterUpload'))).toBeVisible();
    release();
    await page.waitForURL((url) => !url.pathname.startsWith('/page/edit'));
    await expect(page.getByRole('article').locator('img[src^="/file/"]')).toBeVisible();
    await expect(
      page.getByRole('button', { name: text('reader.attachments', { count: 1 }) }),
    ).toBeVisible();
  });

  await test.step('a tab that is closed during an upload', async () => {
    const tab = await context.newPage();
    const closed = editorPage(tab, text);
    await holdUploads(tab);
    await closed.open(item_id, 0);
    await closed.append('Text that stays ');
    await give(closed.source, 'paste', shot);
    await expect.poll(() => readDraft(call, item_id)).toContain('#uploading');
    await tab.close({ runBeforeUnload: false });
    await editor.open(item_id, 0);
    const offer = page.getByRole('dialog', { name: text('editor.draftTitle') });
    await offer.getByRole('button', { name: text('editor.draftRestore') }).click();
    await expect(editor.source).toContainText('Text that stays');
    await expect(editor.source).not.toContainText('#uploading');
  });

  await test.step('a file dropped on a table does not replace the editor', async () => {
    page.on('dialog', (asked) => void asked.accept());
    await page.goto(`/page/edit/${item_id}/0?page_type=1`);
    const main = page.getByRole('main');
    await expect(main.locator('canvas').first()).toBeVisible();
    await give(main, 'drop', plan);
    await expect(page.getByText(text('sheetEditor.noFiles'))).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('a file is chosen before the first save', async ({ page, site, text }) => {
    const { item_id, call } = await makeSampleItem(page, site);
    const editor = editorPage(page, text);
    await editor.open(item_id, 0);
    await editor.title.fill('From the road');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: text('attachment.attachFile') }).tap();
    await (await chooser).setFiles(archive);
    await expect(editor.source).toContainText(/\[logs\.zip\]\(\/file\//);
    await page.getByRole('button', { name: text('editor.save'), exact: true }).tap();
    await expect(page).toHaveURL(/\/page\/edit\/\d+\/[1-9]\d*$/);
    const page_id = Number(new URL(page.url()).pathname.split('/').at(-1));
    expect(await call(calls.page.uploadList, { page_id })).toMatchObject([
      { display_name: 'logs.zip' },
    ]);
  });
});
