import { AxeBuilder } from '@axe-core/playwright';
import { calls } from '@octavo/contract';
import { expect, test } from './fixtures.ts';
import { DESKTOP, title, waitForHydration } from './reader-page.ts';
import { makeSampleItem } from './sample-item.ts';

test.use({ viewport: DESKTOP });

test('a page is shared by a single-page link until it is cancelled', async ({
  page,
  browser,
  site,
  text,
}) => {
  const { item_domain, pages } = await makeSampleItem(page, site);
  await page.goto(`/${item_domain}/${pages.create}`);
  await waitForHydration(page);
  await page.getByRole('button', { name: text('reader.share') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(text('reader.itemAddress'))).toHaveValue(
    `${site.url}/${item_domain}`,
  );
  await expect(dialog.getByRole('img')).toHaveJSProperty('complete', true);
  await dialog.getByRole('switch', { name: text('reader.singlePage') }).click();
  const address = await dialog
    .getByRole('textbox', { name: text('reader.singlePage') })
    .inputValue();
  expect(address).toMatch(/\/p\/[0-9a-f]{32}$/);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(address);
  await expect(title(stranger, 'Create an order')).toBeVisible();
  await expect(stranger.getByRole('tree')).toHaveCount(0);
  await expect(stranger.getByText('Harbor Commerce API')).toHaveCount(0);

  await dialog.getByRole('switch', { name: text('reader.singlePage') }).click();
  await expect(dialog.getByText(text('reader.singlePageHelp'))).toBeVisible();
  await dialog.getByRole('button', { name: text('reader.confirm') }).click();
  await expect(dialog).toHaveCount(0);
  const answer = await stranger.reload();
  expect(answer?.status()).toBe(404);
  await stranger.context().close();
});

test('an editor views the history, restores a version and deletes a page', async ({
  page,
  site,
  text,
}) => {
  const { item_id, item_domain, pages, call } = await makeSampleItem(page, site);
  const page_content = 'Quite another text.';
  await call(calls.page.save, { page_id: pages.retrieve, page_content });
  await page.goto(`/${item_domain}/${pages.retrieve}`);
  await expect(page.getByText('Quite another text.')).toBeVisible();
  const operation = (name: string) =>
    page.getByRole('banner').getByRole('button', { name, exact: true });

  await test.step('the history links to the comparison and stores a comment', async () => {
    await operation(text('reader.history')).click();
    const drawer = page.getByRole('dialog', { name: text('reader.versions') });
    await expect(drawer.getByText(text('reader.versionsFoot', { count: 20 }))).toBeVisible();
    const version = drawer.getByRole('listitem').nth(1);
    await version.hover();
    await expect(version.getByRole('link', { name: text('reader.compare') })).toHaveAttribute(
      'href',
      new RegExp(`^/page/diff/${pages.retrieve}/\\d+$`),
    );
    await version.getByRole('button', { name: text('reader.editComment') }).click();
    await version.getByLabel(text('reader.comment')).fill('Before the change');
    await page.keyboard.press('Enter');
    await expect(drawer.getByText('Before the change')).toBeVisible();
    // Outside the open dialog the mask would cover it.
    await expect(drawer.getByText(text('reader.commentSaved'))).toBeVisible();
    // Seconds distinguish two versions of the same minute.
    await expect(version.locator('time')).toHaveText(/ \d\d:\d\d:\d\d$/);
    await version.hover();
    await version.getByRole('button', { name: text('reader.restore') }).click();
    const confirm = page.getByRole('dialog').last();
    await confirm.getByRole('button', { name: text('reader.restore') }).click();
    await expect(page.getByText(text('reader.restored'))).toBeVisible();
    await expect(page.getByText('Text with stock.')).toBeVisible();
  });

  await test.step('a comparison marks insertions and deletions, and links to other versions', async () => {
    const [restored, first] = await call(calls.page.history, {
      page_id: pages.retrieve,
      content: false,
    });
    await page.goto(`/page/diff/${pages.retrieve}/${restored?.page_history_id}`);
    const current = page.getByLabel(text('diff.currentText'));
    const former = page.getByLabel(text('diff.versionText'));
    await expect(current.getByRole('insertion').first()).toContainText('## One');
    await expect(current.getByRole('deletion')).toHaveCount(0);
    await expect(former.getByRole('deletion').first()).toContainText('Quite another text.');
    await expect(former.getByRole('insertion')).toHaveCount(0);

    await page.getByRole('button', { name: text('reader.editComment') }).click();
    await page.getByLabel(text('reader.comment')).fill('Too short');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/“Too short”/).first()).toBeVisible();

    await page.getByRole('button', { name: text('diff.otherVersions') }).click();
    await page.getByRole('menuitem', { name: 'Before the change' }).click();
    await page.waitForURL(`**/page/diff/${pages.retrieve}/${first?.page_history_id}`);
    await expect(page.getByText(text('diff.same'))).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.goto(`/${item_domain}/${pages.retrieve}`);
  });

  await test.step('the page information', async () => {
    await operation(text('reader.pageInfo')).click();
    const drawer = page.getByRole('dialog', { name: text('reader.pageInfo') });
    await expect(drawer.getByText(String(pages.retrieve), { exact: true })).toBeVisible();
    await expect(drawer.getByText('Orders')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(operation(text('reader.pageInfo'))).toBeFocused();
  });

  await test.step('a new page is created in the open catalog', async () => {
    await page.getByRole('treeitem', { name: 'Payments' }).click();
    await page
      .getByRole('banner')
      .getByRole('link', { name: text('reader.newPage'), exact: true })
      .click();
    const catalog = page.getByRole('combobox', { name: text('editor.catalog') });
    await expect(catalog).toHaveValue('Payments');
    await page.goto(`/${item_domain}/${pages.retrieve}`);
  });

  await test.step('delete asks for confirmation, then shows the next page', async () => {
    await operation(text('reader.deletePage')).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: text('shell.cancel') })).toBeFocused();
    await dialog.getByRole('button', { name: text('reader.deletePage') }).click();
    await expect(page.getByText(text('reader.deleted'))).toBeVisible();
    await expect(title(page, 'Capture a payment')).toBeVisible();
    await expect(page.getByRole('treeitem', { name: 'Retrieve an order' })).toHaveCount(0);
  });

  await test.step('Ctrl+E opens the editor', async () => {
    await page.keyboard.press('Control+e');
    await page.waitForURL(`**/page/edit/${item_id}/${pages.capture}`);
  });
});
