import { editorPage } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { makeSampleItem } from './sample-item.ts';

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
