import { calls } from '@octavo/contract';
import { newUser, openDevice } from './browsers.ts';
import { editorPage, openEditor } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { createCaller, makeSampleItem } from './sample-item.ts';
import { tableEditor } from './table-editor.ts';

test('a draft is continued on another device, and no other user sees it', async ({
  page,
  site,
  text,
  browser,
  locale,
}) => {
  const opened = await openEditor(page, site, text);
  const { item_id, call, username, page_id, editor: here } = opened;
  await here.append(' from the desk');
  await expect(here.draftOnServer).toBeVisible();
  await expect(here.draftOnDevice).toBeHidden();

  await test.step('a colleague with the right to edit is offered nothing', async () => {
    const colleague = await newUser(browser, site, locale, 'tomas');
    const other = colleague.page;
    await call(calls.member.save, { item_id, username: colleague.username, member_group_id: 1 });
    expect(await colleague.call(calls.page.drafts, {})).toEqual([]);
    await other.goto(`/page/edit/${item_id}/${page_id}`);
    await expect(other.getByText(username).first()).toBeVisible();
    await expect(other.getByText('from the desk')).toHaveCount(0);
    await expect(other.getByRole('dialog')).toHaveCount(0);
    await other.goto('/user/drafts');
    await expect(other.getByText(text('drafts.emptyTitle'))).toBeVisible();
    await other.context().close();
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
  const { item_id, username, page_id, editor: here } = await openEditor(page, site, text);
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
  const { item_id, username, page_id, editor: here } = await openEditor(page, site, text);
  const offer = page.getByRole('dialog', { name: text('editor.draftTitle') });
  page.on('dialog', (asked) => void asked.accept());
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
