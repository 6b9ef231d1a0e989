import { calls } from '@octavo/contract';
import { openEditor } from './editor-page.ts';
import { expect, test } from './fixtures.ts';

const PHONE = { width: 390, height: 844 };

test('a version note by keyboard; a failed save keeps the note and shows the reason', async ({
  page,
  site,
  text,
}) => {
  const { call, page_id, editor } = await openEditor(page, site, text);
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
    await editor.expectAccessible();
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
  const { item_id, call, editor } = await openEditor(page, site, text);
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
    const { call, page_id, editor } = await openEditor(page, site, text);
    await editor.append(' by thumb');
    await editor.saveOptions.tap();
    const box = await editor.savePopover.boundingBox();
    expect(box?.width).toBe(PHONE.width);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(PHONE.height);
    await editor.expectAccessible();
    await editor.savePopover.getByRole('textbox').fill('On the way');
    await editor.savePopover.getByRole('button', { name: text('editor.seeChanges') }).tap();
    const changes = page.getByRole('dialog', { name: text('editor.changesTitle') });
    await expect(changes.getByText('by thumb').first()).toBeVisible();
    await changes.getByRole('button', { name: text('shell.close') }).tap();
    await editor.savePopover.getByRole('button', { name: text('editor.save'), exact: true }).tap();
    await expect(editor.savePopover).toBeHidden();
    await expect
      .poll(async () => (await call(calls.page.info, { page_id })).page_comments)
      .toBe('On the way');
  });
});
