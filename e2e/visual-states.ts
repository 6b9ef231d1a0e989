import { randomUUID } from 'node:crypto';
import { calls } from '@octavo/contract';
import type { Page } from '@playwright/test';
import { editorPage } from './editor-page.ts';
import { PDF, PNG_PIXEL } from './files.ts';
import { expect, type Translate } from './fixtures.ts';
import { LIVE_TEXT, livePage } from './live-page.ts';
import type { Site } from './site.ts';
import { editableTree, makeTree, row } from './tree-page.ts';
import { makeUsers } from './visual-screens.ts';

/** What a screen shows after some input: a menu, a dialog or a mode. */
export type StateMap = Readonly<Record<string, () => Promise<void>>>;

const FILES = { 'order-states.png': PNG_PIXEL, 'prices.pdf': PDF, '说明.txt': Buffer.from('a') };

/** States of the tree, the editor, the home column and the attachments, in an item of their own. */
export async function writingStates(
  page: Page,
  site: Site,
  text: Translate,
  isPhone: boolean,
): Promise<StateMap> {
  const { call, item_id, item_domain, pages } = await makeTree(page, site);
  await call(calls.item.add, { item_name: 'Harbor Archive' });
  await call(calls.page.save, { page_id: pages.retrieve, page_content: LIVE_TEXT });
  const [member] = await makeUsers(site);
  await call(calls.member.save, { item_id, username: [member ?? ''], member_group_id: 1 });
  await call(calls.favourite.add, { item_id });
  await call(calls.favourite.add, { page_id: pages.create });
  await call(calls.page.saveDraft, {
    uid: (await call(calls.user.info, {})).uid,
    draft_id: randomUUID(),
    revision: 1,
    item_id,
    page_id: pages.refund,
    page_title: 'Refund a payment',
    page_content: 'A refund is paid within five days.',
  });
  const { path, file } = calls.page.upload;
  for (const [name, buffer] of Object.entries(FILES))
    await page.request.post(site.url + path, {
      headers: { origin: site.url },
      multipart: {
        page_id: String(pages.create),
        [file]: { name, mimeType: 'application/octet-stream', buffer },
      },
    });

  const editor = editorPage(page, text);
  const live = livePage(page, text);
  const press = (key: string) => page.keyboard.press(key);
  async function openTree(): Promise<void> {
    await page.goto(`/${item_domain}/${pages.create}`);
    if (isPhone) await page.getByRole('button', { name: text('reader.openMenu') }).click();
    await editableTree(page).waitFor();
  }
  async function openMenu(): Promise<void> {
    await openTree();
    await row(page, 'POST Create an order').focus();
    await press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: text('tree.rename') })).toBeVisible();
  }
  /** Opens a page of its own, since the drafts of other states are offered again. */
  async function openEditor(): Promise<void> {
    const { page_id } = await call(calls.page.save, {
      item_id,
      page_title: 'Cancel an order',
      page_content: '## Cancel an order\n\nAn order can be cancelled until it is shipped.',
    });
    await editor.open(item_id, page_id);
  }
  /** Types the beginning of an insert menu on a new line. */
  async function type(words: string): Promise<void> {
    await openEditor();
    await editor.source.focus();
    await press('ControlOrMeta+End');
    await press('Enter');
    await press('Enter');
    await page.keyboard.type(words);
    await expect(page.getByRole('listbox')).toBeVisible();
  }
  return {
    tree: openTree,
    'tree-menu': openMenu,
    async 'tree-rename'() {
      await openTree();
      await row(page, 'POST Create an order').focus();
      await press('F2');
      await expect(page.getByRole('textbox', { name: text('tree.pageTitle') })).toBeFocused();
    },
    async 'tree-move'() {
      await openMenu();
      await page.getByRole('menuitem', { name: text('tree.moveRows') }).click();
      await expect(page.getByRole('dialog').getByRole('treeitem').first()).toBeVisible();
    },
    'insert-menu': () => type('/'),
    'insert-link': () => type('[['),
    'insert-mention': () => type('@tom'),
    async 'save-note'() {
      await openEditor();
      await editor.append('\n\nA refund follows within five days.');
      await editor.saveOptions.click();
      await expect(editor.savePopover).toBeVisible();
    },
    async live() {
      await editor.open(item_id, pages.retrieve);
      await live.choose('live');
      await expect(live.table.getByRole('cell', { name: 'string' }).first()).toBeVisible();
    },
    async home() {
      // On phones the column is tabs.
      await page.goto(isPhone ? '/item/index?tab=favourites' : '/item/index');
      await expect(page.getByText('Create an order').first()).toBeVisible();
    },
    async 'page-attachments'() {
      await page.goto(`/${item_domain}/${pages.create}`);
      await page
        .getByRole('button', { name: text('reader.attachments', { count: 3 }) })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByText('prices.pdf')).toBeVisible();
    },
  };
}
