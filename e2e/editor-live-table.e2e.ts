import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { compose, editorPage } from './editor-page.ts';
import type { TextKey } from '@octavo/texts/translate';
import { expect, test, type Translate } from './fixtures.ts';
import { chooseByKeys, tabTo } from './input.ts';
import { createCaller, makeSampleItem } from './sample-item.ts';
import type { Site } from './site.ts';

const TABLE = `| Name | Type |
|:--|:--|
| port | \`a\\|b\` |
|tight|last|`;
const PAGE = `Before.\n\n${TABLE}\n\nAfter.`;

/** A page with a table, in Live mode. */
async function openTable(page: Page, site: Site, text: Translate, content = PAGE) {
  const { item_id } = await makeSampleItem(page, site);
  const call = createCaller(page.request, site);
  const { page_id } = await call(calls.page.save, {
    item_id,
    cat_id: 0,
    page_title: 'Table',
    page_content: content,
  });
  const editor = editorPage(page, text);
  await editor.open(item_id, page_id);
  const view = page.getByRole('radiogroup', { name: text('editor.view') });
  const table = editor.source.getByRole('group', { name: text('live.table'), exact: true });
  await view.getByText(text('editor.live'), { exact: true }).click();
  await expect(table.getByRole('table')).toBeVisible();
  const contentOf = async () => (await call(calls.page.info, { page_id })).page_content;
  return {
    ...editor,
    call,
    item_id,
    page_id,
    table,
    cell: (name: string) => table.getByRole('cell', { name, exact: true }),
    /** The field of a cell by its name for screen readers. */
    field: (column: string, row: number) =>
      table.getByRole('textbox', { name: text('live.cell', { column, row }), exact: true }),
    header: (column: string) =>
      table.getByRole('textbox', { name: text('live.headerCell', { column }), exact: true }),
    line: (words: string) => editor.source.locator('.cm-line').filter({ hasText: words }),
    menuEntry: (name: string) => page.getByRole('menuitem', { name, exact: true }),
    async expectSaved(expected: string) {
      await editor.save();
      await expect.poll(contentOf).toBe(expected);
    },
    async expectAccessible() {
      const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]');
      const { violations } = await axe.analyze();
      expect(violations).toEqual([]);
    },
  };
}

const SORTED = '| a | b |\n|--|--|\n| 2 | x |\n| 1 | y |\n\nAfter.';
type TableEntry = Extract<TextKey, `table.${string}`>;

/** Sorts, adds, moves and deletes rows and columns; `choose` picks an entry of the menu of the row or the column. */
async function changeTable(
  live: Awaited<ReturnType<typeof openTable>>,
  choose: (kind: 'row' | 'column', entry: TableEntry) => Promise<void>,
): Promise<void> {
  await live.expectSaved(SORTED);
  await choose('column', 'table.sortAscending');
  await live.expectSaved('| a | b |\n|--|--|\n| 1 | y |\n| 2 | x |\n\nAfter.');
  await choose('column', 'table.sortDescending');
  await live.expectSaved(SORTED);
  await choose('row', 'table.moveDown');
  await live.expectSaved('| a | b |\n|--|--|\n| 1 | y |\n| 2 | x |\n\nAfter.');
  await choose('row', 'table.moveUp');
  await choose('row', 'table.insertBelow');
  await live.expectSaved('| a | b |\n|--|--|\n| 2 | x |\n|  |  |\n| 1 | y |\n\nAfter.');
  await choose('row', 'table.deleteRow');
  await choose('column', 'table.moveRight');
  await live.expectSaved('| b | a |\n|--|--|\n| x | 2 |\n| y | 1 |\n\nAfter.');
  await choose('column', 'table.moveLeft');
  await choose('column', 'table.insertRight');
  await live.expectSaved('| a |  | b |\n|--| --- |--|\n| 2 |  | x |\n| 1 |  | y |\n\nAfter.');
  await choose('column', 'table.deleteColumn');
  await live.expectSaved(SORTED);
}

const withTable = (table: string) => PAGE.replace(TABLE, table);

test('cells of a drawn table are edited in place', async ({ page, site, text }) => {
  const live = await openTable(page, site, text);

  await test.step('typing changes only the cell, also with bars and line breaks', async () => {
    await live.cell('port').click();
    await expect(live.field('Name', 1)).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' no|x');
    await expect(live.field('Name', 1)).toHaveValue('port no\\|x');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await expect(live.field('Name', 1)).toHaveValue('port no\\|x<br>two');
    await live.expectAccessible();
    await live.expectSaved(withTable(TABLE.replace('| port |', '| port no\\|x<br>two |')));
    await expect(live.field('Name', 1)).toBeFocused();
  });

  await test.step('undo and redo', async () => {
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ControlOrMeta+z');
    await expect(live.field('Name', 1)).toHaveValue('port');
    await expect(live.field('Name', 1)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+y');
    await expect(live.field('Name', 1)).not.toHaveValue('port');
    await page.keyboard.press('ControlOrMeta+z');
    await live.expectSaved(PAGE);
  });

  await test.step('Tab and Enter go to cells and add rows', async () => {
    await page.keyboard.press('Tab');
    await expect(live.field('Type', 1)).toBeFocused();
    await expect(live.field('Type', 1)).toHaveValue('`a\\|b`');
    await page.keyboard.press('Tab');
    await expect(live.field('Name', 2)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(live.field('Type', 1)).toBeFocused();
    await expect(live.cell('tight')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(live.field('Type', 2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(live.field('Type', 3)).toBeFocused();
    await page.keyboard.type('below');
    await page.keyboard.press('Tab');
    await expect(live.field('Name', 4)).toBeFocused();
    await page.keyboard.type('**four**');
    await page.keyboard.press('Shift+Tab');
    await expect(live.table.locator('strong')).toHaveText('four');
    await live.expectSaved(withTable(`${TABLE}\n|  | below |\n| **four** |  |`));
  });

  await test.step('arrow keys and Escape leave the table', async () => {
    await live.cell('port').click();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await expect(live.header('Name')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(live.source).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(live.header('Name')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await expect(live.header('Type')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(live.source).toBeFocused();
    await expect(live.table.getByRole('textbox')).toHaveCount(0);
    await page.keyboard.type('x');
    await live.expectSaved(
      withTable(`${TABLE}\n|  | below |\n| **four** |  |`).replace('\n\nAfter', '\nx\nAfter'),
    );
  });
});

test('text and cells are pasted into a cell', async ({ page, site, text }) => {
  const live = await openTable(page, site, text);
  const paste = (plain: string, html = '') =>
    page.evaluate(
      (data) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', data.plain);
        if (data.html !== '') clipboardData.setData('text/html', data.html);
        const event = new ClipboardEvent('paste', {
          clipboardData,
          bubbles: true,
          cancelable: true,
        });
        const target = document.activeElement as HTMLTextAreaElement;
        // The browser inserts what no listener handles.
        if (target.dispatchEvent(event)) document.execCommand('insertText', false, data.plain);
      },
      { plain, html },
    );
  await live.cell('port').click();
  await page.keyboard.press('End');
  await paste(' a|b');
  await expect(live.field('Name', 1)).toHaveValue('port a\\|b');
  await paste('one\ntwo');
  await expect(live.field('Name', 1)).toHaveValue('port a\\|bone<br>two');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('Tab');
  await paste('1\t2\n3\t4\n5\t6');
  await expect(live.cell('6')).toBeVisible();
  await live.expectSaved(
    withTable(
      '| Name | Type |  |\n|:--|:--| --- |\n| port a\\|b | 1 | 2 |\n|tight| 3 | 4 |\n|  | 5 | 6 |',
    ),
  );
});

test('an input method composes in a cell', async ({ page, site, text }) => {
  const live = await openTable(page, site, text, 'a | b\n--|--\n1 | 2');
  const cdp = await page.context().newCDPSession(page);
  await live.cell('2').click();
  await expect(live.field('b', 1)).toBeFocused();
  await page.keyboard.press('End');
  await page.evaluate(() => {
    const counts = { starts: 0, ends: 0 };
    Object.assign(globalThis, { counts });
    addEventListener('compositionstart', () => (counts.starts += 1), { capture: true });
    addEventListener('compositionend', () => (counts.ends += 1), { capture: true });
  });
  await compose(cdp, 'zhongwen', '中文');
  await expect(live.field('b', 1)).toHaveValue('2中文');
  await page.keyboard.press('Tab');
  await compose(cdp, 'biao', '表');
  await expect(live.field('a', 2)).toHaveValue('表');
  await live.expectSaved('a | b\n--|--\n1 | 2中文\n| 表 |  |');
  const counts = await page.evaluate(
    () => (globalThis as unknown as { counts: { starts: number; ends: number } }).counts,
  );
  expect(counts).toEqual({ starts: 2, ends: 2 });
});

test('rows and columns of a drawn table', async ({ page, site, text }) => {
  const live = await openTable(page, site, text);
  const addRow = live.table.getByRole('button', { name: text('live.addRow') });
  const addColumn = live.table.getByRole('button', { name: text('live.addColumn') });

  await test.step('the bars add a row and a column', async () => {
    await addRow.click();
    await expect(live.field('Name', 3)).toBeFocused();
    await page.keyboard.type('new');
    await addColumn.click();
    await expect(live.header(text('live.column', { number: 3 }))).toBeFocused();
    await page.keyboard.type('Note');
    await live.expectSaved(
      withTable(
        '| Name | Type | Note |\n|:--|:--| --- |\n| port | `a\\|b` |  |\n|tight|last|  |\n| new |  |  |',
      ),
    );
  });

  await test.step('the handles and their menus', async () => {
    await live.cell('tight').click();
    const handle = page.getByRole('button', { name: text('table.row') });
    const row = await live.table.getByRole('row').nth(2).boundingBox();
    const box = await handle.boundingBox();
    expect(Math.abs((box?.y ?? 0) - (row?.y ?? 0))).toBeLessThan(row?.height ?? 0);
    await handle.click();
    await live.menuEntry(text('table.deleteRow')).click();
    await expect(live.cell('tight')).toHaveCount(0);
    await expect(live.field('Name', 2)).toBeFocused();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(live.field('Name', 1)).toHaveValue('new');
    await live.expectSaved(
      withTable('| Name | Type | Note |\n|:--|:--| --- |\n| new |  |  |\n| port | `a\\|b` |  |'),
    );
  });

  await test.step('the block menu shows the source', async () => {
    await page.keyboard.press('Alt+Enter');
    await live.menuEntry(text('live.showSource')).click();
    await expect(live.line('| port | `a\\|b` |')).toBeVisible();
    await expect(live.source).toBeFocused();
    await page.keyboard.press('Alt+Enter');
    await live.menuEntry(text('live.showTable')).click();
    await expect(live.field('Name', 1)).toBeFocused();
    await page.keyboard.press('Alt+Enter');
    await live.menuEntry(text('live.showSource')).click();
    await expect(live.line('| port | `a\\|b` |')).toBeVisible();
    await expect(live.source).toBeFocused();
    await page.keyboard.press('ControlOrMeta+End');
    await expect(live.cell('port')).toBeVisible();
  });

  await test.step('an insert menu opens in a cell', async () => {
    await live.cell('new').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' :smil');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(live.field('Name', 1)).not.toHaveValue(/:smil/);
    await expect(live.field('Name', 1)).toBeFocused();
  });
});

test('the menus of the handles of a drawn table', async ({ page, site, text }) => {
  const live = await openTable(page, site, text, SORTED);
  await live.cell('2').click();
  await changeTable(live, async (kind, entry) => {
    await page.getByRole('button', { name: text(`table.${kind}`) }).click();
    await live.menuEntry(text(entry)).click();
  });
});

test('the menu at the cursor of a drawn table', async ({ page, site, text }) => {
  const live = await openTable(page, site, text, SORTED);
  await tabTo(page, live.header('a'));
  await page.keyboard.press('ArrowDown');
  await expect(live.field('a', 1)).toBeFocused();
  await changeTable(live, async (_kind, entry) => {
    await page.keyboard.press('Shift+F10');
    await chooseByKeys(page, live.menuEntry(text(entry)));
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rows and columns of a drawn table by touch', async ({ page, site, text }) => {
    const live = await openTable(page, site, text, SORTED);
    await live.cell('2').tap();
    await changeTable(live, async (kind, entry) => {
      await page.getByRole('button', { name: text(`table.${kind}`) }).tap();
      await live.menuEntry(text(entry)).tap();
    });
    await live.table.getByRole('button', { name: text('live.addColumn') }).tap();
    await expect(live.header(text('live.column', { number: 3 }))).toBeFocused();
  });

  test('cells are edited by touch', async ({ page, site, text }) => {
    const live = await openTable(
      page,
      site,
      text,
      '|Name|Type|Required|\n|--|--|--|\n|id|string|Yes|\n|key|||\n\nAfter.',
    );
    await live.table.getByRole('cell', { name: 'string' }).tap();
    await expect(live.field('Type', 1)).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.insertText('[]');
    await live.table.getByRole('row').nth(2).getByRole('cell').nth(1).tap();
    await expect(live.field('Type', 2)).toBeFocused();
    await page.keyboard.insertText('int');
    await live.expectAccessible();
    await live.table.getByRole('button', { name: text('live.addRow') }).tap();
    await expect(live.field('Name', 3)).toBeFocused();
    await live.expectSaved(
      '|Name|Type|Required|\n|--|--|--|\n|id| string[] |Yes|\n|key| int ||\n|  |  |  |\n\nAfter.',
    );
  });
});
