import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { openEditor } from './editor-page.ts';
import type { TextKey } from '@octavo/texts/translate';
import { expect, test, type Translate } from './fixtures.ts';
import { chooseByKeys, pasteTexts, touchDrag } from './input.ts';
import type { Site } from './site.ts';

const TABLE = [
  '| Name | Port |',
  '| --- | --- |',
  '| web | 443 |',
  '| api | 80 |',
  '| db | 5432 |',
];

/** The editor of a page whose text is a table. */
async function openTable(page: Page, site: Site, text: Translate) {
  const { editor } = await openEditor(page, site, text);
  const lines = editor.source.locator('.cm-line');
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const table = {
    ...editor,
    lines,
    menu: page.getByRole('menu'),
    entry,
    row: page.getByRole('button', { name: text('table.row') }),
    column: page.getByRole('button', { name: text('table.column') }),
    toolbarMenu: page.getByRole('button', { name: text('editor.table'), exact: true }),
    async write(content: readonly string[]) {
      await editor.source.focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(content.join('\n'));
      await expect(lines).toHaveText([...content]);
    },
    /** The lines of the text by their numbers in `TABLE`. */
    async expectRows(...rows: number[]) {
      await expect(lines).toHaveText(rows.map((row) => TABLE[row] ?? ''));
    },
    /** Puts the cursor before the text of the first cell in a line. */
    async goToLine(line: number) {
      await page.keyboard.press('ControlOrMeta+Home');
      for (let at = 0; at < line; at += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
    },
    async expectAccessible() {
      // The UI library encloses a menu with elements that pass the focus on.
      const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]');
      const { violations } = await axe.analyze();
      expect(violations).toEqual([]);
    },
  };
  await table.write(TABLE);
  return table;
}

/** The middle of an element. */
async function middle(target: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}

type TableEntry = Extract<TextKey, `table.${string}`>;

/** Sorts, adds, moves and deletes rows and columns; `choose` picks an entry of the menu of the row or the column. */
async function changeTable(
  { expectRows, lines, source }: Awaited<ReturnType<typeof openTable>>,
  choose: (kind: 'row' | 'column', entry: TableEntry) => Promise<void>,
): Promise<void> {
  const pick = async (kind: 'row' | 'column', entry: TableEntry) => {
    await choose(kind, entry);
    await expect(source).toBeFocused();
  };
  await pick('column', 'table.sortAscending');
  await expectRows(0, 1, 3, 4, 2);
  await pick('column', 'table.sortDescending');
  await expectRows(0, 1, 2, 4, 3);
  await pick('row', 'table.moveDown');
  await expectRows(0, 1, 4, 2, 3);
  await pick('row', 'table.moveUp');
  await expectRows(0, 1, 2, 4, 3);
  await pick('row', 'table.deleteRow');
  await expectRows(0, 1, 4, 3);
  await pick('row', 'table.insertAbove');
  await expect(lines).toHaveText([
    ...TABLE.slice(0, 2),
    /^\|[ |]+\|$/,
    ...TABLE.slice(3).toReversed(),
  ]);
  await pick('row', 'table.deleteRow');
  await pick('row', 'table.insertBelow');
  await expect(lines.nth(3)).toHaveText(/^\|[ |]+\|$/);
  await pick('row', 'table.deleteRow');
  await expectRows(0, 1, 4, 3);
  await pick('column', 'table.moveRight');
  await expect(lines.first()).toHaveText('| Port | Name |');
  await pick('column', 'table.moveLeft');
  await expectRows(0, 1, 4, 3);
  await pick('column', 'table.insertLeft');
  await expect(lines.first()).toHaveText(/^\| +\| Name \| Port \|$/);
  await pick('column', 'table.deleteColumn');
  await expectRows(0, 1, 4, 3);
  await pick('column', 'table.insertRight');
  await expect(lines.first()).toHaveText(/^\| Name \| +\| Port \|$/);
  await pick('column', 'table.deleteColumn');
  await expectRows(0, 1, 4, 3);
}

test('rows and columns by mouse', async ({ page, site, text }) => {
  const table = await openTable(page, site, text);

  await test.step('handles only in a table', async () => {
    await table.write(['Text', '', ...TABLE]);
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(table.row).toHaveCount(0);
    await table.write(TABLE);
    await table.lines.nth(2).click({ position: { x: 40, y: 10 } });
    await expect(table.row).toBeVisible();
    await expect(table.column).toBeVisible();
  });

  await test.step('the menu of the row', async () => {
    await table.row.click();
    await expect(table.menu).toBeVisible();
    await table.expectAccessible();
    await table.row.click();
    await expect(table.menu).toHaveCount(0);
    await table.row.click();
    await table.entry(text('table.insertBelow')).click();
    await expect(table.source).toBeFocused();
    await page.keyboard.type('new');
    await expect(table.lines.nth(3)).toHaveText('| new | |');
    await table.row.click();
    await table.entry(text('table.deleteRow')).click();
    await table.expectRows(0, 1, 2, 3, 4);
  });

  await test.step('the menu of the column', async () => {
    await table.lines.nth(2).click({ position: { x: 40, y: 10 } });
    await table.column.click();
    await table.entry(text('table.sortAscending')).click();
    await table.expectRows(0, 1, 3, 4, 2);
    await page.keyboard.press('ControlOrMeta+z');
    await table.expectRows(0, 1, 2, 3, 4);
    await table.column.click();
    await table.entry(text('table.alignRight')).click();
    await expect(table.lines.nth(1)).toHaveText('| ---: | --- |');
    await page.keyboard.press('ControlOrMeta+z');
  });

  const drag = async (from: Locator, to: { x: number; y: number }) => {
    const start = await middle(from);
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 3, start.y + 8);
    await page.mouse.move(to.x, to.y);
  };
  const end = async (line: number) => {
    const box = await table.lines.nth(line).boundingBox();
    return { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + (box?.height ?? 0) };
  };

  await test.step('drag a row and undo it in one step', async () => {
    await drag(table.row, await end(4));
    await page.mouse.up();
    await table.expectRows(0, 1, 3, 4, 2);
    await expect(table.menu).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await table.expectRows(0, 1, 2, 3, 4);
    await drag(table.row, await end(4));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await table.expectRows(0, 1, 2, 3, 4);
  });

  await test.step('drag a column', async () => {
    const header = await table.lines.nth(0).boundingBox();
    await drag(table.column, {
      x: (header?.x ?? 0) + 150,
      y: (header?.y ?? 0) + 10,
    });
    await page.mouse.up();
    await expect(table.lines).toHaveText([
      '| Port | Name |',
      '| --- | --- |',
      '| 443 | web |',
      '| 80 | api |',
      '| 5432 | db |',
    ]);
    await page.keyboard.press('ControlOrMeta+z');
    await table.expectRows(0, 1, 2, 3, 4);
  });
});

test('rows and columns by keyboard', async ({ page, site, text }) => {
  const table = await openTable(page, site, text);

  await test.step('move rows and columns', async () => {
    await table.goToLine(2);
    await page.keyboard.press('Alt+ArrowDown');
    await table.expectRows(0, 1, 3, 2, 4);
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await table.expectRows(2, 1, 0, 3, 4);
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('ControlOrMeta+Shift+Period');
    await expect(table.lines.nth(2)).toHaveText('| 443 | web |');
    await page.keyboard.press('ControlOrMeta+Shift+Comma');
    await table.expectRows(0, 1, 2, 3, 4);
  });

  await test.step('the menu at the cursor', async () => {
    await page.keyboard.press('Shift+F10');
    await expect(table.menu).toBeVisible();
    await table.expectAccessible();
    await page.keyboard.press('Escape');
    await expect(table.menu).toHaveCount(0);
    await expect(table.source).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect(table.entry(text('table.insertAbove'))).toBeVisible();
    await page.keyboard.press('End');
    await expect(table.entry(text('table.deleteColumn'))).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(table.entry(text('table.sortDescending'))).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(table.source).toBeFocused();
    await table.expectRows(0, 1, 2, 4, 3);
    await page.keyboard.press('ControlOrMeta+z');
  });

  await test.step('the menu of the toolbar', async () => {
    await table.toolbarMenu.press('Enter');
    await expect(table.entry(text('editor.newTable'))).toBeFocused();
    await expect(table.entry(text('table.duplicateRow'))).toBeVisible();
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
    await expect(table.entry(text('table.duplicateRow'))).toBeFocused();
    await page.keyboard.press('Enter');
    await table.expectRows(0, 1, 2, 2, 3, 4);
    await expect(table.source).toBeFocused();
  });

  await test.step('outside of a table the keys move the line', async () => {
    await table.write(['one', 'two']);
    await page.keyboard.press('Alt+ArrowUp');
    await expect(table.lines).toHaveText(['two', 'one']);
    await table.toolbarMenu.press('Enter');
    await expect(table.entry(text('editor.newTable'))).toBeFocused();
    await expect(page.getByRole('menuitem')).toHaveCount(1);
  });
});

test('rows and columns from the menus of the handles', async ({ page, site, text }) => {
  const table = await openTable(page, site, text);
  await table.lines.nth(2).click({ position: { x: 40, y: 10 } });
  await changeTable(table, async (kind, entry) => {
    await table[kind].click();
    await table.entry(text(entry)).click();
  });
});

test('rows and columns from the menu at the cursor', async ({ page, site, text }) => {
  const table = await openTable(page, site, text);
  await table.goToLine(2);
  await changeTable(table, async (_kind, entry) => {
    await page.keyboard.press('Shift+F10');
    await chooseByKeys(page, table.entry(text(entry)));
  });
});

test('a pasted spreadsheet range', async ({ page, site, text }) => {
  const table = await openTable(page, site, text);
  const paste = (html: string, plain: string) => pasteTexts(table.source, { html, plain });
  const html = '<table><tr><td>x|y</td><td>1<br>2</td></tr><tr><td>z</td><td>3</td></tr></table>';

  await test.step('fills the cells from the cursor on', async () => {
    await table.goToLine(4);
    await paste(html, 'x|y\t"1\n2"\nz\t3');
    await expect(table.lines).toHaveText([...TABLE.slice(0, 4), '| x\\|y | 1<br>2 |', '| z | 3 |']);
    await page.keyboard.press('ControlOrMeta+z');
    await table.expectRows(0, 1, 2, 3, 4);
    await paste('', 'one\ntwo');
    await expect(table.lines.nth(4)).toHaveText('| one<br>twodb | 5432 |');
  });

  await test.step('is a table outside of a table', async () => {
    await table.write(['Text', '']);
    await paste(html, '');
    await expect(table.lines).toHaveText([
      'Text',
      '| x\\|y | 1<br>2 |',
      '| --- | --- |',
      '| z | 3 |',
    ]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('rows and columns by touch', async ({ page, site, text }) => {
    const table = await openTable(page, site, text);
    const tapLine = (line: number) => table.lines.nth(line).tap({ position: { x: 40, y: 10 } });

    await test.step('menus that fit', async () => {
      await tapLine(2);
      for (const handle of [table.row, table.column]) {
        await handle.tap();
        await expect(table.menu).toBeVisible();
        const rows = await page.getByRole('menuitem').evaluateAll((entries) =>
          entries.map((item) => {
            const { height, left, right } = item.getBoundingClientRect();
            return height >= 44 && left >= 0 && right <= innerWidth;
          }),
        );
        expect(rows.length).toBeGreaterThan(5);
        expect(rows).not.toContain(false);
        await expect(table.menu).toBeInViewport({ ratio: 1 });
        await table.expectAccessible();
        await page.keyboard.press('Escape');
        await expect(table.menu).toHaveCount(0);
      }
      await table.row.tap();
      await table.entry(text('table.moveDown')).tap();
      await table.expectRows(0, 1, 3, 2, 4);
      await table.toolbarMenu.tap();
      await table.entry(text('table.moveUp')).tap();
      await table.expectRows(0, 1, 2, 3, 4);
    });

    await test.step('drag a row', async () => {
      const cdp = await page.context().newCDPSession(page);
      const start = await middle(table.row);
      const last = await table.lines.nth(4).boundingBox();
      const y = (last?.y ?? 0) + (last?.height ?? 0);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: typeof start) =>
        cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
      await touch('touchStart', start);
      await touch('touchMove', { x: start.x, y: start.y + 20 });
      await touch('touchMove', { x: start.x, y });
      await touch('touchEnd');
      await table.expectRows(0, 1, 3, 4, 2);
      await expect(table.menu).toHaveCount(0);
    });

    await test.step('drag a column', async () => {
      await table.write(TABLE);
      await tapLine(2);
      const header = await table.lines.first().boundingBox();
      await touchDrag(page, table.column, {
        x: (header?.x ?? 0) + 150,
        y: (header?.y ?? 0) + 10,
      });
      await expect(table.lines.first()).toHaveText('| Port | Name |');
    });
  });

  test('rows and columns from the menus of the handles by touch', async ({ page, site, text }) => {
    const table = await openTable(page, site, text);
    await table.lines.nth(2).tap({ position: { x: 40, y: 10 } });
    await changeTable(table, async (kind, entry) => {
      await table[kind].tap();
      await table.entry(text(entry)).tap();
    });
  });
});
