import type { Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import type { Words } from './fixtures.ts';
import { newName, PASSWORD, registerByCall } from './people.ts';
import { makeDocuments } from './reader-site.ts';

/** The editor as a person finds it: by the names of its controls. */
function editorOn(page: Page, text: Words) {
  const source = page.getByRole('textbox', { name: text('editor.source') });
  return {
    source,
    title: page.getByRole('textbox', { name: text('editor.pageTitle') }),
    saved: page.getByText(new RegExp(text('editor.savedAt', { time: '\\d\\d:\\d\\d' }))),
    kept: page.getByText(text('editor.draftKept')),
    async open(item_id: number, page_id: number) {
      await page.goto(`/page/edit/${item_id}/${page_id}`);
      await expect(source).toBeVisible();
    },
    /** Goes to the end of the text and writes there. */
    async append(words: string) {
      await source.focus();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.insertText(words);
      await expect(source).toContainText(words.trim().split('\n').at(-1) ?? '');
    },
    save: () => page.keyboard.press('ControlOrMeta+s'),
  };
}

test('a page is written, saved and found again; a new one gets its own address', async ({
  page,
  site,
  text,
}) => {
  const { item_id, pages, call } = await makeDocuments(page, site);
  const editor = editorOn(page, text);

  await test.step('an existing page', async () => {
    await editor.open(item_id, pages.retrieve);
    await editor.append('\nWritten 100% & "quoted" 😀 今天');
    await editor.save();
    await expect(editor.saved).toBeVisible();
    const { page_content } = await call(calls.page.info, { page_id: pages.retrieve });
    expect(page_content).toMatch(/\nWritten 100% & "quoted" 😀 今天$/);
    await page.reload();
    await expect(editor.source).toContainText('Written 100% & "quoted" 😀 今天');
  });

  await test.step('a new page, by keyboard only', async () => {
    await page.goto(`/page/edit/${item_id}/0`);
    await expect(editor.title).toBeFocused();
    await page.keyboard.type('Cancel an order');
    await editor.append('## Cancel');
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

  await test.step('a copy', async () => {
    await page.goto(`/page/edit/${item_id}/0?copy_page_id=${pages.capture}`);
    await expect(editor.title).toHaveValue(text('editor.copyOf', { title: 'Capture a payment' }));
    await expect(editor.source).toContainText('Text with stock.');
  });
});

test('a save without a connection happens when it is back', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id, call } = await makeDocuments(page, site);
  const editor = editorOn(page, text);
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

test('a login that has ended is renewed in place and the save goes on', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id, pages, call } = await makeDocuments(page, site);
  const editor = editorOn(page, text);
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

test('what somebody saved meanwhile is merged, nothing is lost', async ({ page, site, text }) => {
  const { item_id, pages, call } = await makeDocuments(page, site);
  const editor = editorOn(page, text);
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

test('a draft outlives its tab, is offered with its differences, and stays when discarded', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id, pages } = await makeDocuments(page, site);
  const first = await context.newPage();
  const writer = editorOn(first, text);
  await writer.open(item_id, pages.retrieve);
  await writer.append(' never saved');
  await expect(writer.kept).toBeVisible();
  await first.close({ runBeforeUnload: false });

  const editor = editorOn(page, text);
  await editor.open(item_id, pages.retrieve);
  const question = page.getByRole('dialog', { name: text('editor.draftTitle') });
  await expect(question.getByText('never saved').first()).toBeVisible();
  await question.getByRole('button', { name: text('editor.draftRestore') }).click();
  await expect(question).toBeHidden();
  await expect(editor.source).toContainText('never saved');
  await expect(editor.kept).toBeVisible();

  await test.step('discarded, it is found under my drafts', async () => {
    page.on('dialog', (asked) => void asked.accept());
    await page.reload();
    await question.getByRole('button', { name: text('editor.draftDiscard') }).click();
    await expect(question).toBeHidden();
    await expect(editor.source).not.toContainText('never saved');
    await page.goto('/user/drafts');
    await expect(page.getByText(text('drafts.discarded', { days: 7 }))).toBeVisible();
    await page
      .getByRole('link', { name: text('drafts.openNamed', { name: 'Retrieve an order' }) })
      .click();
    await expect(editor.source).toContainText('never saved');
    await editor.save();
    await expect(editor.saved).toBeVisible();
    await expect(editor.kept).toBeHidden();
    await page.goto('/user/drafts');
    await expect(page.getByText(text('drafts.emptyTitle'))).toBeVisible();
  });
});

test('logging out names what is unsaved on this device', async ({ page, site, text }) => {
  const { item_id, pages } = await makeDocuments(page, site);
  const editor = editorOn(page, text);
  await editor.open(item_id, pages.retrieve);
  await editor.append(' never saved');
  await expect(editor.kept).toBeVisible();
  page.on('dialog', (asked) => void asked.accept());
  await page.goto('/item/index');
  await page
    .getByRole('button', { name: text('shell.logOut'), exact: true })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: text('drafts.logoutTitle') });
  await expect(question.getByText('Retrieve an order')).toBeVisible();
  await question.getByRole('button', { name: text('drafts.logoutKeep') }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

test('one person edits at a time; the page is handed over when its editor agrees', async ({
  page,
  site,
  text,
  browser,
}) => {
  const { item_id, pages, call } = await makeDocuments(page, site);
  const context = await browser.newContext({ baseURL: site.url });
  const other = await context.newPage();
  const username = newName('tomas');
  await other.goto('/');
  await registerByCall(other, site, username);
  await call(calls.member.save, { item_id, username, member_group_id: 1 });
  const editor = editorOn(page, text);
  await editor.open(item_id, pages.retrieve);
  await expect(page.getByText(text('editor.lockedByYou'))).toBeVisible();
  await editor.append(' before handing over');

  await other.goto(`/page/edit/${item_id}/${pages.retrieve}`);
  await other.getByRole('button', { name: text('editor.askToLeave') }).click();
  await expect(
    other.getByText(text('editor.askWaiting', { name: 'X' }).split('X').at(-1) ?? ''),
  ).toBeVisible();

  // The holder hears of it within some 20 s, or at once when they come back to the tab.
  const yes = page.getByRole('button', { name: text('editor.askedYes') });
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(yes).toBeVisible({ timeout: 2000 });
  }).toPass();
  await yes.click();
  await expect(page.getByText(text('editor.locking', { name: username }))).toBeVisible();
  await other.getByRole('button', { name: text('editor.startEditing') }).click();
  const theirs = editorOn(other, text);
  await expect(theirs.source).toContainText('before handing over');

  await test.step('a save of the one who has lost the page is refused, the text stays', async () => {
    await editor.append(' too late');
    await editor.save();
    await expect(page.getByText(text('editor.refusedText'))).toBeVisible();
    await expect(page.getByRole('button', { name: text('editor.copyText') })).toBeVisible();
    await expect(editor.source).toContainText('too late');
  });
  await context.close();
});

test('the preview follows short pages, waits for long ones, and scrolls in step', async ({
  page,
  site,
  text,
}) => {
  const { item_id, pages } = await makeDocuments(page, site);
  const editor = editorOn(page, text);
  const preview = page.getByRole('region', { name: text('editor.preview') });
  await editor.open(item_id, pages.retrieve);
  await expect(preview.getByRole('heading', { name: 'Two' })).toBeVisible();
  await editor.append('\n\n## Three');
  await expect(preview.getByRole('heading', { name: 'Three' })).toBeVisible();

  const sections = Array.from({ length: 120 }, (_, at) => `\n\n## Part ${at}\n\nSome words here.`);
  await editor.append(sections.join(''));
  const refresh = preview.getByRole('button', { name: text('editor.refreshPreview') });
  await expect(refresh).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Part 119' })).toHaveCount(0);
  await refresh.click();
  await expect(preview.getByRole('heading', { name: 'Part 119' })).toBeAttached();

  await test.step('both ways', async () => {
    await editor.source.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(preview.getByRole('heading', { name: 'One', exact: true })).toBeInViewport();
    await page.keyboard.press('ControlOrMeta+End');
    await expect(preview.getByRole('heading', { name: 'Part 119' })).toBeInViewport();
    await preview.focus();
    await page.keyboard.press('Home');
    await expect(editor.source.getByText('## One')).toBeInViewport();
  });

  await test.step('each alone', async () => {
    const view = page.getByRole('radiogroup', { name: text('editor.view') });
    await view.getByText(text('editor.preview')).click();
    await expect(editor.source).toBeHidden();
    await view.getByText(text('editor.write')).click();
    await expect(preview).toBeHidden();
    await expect(editor.source).toBeVisible();
  });
});
