import { AxeBuilder } from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import type { Browser, Page } from '@playwright/test';
import { editorPage } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { createCaller, makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';
import { tableEditor } from './table-editor.ts';
import { PASSWORD, registerByApi, uniqueName } from './users.ts';

const PHONE = { width: 390, height: 844 };

/** Another device of the same user. */
async function openDevice(
  browser: Browser,
  site: Site,
  locale: string | undefined,
  username: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
  const device = await context.newPage();
  await createCaller(device.request, site)(calls.user.login, { username, password: PASSWORD });
  return device;
}

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

test('a draft is continued on another device, and no other user sees it', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const { item_id, pages, call, username } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  const here = editorPage(page, text);
  await here.open(item_id, page_id);
  await here.append(' from the desk');
  await expect(here.draftOnServer).toBeVisible();
  await expect(here.draftOnDevice).toBeHidden();

  await test.step('a colleague with the right to edit is offered nothing', async () => {
    const context = await browser.newContext({ baseURL: site.url, locale: locale ?? 'en-GB' });
    const other = await context.newPage();
    const colleague = uniqueName('tomas');
    await other.goto('/');
    await registerByApi(other, site, colleague);
    await call(calls.member.save, { item_id, username: colleague, member_group_id: 1 });
    expect(await createCaller(other.request, site)(calls.page.drafts, {})).toEqual([]);
    await other.goto(`/page/edit/${item_id}/${page_id}`);
    await expect(other.getByText(username).first()).toBeVisible();
    await expect(other.getByText('from the desk')).toHaveCount(0);
    await expect(other.getByRole('dialog')).toHaveCount(0);
    await other.goto('/user/drafts');
    await expect(other.getByText(text('drafts.emptyTitle'))).toBeVisible();
    await context.close();
  });

  const phone = await openDevice(browser, site, locale, username);
  const there = editorPage(phone, text);
  const offer = phone.getByRole('dialog', { name: text('editor.draftTitle') });

  await test.step('the other device offers it and continues it under its own id', async () => {
    await there.open(item_id, page_id);
    await expect(offer.getByText('from the desk').first()).toBeVisible();
    await offer.getByRole('button', { name: text('editor.draftRestore') }).click();
    await expect(there.source).toContainText('from the desk');
    await there.append(' and the phone');
    await expect(there.draftOnServer).toBeVisible();
    await expect
      .poll(async () => (await call(calls.page.drafts, {})).map((draft) => draft.revision))
      .toHaveLength(1);
  });

  await test.step('both devices type: two drafts, none is lost', async () => {
    await here.append(' again');
    await expect
      .poll(async () => {
        const drafts = await call(calls.page.drafts, {});
        const texts = drafts.map(({ draft_id }) => call(calls.page.draftById, { draft_id }));
        return (await Promise.all(texts)).map(({ page_content }) =>
          page_content.slice(page_content.indexOf(' from')),
        );
      })
      .toEqual([' from the desk again', ' from the desk and the phone']);
  });

  await test.step('the save removes the draft of its editor; the other one is merged', async () => {
    await there.save();
    await expect(there.saved).toBeVisible();
    await expect(there.draftSaved).toBeHidden();
    expect(await call(calls.page.drafts, {})).toHaveLength(1);
    await phone.context().close();
    await here.save();
    const merge = page.getByRole('region', { name: text('editor.mergeTitle') });
    await merge.getByRole('button', { name: text('editor.useBoth') }).click();
    await merge.getByRole('button', { name: text('editor.saveMerged') }).click();
    await expect(here.saved).toBeVisible();
    const { page_content } = await call(calls.page.info, { page_id });
    expect(page_content).toContain('from the desk again');
    expect(page_content).toContain('from the desk and the phone');
    await expect.poll(() => call(calls.page.drafts, {})).toEqual([]);
  });
});

test('a draft of an old version is merged, and a discarded one is not offered again', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const { item_id, pages, username } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  const here = editorPage(page, text);
  await here.open(item_id, page_id);
  await here.append(' from the desk');
  await expect(here.draftOnServer).toBeVisible();
  await page.close({ runBeforeUnload: false });
  const phone = await openDevice(browser, site, locale, username);
  const there = editorPage(phone, text);
  const device = createCaller(phone.request, site);
  const { page_content: before } = await device(calls.page.info, { page_id });
  await device(calls.page.save, { page_id, page_content: `Newer first line\n\n${before}` });
  await there.open(item_id, page_id);
  const offer = phone.getByRole('dialog', { name: text('editor.draftTitle') });
  await offer.getByRole('button', { name: text('editor.draftRestore') }).click();
  await expect(there.source).toContainText('from the desk');
  await expect(there.source).not.toContainText('Newer first line');
  await there.save();
  const merge = phone.getByRole('region', { name: text('editor.mergeTitle') });
  await expect(merge.getByRole('textbox', { name: text('editor.merged') })).toHaveValue(
    /^Newer first line[^]* from the desk$/,
  );
  await merge.getByRole('button', { name: text('editor.saveMerged') }).click();
  await expect(there.saved).toBeVisible();

  await there.append(' unwanted');
  await expect(there.draftOnServer).toBeVisible();
  const tablet = await openDevice(browser, site, locale, username);
  const dialog = tablet.getByRole('dialog', { name: text('editor.draftTitle') });
  await tablet.goto(`/page/edit/${item_id}/${page_id}`);
  await dialog.getByRole('button', { name: text('editor.draftDiscard') }).click();
  await expect.poll(() => device(calls.page.drafts, {})).toEqual([]);
  await tablet.goto('/user/drafts');
  await expect(tablet.getByText(text('drafts.discarded', { days: 7 }))).toBeVisible();
  await tablet.goto(`/page/edit/${item_id}/${page_id}`);
  await expect(editorPage(tablet, text).source).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('a draft that another device has saved is not offered again', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const { item_id, pages, username } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  const here = editorPage(page, text);
  const offer = page.getByRole('dialog', { name: text('editor.draftTitle') });
  page.on('dialog', (asked) => void asked.accept());
  await here.open(item_id, page_id);
  await here.append(' from the desk');
  await expect(here.draftOnServer).toBeVisible();
  await page.goto('/item/index');

  const phone = await openDevice(browser, site, locale, username);
  const there = editorPage(phone, text);
  await there.open(item_id, page_id);
  await phone
    .getByRole('dialog', { name: text('editor.draftTitle') })
    .getByRole('button', { name: text('editor.draftRestore') })
    .click();
  await there.append(' and the phone');
  await there.save();
  await expect(there.saved).toBeVisible();
  await phone.context().close();

  await here.open(item_id, page_id);
  await expect(here.source).toContainText('from the desk and the phone');
  await expect(offer).toHaveCount(0);
  await page.goto('/user/drafts');
  await expect(page.getByText(text('drafts.discarded', { days: 7 }))).toBeVisible();
});

test('full storage on the device: the newer text of the server is offered and cannot be discarded', async ({
  page,
  site,
  text,
}) => {
  const { item_id, pages } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  const editor = editorPage(page, text);
  page.on('dialog', (asked) => void asked.accept());
  const fillStorage = () =>
    page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
  await editor.open(item_id, page_id);
  await editor.append(' first');
  await expect(editor.draftOnServer).toBeVisible();
  await fillStorage();
  await editor.append(' second');
  await expect
    .poll(async () => {
      const rows = await site.query<{ page_content: string }>(
        'select page_content from page_draft where page_id = $1',
        [page_id],
      );
      return rows.map(({ page_content }) => page_content.includes('first second'));
    })
    .toEqual([true]);
  await page.goto('/item/index');

  await page.goto(`/page/edit/${item_id}/${page_id}`);
  const offer = page.getByRole('dialog', { name: text('editor.draftTitle') });
  await expect(offer.getByText('first second').first()).toBeVisible();
  await fillStorage();
  await offer.getByRole('button', { name: text('editor.draftDiscard') }).click();
  await expect(page.getByText(text('editor.draftNotDiscarded'))).toBeVisible();
  await page.reload();
  await offer.getByRole('button', { name: text('editor.draftRestore') }).click();
  await expect(editor.source).toContainText('first second');
});

test('a new page and a table are continued on another device', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const { item_id, call, username } = await makeSampleItem(page, site);
  const here = editorPage(page, text);
  await here.open(item_id, 0);
  await here.title.fill('Written on a train');
  await here.append('First words of a new page');
  await expect(here.draftOnServer).toBeVisible();

  await test.step('from the list of drafts', async () => {
    const device = await openDevice(browser, site, locale, username);
    const there = editorPage(device, text);
    await device.goto('/user/drafts');
    await expect(device.getByText(text('drafts.deviceOnly'))).toHaveCount(0);
    await device
      .getByRole('link', { name: text('drafts.openNamed', { name: 'Written on a train' }) })
      .click();
    await expect(there.source).toContainText('First words of a new page');
    await expect(there.title).toHaveValue('Written on a train');
    await there.save();
    await expect(there.saved).toBeVisible();
    await expect.poll(() => call(calls.page.drafts, {})).toEqual([]);
    await device.context().close();
  });

  await test.step('a table', async () => {
    await page.goto(`/page/edit/${item_id}/0?page_type=1`);
    const table = tableEditor(page);
    await table.select(0, 0);
    await page.keyboard.type('cell of the desk');
    await page.keyboard.press('Enter');
    await expect(here.draftOnServer).toBeVisible();
    const device = await openDevice(browser, site, locale, username);
    await device.goto(`/page/edit/${item_id}/0?page_type=1`);
    const offer = device.getByRole('dialog', { name: text('editor.draftTitle') });
    await expect(offer.getByText('cell of the desk').first()).toBeVisible();
    await offer.getByRole('button', { name: text('editor.draftRestore') }).click();
    await expect(tableEditor(device).grid).toBeVisible();
    await device.getByRole('button', { name: text('editor.save'), exact: true }).click();
    await expect(editorPage(device, text).saved).toBeVisible();
    const rows = await site.query<{ page_content: string }>(
      'select page_content from page join page_body using (page_id) where page.item_id = $1 and page_type = 1',
      [item_id],
    );
    expect(rows.map(({ page_content }) => page_content).join('')).toContain('cell of the desk');
  });
});

test('without the server or the session the draft stays on the device and is sent later', async ({
  page,
  site,
  text,
  context,
}) => {
  const { item_id, pages, call, username } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  await editor.open(item_id, pages.retrieve);

  await test.step('offline', async () => {
    await context.setOffline(true);
    await editor.append(' offline');
    await expect(editor.draftOnDevice).toHaveCSS('color', await warningColor(page));
    await context.setOffline(false);
    await expect(editor.draftOnServer).toBeVisible();
  });

  await test.step('an expired session opens no dialog; the draft follows after the login', async () => {
    await context.clearCookies();
    await editor.append(' and without a session');
    await expect(editor.draftOnDevice).toHaveCSS('color', await warningColor(page));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await call(calls.user.login, { username, password: PASSWORD });
    // The next attempt is up to 30 s later; being online again is one too.
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(editor.draftOnServer).toBeVisible();
  });

  await test.step('another user of the same browser neither gets nor sees it', async () => {
    const before = await site.query(
      'select uid, revision from page_draft where closed_time is null',
    );
    await context.clearCookies();
    const next = uniqueName('tomas');
    const other = await context.newPage();
    await other.goto('/');
    await registerByApi(other, site, next);
    await page.bringToFront();
    await editor.append(' after the change of users');
    await expect(editor.draftOnDevice).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(editor.draftOnDevice).toBeVisible();
    await other.goto('/user/drafts');
    await expect(other.getByText(text('drafts.emptyTitle'))).toBeVisible();
    expect(
      await site.query('select uid, revision from page_draft where closed_time is null'),
    ).toEqual(before);
  });
});

const warningColor = (page: Page) =>
  page.evaluate(() => {
    const probe = document.createElement('span');
    probe.style.color = 'var(--warn)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

test('a version note by keyboard; a failed save keeps the note and shows the reason', async ({
  page,
  site,
  text,
}) => {
  const { item_id, pages, call } = await makeSampleItem(page, site);
  const page_id = pages.retrieve;
  const editor = editorPage(page, text);
  await editor.open(item_id, page_id);
  await editor.append('\nA line with a note');
  const popover = editor.savePopover;
  const note = popover.getByRole('textbox', { name: text('editor.note') });

  await test.step('Esc closes it and keeps the note', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+s');
    await expect(note).toBeFocused();
    await page.keyboard.type('Added a');
    // A tab cannot be stored in a note.
    await page.keyboard.insertText('\tline');
    await expect(popover).toContainText('+2');
    await expect(popover).toContainText('−1');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(popover).toBeHidden();
    await expect(editor.source).toBeFocused();
    await editor.saveOptions.press('Enter');
    await expect(note).toHaveValue('Added a line');
  });

  await test.step('the changes', async () => {
    await popover.getByRole('button', { name: text('editor.seeChanges') }).click();
    const changes = page.getByRole('dialog', { name: text('editor.changesTitle') });
    await expect(changes.getByText('A line with a note').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(changes).toBeHidden();
    await expect(note).toHaveValue('Added a line');
  });

  await test.step('a rejected save leaves it open', async () => {
    const reason = 'This item is archived and cannot be changed';
    await page.route(`**${calls.page.save.path}`, (route) =>
      route.fulfill({ json: { error_code: 10605, error_message: reason, data: null } }),
    );
    await note.press('ControlOrMeta+Enter');
    await expect(popover.getByText(reason)).toBeVisible();
    await page.unroute(`**${calls.page.save.path}`);
    await note.press('ControlOrMeta+Enter');
    await expect(popover).toBeHidden();
    await expect(editor.saved).toBeVisible();
    expect((await call(calls.page.info, { page_id })).page_comments).toBe('Added a line');
    await page.getByRole('button', { name: text('editor.history') }).click();
    const drawer = page.getByRole('dialog', { name: text('reader.versions') });
    await expect(drawer.getByText('Added a line')).toBeVisible();
    await drawer.getByRole('button', { name: text('shell.close') }).click();
  });

  await test.step('Ctrl+S saves at once, and the note was for one version', async () => {
    await editor.append(' and more');
    await editor.save();
    await expect(editor.draftSaved).toBeHidden();
    const [version] = await call(calls.page.history, { page_id, content: false });
    expect(version?.page_comments).toBe('Added a line');
    expect((await call(calls.page.info, { page_id })).page_comments).toBe('');
  });

  await test.step('a new title alone changes no line', async () => {
    await editor.title.fill('Retrieve one order');
    await page.keyboard.press('ControlOrMeta+Shift+s');
    await expect(popover.getByText(text('editor.sameText'))).toBeVisible();
    await note.press('ControlOrMeta+Enter');
    await expect(popover).toBeHidden();
    await expect(editor.title).toBeFocused();
  });
});

test('save and leave by mouse, also of a new page; a template from the options', async ({
  page,
  site,
  text,
}) => {
  const { item_id, pages, call } = await makeSampleItem(page, site);
  const editor = editorPage(page, text);
  await editor.open(item_id, pages.retrieve);
  await editor.append(' before leaving');
  await editor.saveOptions.click();
  await expect(editor.savePopover).toBeVisible();
  await page.mouse.click(300, 500);
  await expect(editor.savePopover).toBeHidden();
  await editor.saveOptions.click();
  await editor.savePopover.getByRole('button', { name: text('tools.saveAsTemplate') }).click();
  const template = page.getByRole('dialog', { name: text('tools.saveAsTemplate') });
  await template.getByRole('button', { name: text('tools.saveTemplate') }).click();
  await expect(template).toBeHidden();
  expect(await call(calls.template.getList, {})).toHaveLength(1);
  await editor.saveOptions.click();
  await editor.savePopover.getByRole('button', { name: text('editor.saveAndLeave') }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/page/edit'));
  await expect(page.getByText('before leaving').first()).toBeVisible();

  await editor.open(item_id, 0);
  await editor.title.fill('Left at once');
  await editor.append('New text');
  await editor.saveOptions.click();
  await editor.savePopover.getByRole('textbox').fill('First version');
  await editor.savePopover.getByRole('button', { name: text('editor.saveAndLeave') }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/page/edit'));
  await expect(page.getByRole('heading', { name: 'Left at once' }).first()).toBeVisible();
  const rows = await site.query<{ page_comments: string }>(
    'select page_comments from page where page_title = $1',
    ['Left at once'],
  );
  expect(rows).toEqual([{ page_comments: 'First version' }]);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('the save options are a sheet', async ({ page, site, text }) => {
    const { item_id, pages, call } = await makeSampleItem(page, site);
    const editor = editorPage(page, text);
    await editor.open(item_id, pages.retrieve);
    await editor.append(' by thumb');
    await editor.saveOptions.tap();
    const box = await editor.savePopover.boundingBox();
    expect(box?.width).toBe(PHONE.width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(PHONE.height);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await editor.savePopover.getByRole('textbox').fill('On the way');
    await editor.savePopover.getByRole('button', { name: text('editor.seeChanges') }).tap();
    const changes = page.getByRole('dialog', { name: text('editor.changesTitle') });
    await expect(changes.getByText('by thumb').first()).toBeVisible();
    await changes.getByRole('button', { name: text('shell.close') }).tap();
    await editor.savePopover.getByRole('button', { name: text('editor.save'), exact: true }).tap();
    await expect(editor.savePopover).toBeHidden();
    const page_id = pages.retrieve;
    await expect
      .poll(async () => (await call(calls.page.info, { page_id })).page_comments)
      .toBe('On the way');
  });
});
