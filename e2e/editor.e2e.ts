import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { PDF, PNG_PIXEL } from './files.ts';
import { expect, test } from './fixtures.ts';
import type { Translate } from './fixtures.ts';
import { uniqueName, PASSWORD, registerByApi } from './users.ts';
import { createCaller, makeSampleItem } from './sample-item.ts';

/** Locates the controls of the editor by their accessible names. */
function editorPage(page: Page, text: Translate) {
  const source = page.getByRole('textbox', { name: text('editor.source') });
  return {
    source,
    title: page.getByRole('textbox', { name: text('editor.pageTitle') }),
    saved: page.getByText(new RegExp(text('editor.savedAt', { time: '\\d\\d:\\d\\d' }))),
    draftSaved: page.getByText(text('editor.draftKept')),
    async open(item_id: number, page_id: number) {
      await page.goto(`/page/edit/${item_id}/${page_id}`);
      await expect(source).toBeVisible();
    },
    /** Moves the cursor to the end of the text and inserts words there. */
    async append(words: string) {
      await source.focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.insertText(words);
      await expect(source).toContainText(words.trim().split('\n').at(-1) ?? '');
    },
    save: () => page.keyboard.press('ControlOrMeta+s'),
  };
}

test('a page is edited, saved and reloaded; a new page gets its own URL', async ({
  page,
  site,
  text,
}) => {
  const { item_id, item_domain, pages, call } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);

  await test.step('an existing page', async () => {
    await editor.open(item_id, pages.retrieve);
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
  const rows = await site.query('select 1 from page where page_title = $1', ['Written on a train']);
  expect(rows).toHaveLength(1);
});

test('an expired session is renewed in place and the save continues', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id, pages, call } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  await editor.open(item_id, pages.retrieve);
  await editor.append(' before the end');
  await context.clearCookies();
  await editor.save();
  const dialog = page.getByRole('dialog', { name: text('editor.loginTitle') });
  await dialog.getByLabel(text('user.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: text('editor.loginSubmit') }).click();
  await expect(dialog).toBeHidden();
  await expect(editor.saved).toBeVisible();
  const { page_content } = await call(calls.page.info, { page_id: pages.retrieve });
  expect(page_content).toContain(' before the end');
});

test('concurrent changes are merged without loss', async ({ page, site, text }) => {
  const { item_id, pages, call } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  const page_id = pages.retrieve;
  await editor.open(item_id, page_id);
  await editor.append(' mine at the end');
  await call(calls.page.save, {
    page_id,
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
  const { page_content } = await call(calls.page.info, { page_id });
  expect(page_content).toMatch(/^# Theirs at the top\n[^]*More text\. mine at the end$/);
});

test('a draft survives its tab, is offered with a diff, and is retained when discarded', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const first = await context.newPage();
  const writer = editorPage(first, text);
  await writer.open(item_id, pages.retrieve);
  await writer.append(' never saved');
  await expect(writer.draftSaved).toBeVisible();
  await first.close({ runBeforeUnload: false });

  const editor = editorPage(page, text);
  await editor.open(item_id, pages.retrieve);
  const draftDialog = page.getByRole('dialog', { name: text('editor.draftTitle') });
  await expect(draftDialog.getByText('never saved').first()).toBeVisible();
  const dialogBox = await draftDialog.boundingBox();
  const texts = await draftDialog.getByLabel(text('editor.draftYours')).boundingBox();
  expect((texts?.x ?? 0) - (dialogBox?.x ?? 0)).toBeGreaterThanOrEqual(24);
  await draftDialog.getByRole('button', { name: text('editor.draftRestore') }).click();
  await expect(draftDialog).toBeHidden();
  await expect(editor.source).toContainText('never saved');
  await expect(editor.draftSaved).toBeVisible();

  await test.step('a discarded draft is listed under my drafts', async () => {
    page.on('dialog', (asked) => void asked.accept());
    await page.reload();
    await draftDialog.getByRole('button', { name: text('editor.draftDiscard') }).click();
    await expect(draftDialog).toBeHidden();
    await expect(editor.source).not.toContainText('never saved');
    await page.goto('/user/drafts');
    await expect(page.getByText(text('drafts.discarded', { days: 7 }))).toBeVisible();
    await page
      .getByRole('link', { name: text('drafts.openNamed', { name: 'Retrieve an order' }) })
      .click();
    await expect(editor.source).toContainText('never saved');
    await editor.save();
    await expect(editor.saved).toBeVisible();
    await expect(editor.draftSaved).toBeHidden();
    await page.goto('/user/drafts');
    await expect(page.getByText(text('drafts.emptyTitle'))).toBeVisible();
  });
});

test('logging out lists the unsaved drafts on this device', async ({ page, site, text }) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  await editor.open(item_id, pages.retrieve);
  await editor.append(' never saved');
  await expect(editor.draftSaved).toBeVisible();
  page.on('dialog', (asked) => void asked.accept());
  await page.goto('/item/index');
  await page
    .getByRole('button', { name: text('shell.logOut'), exact: true })
    .first()
    .click();
  const draftDialog = page.getByRole('dialog', { name: text('drafts.logoutTitle') });
  await expect(draftDialog.getByText('Retrieve an order')).toBeVisible();
  await draftDialog.getByRole('button', { name: text('drafts.logoutKeep') }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('one user edits at a time, and each sees one correct lock notice', async ({
  page,
  site,
  text,
  browser,
  locale,
  language,
}) => {
  const { item_id, pages, call, username } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  const address = `/page/edit/${item_id}/${page_id}`;
  await call(calls.user.updateInfo, { name: 'Mei Lin' });
  const context = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
  let other = await context.newPage();
  const colleague = uniqueName('tomas');
  await other.goto('/');
  await registerByApi(other, site, colleague);
  await createCaller(other.request, site)(calls.user.updateInfo, { name: 'Tomas Kral' });
  await call(calls.member.save, { item_id, username: colleague, member_group_id: 1 });

  const mei = editorPage(page, text);
  const tomas = () => editorPage(other, text);
  const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true });
  const editingNotice = (name: string) => text('reader.lockedBy', { name });
  const requestNotice = (name: string) => text('editor.askedTitle', { name });
  /** Checks all banners of a screen; the lock is polled every 20 s, or at once when the tab becomes visible. */
  async function expectNotice(on: Page, ...words: string[]) {
    const banners = on.getByRole('alert').filter({ hasText: /\S/ });
    await expect(async () => {
      await on.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(banners).toHaveCount(words.length === 0 ? 0 : 1, { timeout: 2000 });
      for (const word of words) await expect(banners).toContainText(word, { timeout: 2000 });
    }).toPass();
    for (const hidden of [username, colleague])
      await expect(banners.filter({ hasText: hidden })).toHaveCount(0);
    await expect(on.getByText(text('editor.lockedByYou'))).toHaveCount(
      words.length === 0 || words[0]?.includes(text('editor.askedTitle', { name: '' }).trim())
        ? 1
        : 0,
    );
  }

  async function captureScreen(on: Page, name: string) {
    await on.screenshot({ path: `.artifacts/lock-${name}-${language}.png` });
    expect((await new AxeBuilder({ page: on }).analyze()).violations).toEqual([]);
  }

  await test.step('1 open', async () => {
    await mei.open(item_id, page_id);
    await expectNotice(page);
  });

  await test.step('a reader with edit rights sees who is editing', async () => {
    const note = () => other.getByRole('status').filter({ hasText: editingNotice('Mei Lin') });
    await other.goto(`/${item_id}/${page_id}`);
    await expect(note()).toBeVisible();
    await captureScreen(other, 'reading');
    await page.goto(`/${item_id}/${page_id}`);
    await expect(page.getByRole('heading', { name: 'Two' })).toBeVisible();
    await expect(async () => {
      await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(note()).toHaveCount(0, { timeout: 2000 });
    }).toPass();
    await mei.open(item_id, page_id);
  });

  await test.step('2 locked: the page can be read', async () => {
    await other.goto(address);
    await expectNotice(other, editingNotice('Mei Lin'));
    await expect(other.getByRole('heading', { name: 'Two' })).toBeVisible();
    await expect(button(other, text('editor.save'))).toHaveCount(0);
    await captureScreen(other, 'locked');
  });

  await test.step('3 request the lock', async () => {
    await button(other, text('editor.askToEdit')).click();
    await expectNotice(other, editingNotice('Mei Lin'), text('editor.askWaiting'));
    await expect(button(other, text('editor.askToEdit'))).toHaveCount(0);
    await expectNotice(page, requestNotice('Tomas Kral'));
    await captureScreen(page, 'asked');
  });

  await test.step('4 decline', async () => {
    await button(page, text('editor.askedNo')).click();
    await expectNotice(page);
    await expectNotice(other, editingNotice('Mei Lin'), text('editor.askRefused'));
  });

  await test.step('5 request again', async () => {
    await button(other, text('editor.askToEdit')).click();
    await expectNotice(other, editingNotice('Mei Lin'), text('editor.askWaiting'));
    await expectNotice(page, requestNotice('Tomas Kral'));
  });

  await test.step('6 hand over: the text is saved first', async () => {
    await mei.append(' before handing over');
    await button(page, text('editor.askedYes')).click();
    await expectNotice(page, editingNotice('Tomas Kral'), text('editor.lostText'));
    await expect(tomas().source).toContainText('before handing over');
    await expectNotice(other);
    await expect(button(page, text('editor.lock'))).toHaveCount(0);
  });

  await test.step('a save without the lock is rejected, and the text is retained', async () => {
    await mei.append(' too late');
    await mei.save();
    await expect(page.getByText(text('editor.notSaved'))).toBeVisible();
    await expectNotice(page, editingNotice('Tomas Kral'), text('editor.lostText'));
    await expect(button(page, text('editor.copyText'))).toBeVisible();
    await expect(mei.source).toContainText('too late');
    await captureScreen(page, 'refused');
  });

  await test.step('7 closing the tab releases the lock, which the other user acquires', async () => {
    await other.close({ runBeforeUnload: true });
    await expectNotice(page);
    await expect(page.getByText(text('editor.unsaved'))).toBeVisible();
    await mei.save();
    await expect(mei.saved).toBeVisible();
  });

  await test.step('8 expiry: the lock holder is offline with unsaved text', async () => {
    other = await context.newPage();
    await other.goto(address);
    await expectNotice(other, editingNotice('Mei Lin'));
    await page.context().setOffline(true);
    await mei.append('\n\nwritten offline');
    await site.query('update page_lock set expire_time = now() where page_id = $1', [page_id]);
  });

  await test.step('9 acquire: the editor opens automatically', async () => {
    await expect(tomas().source).toContainText('too late');
    await expectNotice(other);
    await page.context().setOffline(false);
    await expectNotice(page, editingNotice('Tomas Kral'), text('editor.lostText'));
  });

  await test.step('10 conflict', async () => {
    await tomas().append('\n\nwritten by Tomas');
    await tomas().save();
    await expect(tomas().saved).toBeVisible();
    await button(other, text('editor.unlock')).click();
    await expectNotice(page);
    await mei.save();
    await expectMerge(page, 'Tomas Kral');
    await captureScreen(page, 'conflict');
    await expect(other.getByText(text('editor.lockedByYou'))).toHaveCount(0);
    await expectNotice(other, editingNotice('Mei Lin'));
  });

  /** The conflict banner is the only one and uses the same display name. */
  async function expectMerge(on: Page, name: string) {
    const merge = on.getByRole('region', { name: text('editor.mergeTitle') });
    await expect(merge.getByRole('alert')).toContainText(name);
    await expect(on.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(1);
  }
  async function mergeBoth(on: Page) {
    await button(on, text('editor.useBoth')).click();
    await button(on, text('editor.saveMerged')).click();
    await expect(on.getByRole('region', { name: text('editor.mergeTitle') })).toBeHidden();
    await expect(editorPage(on, text).saved).toBeVisible();
  }

  await test.step('11 merge', async () => {
    await mergeBoth(page);
    await expectNotice(page);
    await expectNotice(other, editingNotice('Mei Lin'));
  });

  await test.step('12 both saved: saving the merge removes the notice', async () => {
    await tomas().append('\n\nonce more');
    await button(page, text('editor.unlock')).click();
    await tomas().save();
    await expectMerge(other, 'Mei Lin');
    await mergeBoth(other);
    await expect(other.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await button(other, text('editor.lock')).click();
    await expectNotice(other);
    await expectNotice(page, editingNotice('Tomas Kral'));
    const { page_content } = await call(calls.page.info, { page_id });
    for (const part of ['too late', 'written offline', 'written by Tomas', 'once more'])
      expect(page_content).toContain(part);
  });
  await context.close();
});

test('the preview updates automatically for short pages, on demand for long ones, and scrolls in sync', async ({
  page,
  site,
  text,
}) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  const preview = page.getByRole('region', { name: text('editor.preview') });
  await editor.open(item_id, pages.retrieve);
  await expect(preview.getByRole('heading', { name: 'Two' })).toBeVisible();
  await editor.append('\n\n## Three');
  await expect(preview.getByRole('heading', { name: 'Three' })).toBeVisible();

  await test.step('formulas and diagrams are rendered and do not flicker while typing', async () => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await editor.append('\n\n$$\\bigg(x\\bigg)$$\n\n```mermaid\ngraph TD\n  Cart --> Paid\n```\n');
    const diagram = preview.locator('pre.mermaid svg');
    await expect(diagram.getByText('Paid')).toBeVisible();
    await expect(preview.locator('.katex .delimsizing.size3').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(errors).toEqual([]);
    // The source of the diagram is never visible in between.
    await preview.evaluate((pane) => {
      new MutationObserver(() => {
        requestAnimationFrame(() => {
          if (!pane.querySelector('pre.mermaid svg')) pane.dataset['flashed'] = '';
        });
      }).observe(pane, { childList: true, subtree: true });
    });
    await editor.append('\n## Four');
    await expect(preview.getByRole('heading', { name: 'Four' })).toBeVisible();
    await expect(diagram.getByText('Paid')).toBeVisible();
    await expect(preview).not.toHaveAttribute('data-flashed');
  });

  const sections = Array.from({ length: 120 }, (_, at) => `\n\n## Part ${at}\n\nSome words here.`);
  await editor.append(sections.join(''));
  const refresh = preview.getByRole('button', { name: text('editor.refreshPreview') });
  await expect(refresh).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Part 119' })).toHaveCount(0);
  await refresh.click();
  await expect(preview.getByRole('heading', { name: 'Part 119' })).toBeAttached();

  await test.step('in both directions', async () => {
    await editor.source.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(preview.getByRole('heading', { name: 'One', exact: true })).toBeInViewport();
    await page.keyboard.press('ControlOrMeta+End');
    await expect(preview.getByRole('heading', { name: 'Part 119' })).toBeInViewport();
    await preview.focus();
    await page.keyboard.press('Home');
    await expect(editor.source.getByText('## One')).toBeInViewport();
  });

  await test.step('each pane alone', async () => {
    const view = page.getByRole('radiogroup', { name: text('editor.view') });
    await view.getByText(text('editor.preview')).click();
    await expect(editor.source).toBeHidden();
    await view.getByText(text('editor.write')).click();
    await expect(preview).toBeHidden();
    await expect(editor.source).toBeVisible();
  });
});
