import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { newUser } from './browsers.ts';
import { editorPage, openEditor } from './editor-page.ts';
import { PDF, PNG_PIXEL } from './files.ts';
import { expect, test } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';
import { PASSWORD } from './users.ts';

test('a page is edited, saved and reloaded; a new page gets its own URL', async ({
  page,
  site,
  text,
}) => {
  const { item_id, item_domain, pages, call } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);

  await test.step('an existing page', async () => {
    await editor.open(item_id, pages.retrieve);
    await expect(editor.source).toBeFocused();
    await editor.append('\nWritten 100% & "quoted" 😀 今天');
    await editor.save();
    await expect(editor.saved).toBeVisible();
    await expect(page.getByText(text('editor.pageSaved'), { exact: true })).toBeVisible();
    const { page_content } = await call(calls.page.info, { page_id: pages.retrieve });
    expect(page_content).toMatch(/\nWritten 100% & "quoted" 😀 今天$/);
    await page.reload();
    await expect(editor.source).toContainText('Written 100% & "quoted" 😀 今天');
  });

  await test.step('an old version is restored into the editor and stored on save', async () => {
    await page.getByRole('button', { name: text('editor.history') }).click();
    const drawer = page.getByRole('dialog', { name: text('reader.versions') });
    await expect(drawer.getByText(text('reader.current'))).toBeVisible();
    const version = drawer.getByRole('listitem').nth(1);
    await version.hover();
    await expect(version.getByRole('link', { name: text('reader.compare') })).toHaveAttribute(
      'target',
      '_blank',
    );
    await version.getByRole('button', { name: text('reader.restore') }).click();
    await expect(page.getByText(text('editor.versionRestored'))).toBeVisible();
    await expect(drawer).toBeHidden();
    await expect(editor.source).not.toContainText('Written 100%');
    await editor.save();
    await expect(editor.saved).toBeVisible();
  });

  await test.step('the loading skeleton keeps a distance from the window edge', async () => {
    let answer = () => {};
    const released = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**${calls.page.info.path}`, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/page/edit/${item_id}/${pages.capture}`);
    const outline = page.getByRole('main').getByText(text('shell.loading')).locator('+ *');
    await expect(outline).toBeVisible();
    expect((await outline.boundingBox())?.x).toBeGreaterThanOrEqual(16);
    answer();
    await expect(editor.source).toContainText('Text with stock.');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a new page by keyboard only', async () => {
    await page.goto(`/page/edit/${item_id}/0`);
    await expect(editor.title).toBeFocused();
    await page.keyboard.type('Cancel an order');
    await page.keyboard.press('Enter');
    await expect(editor.source).toBeFocused();
    await page.keyboard.type('## Cancel');
    await editor.save();
    await page.waitForURL(/\/page\/edit\/\d+\/[1-9]\d*$/);
    await expect(editor.saved).toBeVisible();
    await editor.append('\nonce more');
    await editor.save();
    const page_id = Number(page.url().split('/').at(-1));
    await expect
      .poll(() => call(calls.page.info, { page_id }))
      .toMatchObject({ page_title: 'Cancel an order', page_content: '## Cancel\nonce more' });
    const rows = await site.query('select 1 from page where page_title = $1', ['Cancel an order']);
    expect(rows).toHaveLength(1);
  });

  await test.step('a new page that was opened in a second tab is loaded again, not created twice', async () => {
    const page_id = Number(page.url().split('/').at(-1));
    const second = await page.context().newPage();
    await second.goto(page.url());
    await expect(editorPage(second, text).source).toContainText('once more');
    await page.bringToFront();
    const former = await editor.source.elementHandle();
    await page.getByRole('button', { name: text('editor.editHere') }).click();
    await page.waitForFunction((element) => element !== null && !element.isConnected, former);
    await expect(editor.source).toContainText('once more');
    await second.close();
    await editor.append('\nhere again');
    await editor.save();
    await expect
      .poll(() => call(calls.page.info, { page_id }))
      .toMatchObject({ page_content: '## Cancel\nonce more\nhere again' });
    const rows = await site.query('select 1 from page where page_title = $1', ['Cancel an order']);
    expect(rows).toHaveLength(1);
  });

  await test.step('images and files before the first save, also on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 780 });
    await editor.open(item_id, 0);
    const [image, file] = [text('attachment.insertImage'), text('attachment.attachFile')];
    const choose = async (label: string, name: string, mimeType: string, buffer: Buffer) => {
      const button = page.getByRole('button', { name: label });
      await expect(button).toBeInViewport();
      const chosen = page.waitForEvent('filechooser');
      await button.click();
      await (await chosen).setFiles({ name, mimeType, buffer });
    };
    await choose(image, 'shot.png', 'image/png', PNG_PIXEL);
    await expect(editor.source).toContainText(/!\[\]\(\/file\/[0-9a-f]{32}\/shot\.png\)/);
    await editor.append('\n\n');
    await choose(file, 'plan.pdf', 'application/pdf', PDF);
    await expect(editor.source).toContainText(/\[plan\.pdf\]\(\/file\/[0-9a-f]{32}\/plan\.pdf\)/);
    await editor.save();
    await page.waitForURL(/\/page\/edit\/\d+\/[1-9]\d*$/);
    const page_id = Number(page.url().split('/').at(-1));
    const list = await call(calls.page.uploadList, { page_id });
    expect(list.map(({ display_name }) => display_name)).toEqual(['plan.pdf', 'shot.png']);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('dropped files are attached; a text file can also be inserted', async () => {
    const drop = (files: Readonly<Record<string, string>>) =>
      editor.source.evaluate((element, given) => {
        const dataTransfer = new DataTransfer();
        for (const [name, content] of Object.entries(given))
          dataTransfer.items.add(new File([content], name));
        const { x, y } = element.getBoundingClientRect();
        const at = { clientX: x + 40, clientY: y + 20, bubbles: true, cancelable: true };
        element.dispatchEvent(new DragEvent('drop', { dataTransfer, ...at }));
      }, files);
    const dialog = page.getByRole('dialog');
    const answer = async (choice: 'insertTable' | 'insertText' | 'attachFile') => {
      await dialog.getByRole('button', { name: text(`attachment.${choice}`) }).click();
    };
    await editor.open(item_id, pages.capture);
    const csv = 'port,use\n5432,database\n';
    await drop({ 'guide.pdf': PDF.toString(), 'ports.csv': csv });
    await expect(editor.source).toContainText('[guide.pdf](/file/');
    await expect(dialog).toContainText('ports.csv');
    await expect(editor.source).not.toContainText('5432');
    await answer('attachFile');
    await expect(dialog).toBeHidden();
    await expect(editor.source).toContainText('[ports.csv](/file/');
    await expect(editor.source).not.toContainText('5432');
    await drop({ 'ports.csv': csv, 'ports.json': '{"port": 5432}' });
    await answer('insertTable');
    await expect(editor.source).toContainText('| 5432 | database |');
    await expect(dialog).toContainText('ports.json');
    await answer('insertText');
    await expect(dialog).toBeHidden();
    await expect(editor.source).toContainText('```json{"port": 5432}```');
    // A later step opens this page again and must not be offered a draft.
    await editor.save();
    await expect
      .poll(async () => (await call(calls.page.info, { page_id: pages.capture })).page_content)
      .toContain('5432');
  });

  await test.step('a copy', async () => {
    await page.goto(`/page/edit/${item_id}/0?copy_page_id=${pages.capture}`);
    await expect(editor.title).toHaveValue(text('editor.copyOf', { title: 'Capture a payment' }));
    await expect(editor.source).toContainText('Text with stock.');
  });

  await test.step('leaving offers to save first and returns to the item’s own URL', async () => {
    const back = page.getByRole('link', { name: text('editor.back') });
    const dialog = page.getByRole('dialog');
    await editor.open(item_id, pages.capture);
    await editor.append('\nSaved on the way out.');
    await back.click();
    await dialog.getByRole('button', { name: text('editor.stay') }).click();
    await expect(dialog).toHaveCount(0);
    await expect(editor.source).toContainText('Saved on the way out.');
    await back.click();
    await dialog.getByRole('button', { name: text('editor.saveAndLeave') }).click();
    await page.waitForURL(`**/${item_domain}/${pages.capture}`);
    await expect(page.getByText('Saved on the way out.')).toBeVisible();

    await page.goto(`/page/edit/${item_id}/0`);
    await editor.title.fill('Refund an order');
    await editor.append('New and saved on the way out.');
    await back.click();
    await dialog.getByRole('button', { name: text('editor.saveAndLeave') }).click();
    await page.waitForURL(new RegExp(`/${item_domain}/\\d+$`));
    await expect(page.getByRole('heading', { level: 1, name: 'Refund an order' })).toBeVisible();
    const rows = await site.query('select 1 from page where page_title = $1', ['Refund an order']);
    expect(rows).toHaveLength(1);
  });
});

test('a save while offline is sent when the connection is back', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id, call } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  await editor.open(item_id, 0);
  await editor.title.fill('Written on a train');
  await context.setOffline(true);
  await editor.append('first words');
  await editor.save();
  await expect(page.getByText(text('editor.offlineText'))).toBeVisible();
  await editor.append(' and more');
  await context.setOffline(false);
  await expect(editor.saved).toBeVisible();
  await page.waitForURL(/\/page\/edit\/\d+\/[1-9]\d*$/);
  const page_id = Number(page.url().split('/').at(-1));
  await expect
    .poll(async () => (await call(calls.page.info, { page_id })).page_content)
    .toBe('first words and more');
  const rows = await site.query(
    "select 1 from page where item_id = $1 and page_title = 'Written on a train'",
    [item_id],
  );
  expect(rows).toHaveLength(1);
});

test('the cursor stays visible when a banner takes some of the height', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  await editor.open(item_id, 0);
  await editor.append('Call the harbor master.\n'.repeat(80));
  const lastLine = editor.source.locator('.cm-line').last();
  await expect(lastLine).toBeInViewport({ ratio: 1 });
  await context.setOffline(true);
  await editor.save();
  await expect(page.getByText(text('editor.offlineText'))).toBeVisible();
  await expect(lastLine).toBeInViewport({ ratio: 1 });
  await context.setOffline(false);
  await expect(editor.saved).toBeVisible();
});

test('an expired session is renewed in place and the save continues', async ({
  page,
  site,
  text,
  context,
}) => {
  const { editor, contentOf } = await openEditor(page, site, text);
  await editor.append(' before the end');
  await context.clearCookies();
  await editor.save();
  const dialog = page.getByRole('dialog', { name: text('editor.loginTitle') });
  await dialog.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: text('editor.loginSubmit') }).click();
  await expect(dialog).toBeHidden();
  await expect(editor.saved).toBeVisible();
  expect(await contentOf()).toContain(' before the end');
});

test('concurrent changes are merged without loss', async ({ page, site, text }) => {
  const { call, page_id, editor } = await openEditor(page, site, text);
  await editor.append(' mine at the end');
  await call(calls.page.save, {
    page_id,
    page_title: 'Their title',
    page_content: '# Theirs at the top\n## One\n\nText with stock.\n\n## Two\n\nTheirs at the end.',
  });
  await editor.save();
  const merge = page.getByRole('region', { name: text('editor.mergeTitle') });
  const merged = merge.getByRole('textbox', { name: text('editor.merged') });
  await expect(merged).toHaveValue(/# Theirs at the top/);
  const saveMerged = merge.getByRole('button', { name: text('editor.saveMerged') });
  await expect(saveMerged).toBeDisabled();
  await merge.getByRole('button', { name: text('editor.useBoth') }).click();
  await expect(merged).toHaveValue(/Theirs at the end\.\nMore text\. mine at the end$/);
  await saveMerged.click();
  await expect(merge).toBeHidden();
  await expect(editor.saved).toBeVisible();
  const { page_title, page_content } = await call(calls.page.info, { page_id });
  expect(page_content).toMatch(/^# Theirs at the top\n[^]*More text\. mine at the end$/);
  expect(page_title).toBe('Their title');
});

/** Holds the answers of saves until they are released. */
async function holdSaves(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route('**/api/page/save', async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

test('a save that is asked for during a save stores what was written since', async ({
  page,
  site,
  text,
}) => {
  const { editor, contentOf } = await openEditor(page, site, text);
  const release = await holdSaves(page);
  await editor.append(' first');
  await editor.save();
  await expect(page.getByText(text('editor.saving'), { exact: true })).toBeVisible();
  await editor.append(' second');
  await editor.save();
  release();
  await expect(editor.saved).toBeVisible();
  await expect.poll(contentOf).toMatch(/ first second$/);
});

test('Save and leave during a save waits for it, saves the rest and leaves', async ({
  page,
  site,
  text,
}) => {
  const { editor, contentOf } = await openEditor(page, site, text);
  const release = await holdSaves(page);
  await editor.append(' first');
  await editor.save();
  await editor.append(' second');
  await page.getByRole('link', { name: text('editor.back') }).click();
  const dialog = page.getByRole('dialog', { name: text('editor.leaveTitle') });
  const leave = dialog.getByRole('button', { name: text('editor.saveAndLeave') });
  await leave.click();
  await expect(leave).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Retrieve an order' })).toBeVisible();
  expect(await contentOf()).toMatch(/ first second$/);
});

test('a new page is not saved under a user who has logged in in another tab', async ({
  page,
  site,
  text,
  context,
  browser,
  locale,
}) => {
  const { item_id, call, username } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  await editor.open(item_id, 0);
  await editor.title.fill('Written by the first user');
  await editor.append('first words');
  const next = await newUser(browser, site, locale, 'next');
  await call(calls.member.save, { item_id, username: next.username, member_group_id: 1 });
  await context.addCookies(await next.page.context().cookies());
  await editor.save();
  const dialog = page.getByRole('dialog', { name: text('editor.loginTitle') });
  await dialog.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  const authors = () =>
    site.query("select author_username from page where page_title = 'Written by the first user'");
  expect(await authors()).toEqual([]);
  await dialog.getByRole('button', { name: text('editor.loginSubmit') }).click();
  await expect(editor.saved).toBeVisible();
  expect(await authors()).toEqual([{ author_username: username }]);
});

test('a page that was moved to another item meanwhile is saved there', async ({
  page,
  site,
  text,
}) => {
  const { editor, call, item_id, page_id, contentOf } = await openEditor(page, site, text);
  await editor.append(' before the move');
  const other = await call(calls.item.add, { item_name: 'Operations' });
  const to = { to_item_id: other.item_id, cat_id: 0 };
  await call(calls.page.move, { item_id, page_ids: [page_id], ...to });
  await expect(editor.draftOnServer).toBeVisible();
  await editor.append(' and after it');
  await editor.save();
  await expect(editor.saved).toBeVisible();
  expect(await contentOf()).toMatch(/ before the move and after it$/);
  await page.getByRole('link', { name: text('editor.back') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Retrieve an order' })).toBeVisible();
});

test('a new page whose catalog was deleted meanwhile is saved in another one', async ({
  page,
  site,
  text,
}) => {
  const { item_id, call } = await makeSampleItem(page, site);
  const { cat_id } = await call(calls.catalog.save, { item_id, cat_name: 'Returns' });
  const editor = editorPage(page, text);
  await page.goto(`/page/edit/${item_id}/0?cat_id=${cat_id}`);
  await editor.title.fill('Return an order');
  await editor.append('first words');
  const catalog = page.getByRole('combobox', { name: text('editor.catalog') });
  await expect(catalog).toHaveValue('Returns');
  await call(calls.catalog.delete, { item_id, cat_id });
  await editor.save();
  await expect(page.getByText(text('editor.catalogDeleted'))).toBeVisible();
  await expect(catalog).toHaveValue('');
  await editor.expectAccessible();
  await catalog.click();
  await page.getByRole('option', { name: 'Orders' }).click();
  await editor.save();
  await expect(editor.saved).toBeVisible();
  const { menu } = await call(calls.item.info, { item_id });
  expect(menu.catalogs[0]?.pages.map(({ page_title }) => page_title)).toContain('Return an order');
});
