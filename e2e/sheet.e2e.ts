import { calls } from '@octavo/contract';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { toText } from '@octavo/sheet/to-text';
import type { Row } from '@octavo/sheet/workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import { draftKept } from './editor-page.ts';
import { expect, test } from './fixtures.ts';
import { uniqueName, registerByApi } from './users.ts';
import { makeSampleItem } from './sample-item.ts';
import { listCells, tableEditor } from './table-editor.ts';

test('a table is edited, saved, read and merged with changes of another user', async ({
  page,
  browser,
  site,
  text,
}) => {
  const cspErrors: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) cspErrors.push(message.text());
  });
  const { call } = await makeSampleItem(page, site);
  const { item_id } = await call(calls.item.add, { item_name: 'Error codes', item_type: 4 });
  const { default_page_id: page_id } = await call(calls.item.info, { item_id });
  const stored = async () =>
    toText(readWorkbook((await call(calls.page.info, { page_id })).page_content));
  const table = tableEditor(page);
  const save = () => page.getByRole('button', { name: text('editor.save'), exact: true }).click();

  await test.step('cells are edited and saved', async () => {
    await table.open(item_id, page_id);
    await table.select(0, 0);
    await page.keyboard.type('100% & <b>');
    await page.keyboard.press('Enter');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await page.keyboard.type('=A2*2');
    await page.keyboard.press('Enter');
    await expect(page.getByText(text('editor.unsaved'))).toBeVisible();
    await save();
    await expect(
      page.getByText(new RegExp(text('editor.savedAt', { time: '\\d\\d:\\d\\d' }))),
    ).toBeVisible();
    expect(await stored()).toBe(`${text('sheetEditor.firstSheet')}\n100% & <b>\n5\n10\t=A2*2`);
  });

  await test.step('a change of another user is merged with the own change', async () => {
    const { page_content } = await call(calls.page.info, { page_id });
    const theirs = page_content.replace('100% & <b>', 'theirs');
    expect(theirs).not.toBe(page_content);
    await call(calls.page.save, { page_id, page_content: theirs });
    await table.select(2, 0);
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    await save();
    await expect.poll(stored).toBe(`${text('sheetEditor.firstSheet')}\ntheirs\tmine\n5\n10\t=A2*2`);
  });

  await test.step('a row inserted above by another user moves the own cell and the formulas', async () => {
    const { page_content } = await call(calls.page.info, { page_id });
    const [sheet, ...others] = readWorkbook(page_content);
    if (!sheet) throw new Error('the table has no sheet');
    const rows = new Map<number, Row>([
      [0, { cells: new Map([[0, { text: 'head' }]]), attributes: {} }],
    ]);
    for (const [at, row] of sheet.rows) rows.set(at + 1, row);
    const theirs = writeWorkbook([{ ...sheet, rows }, ...others]).replace('=A2*2', '=A3*2');
    await call(calls.page.save, { page_id, page_content: theirs });
    await table.select(1, 1);
    await page.keyboard.type('own');
    await page.keyboard.press('Enter');
    await save();
    await expect
      .poll(stored)
      .toBe(`${text('sheetEditor.firstSheet')}\nhead\ntheirs\tmine\n5\town\n10\t=A3*2`);
  });

  await test.step('a file is imported after a preview, and exported again', async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: text('sheetEditor.more'), exact: true })
      .click();
    await page.getByRole('menuitem', { name: text('sheetEditor.importFile') }).click();
    const dialog = page.getByRole('dialog', { name: text('sheetEditor.importFile') });
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'regions.csv', mimeType: 'text/csv', buffer: Buffer.from('eu,1') });
    await expect(dialog.getByRole('cell', { name: 'eu' })).toBeVisible();
    await dialog.getByRole('button', { name: text('sheetEditor.takeIn') }).click();
    await expect(dialog).toBeHidden();
    await save();
    await expect.poll(stored).toContain('\nregions\neu\t1');
    await page
      .getByRole('banner')
      .getByRole('button', { name: text('sheetEditor.more'), exact: true })
      .click();
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: text('sheetEditor.xlsxExport') }).click();
    expect((await file).suggestedFilename()).toBe('Error codes.xlsx');
  });

  await test.step('leaving with an unfinished cell asks first and loses nothing', async () => {
    await table.select(3, 3);
    await page.keyboard.type('half a cell');
    await expect(page.getByText(draftKept(text))).toBeVisible();
    await page.getByRole('link', { name: text('sheetEditor.back') }).click();
    const leaveDialog = page.getByRole('dialog', { name: text('editor.leaveTitle') });
    await leaveDialog.getByRole('button', { name: text('editor.stay') }).click();
    await expect(leaveDialog).toBeHidden();
    await save();
    await expect.poll(stored).toContain('half a cell');
  });

  await test.step('an editor finds Save and More at the URL of the item', async () => {
    await page.goto(`/${item_id}`);
    await expect(table.grid).toBeVisible();
    const head = page.getByRole('banner');
    await expect(
      head.getByRole('button', { name: text('editor.save'), exact: true }),
    ).toBeVisible();
    await expect(
      head.getByRole('button', { name: text('sheetEditor.more'), exact: true }),
    ).toBeVisible();
  });

  await test.step('it is read without the spreadsheet editor, searched and filtered', async () => {
    await page.goto(`/${item_id}/${page_id}`);
    const grid = page.getByRole('grid');
    await expect(grid.getByRole('gridcell', { name: 'mine' })).toBeVisible();
    await expect(grid.getByRole('gridcell', { name: '10' })).toBeVisible();
    await page.getByRole('searchbox', { name: text('sheet.find') }).fill('THEIRS');
    await expect(page.getByText(text('sheet.hits', { count: 1 }))).toBeVisible();
    await page.getByLabel(text('sheet.onlyHits')).check();
    await expect(grid.getByRole('gridcell', { name: '10' })).toBeHidden();
    await page.getByRole('tab', { name: 'regions' }).click();
    await expect(page.getByRole('grid', { name: 'regions' })).toContainText('eu');
  });

  await test.step('the history of a cell is shown even though its row has moved', async () => {
    await page.goto(`/${item_id}/${page_id}`);
    await page.getByRole('gridcell', { name: 'theirs' }).click();
    await page.getByRole('button', { name: text('sheet.cellHistory') }).click();
    const drawer = page.getByRole('complementary', { name: text('sheet.cellHistory') });
    await expect(
      drawer.getByRole('heading', { name: text('sheet.historyOf', { name: 'A2' }) }),
    ).toBeVisible();
    await expect(drawer.getByRole('deletion')).toHaveText('100% & <b>');
    await expect(drawer.getByRole('insertion')).toHaveText(['theirs', '100% & <b>']);
    await drawer.getByRole('button', { name: text('sheet.closeHistory') }).click();
    await expect(drawer).toBeHidden();
  });

  await test.step('two versions are compared cell by cell or side by side', async () => {
    const [version] = await call(calls.page.history, { page_id, content: false });
    await page.goto(`/page/diff/${page_id}/${version?.page_history_id}`);
    await expect(page.getByRole('cell', { name: 'half a cell' })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'theirs' })).toBeHidden();
    await page.getByRole('switch', { name: text('diff.onlyChanges') }).click();
    await expect(page.getByRole('cell', { name: 'theirs' })).toHaveCount(2);
  });

  await test.step('an old version is restored in the editor and stored on save', async () => {
    await table.open(item_id, page_id);
    await page
      .getByRole('banner')
      .getByRole('button', { name: text('sheetEditor.more'), exact: true })
      .click();
    await page.getByRole('menuitem', { name: text('editor.history') }).click();
    const drawer = page.getByRole('dialog', { name: text('editor.history') });
    const version = drawer.getByRole('listitem').nth(1);
    await version.hover();
    await version.getByRole('button', { name: text('reader.restore') }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByText(text('editor.versionRestored'))).toBeVisible();
    expect(await stored()).toContain('half a cell');
    await save();
    await expect.poll(stored).not.toContain('half a cell');
  });

  await test.step('another editor reads a locked table and sees why', async () => {
    const context = await browser.newContext({ baseURL: site.url });
    const other = await context.newPage();
    const username = uniqueName('tomas');
    await other.goto('/');
    await registerByApi(other, site, username);
    await call(calls.member.save, { item_id, username, member_group_id: 1 });
    const { page_content } = await call(calls.page.info, { page_id });
    // A script may change a cell and leave the stored results of formulas outdated.
    const outdated = page_content.replace('"value":10', '"value":7');
    expect(outdated).not.toBe(page_content);
    await call(calls.page.save, { page_id, page_content: outdated });
    await other.goto(`/page/edit/${item_id}/${page_id}`);
    await expect(other.getByRole('gridcell', { name: 'mine' })).toBeVisible();
    await expect(other.getByRole('gridcell', { name: '10', exact: true })).toBeVisible();
    await expect(other.getByRole('button', { name: text('editor.askToEdit') })).toBeVisible();
    await expect(other.getByRole('button', { name: text('editor.save'), exact: true })).toHaveCount(
      0,
    );
    await context.close();
  });

  await test.step('a user without edit rights only reads and sees only the back link', async () => {
    const context = await browser.newContext();
    const visitor = await context.newPage();
    await visitor.goto(`${site.url}/${item_id}`);
    await expect(visitor.getByRole('gridcell', { name: 'mine' })).toBeVisible();
    const headerLinks = visitor.getByRole('banner').getByRole('link');
    await expect(headerLinks).toHaveCount(1);
    await expect(headerLinks).toHaveAttribute('href', '/');
    await context.close();
  });
  expect(cspErrors).toEqual([]);
});

test('a new table is named and filled with the keyboard alone', async ({ page, site, text }) => {
  const { item_id, call } = await makeSampleItem(page, site);
  await page.goto(`/page/edit/${item_id}/0?page_type=1`);
  await expect(tableEditor(page).grid).toBeVisible();
  await expect(page.getByRole('textbox', { name: text('editor.pageTitle') })).toBeFocused();
  await page.keyboard.type('Error codes');
  // Goes to the first cell.
  await page.keyboard.press('Enter');
  for (const key of ['10102', 'Tab', 'Not logged in', 'Enter'])
    await (/^(?:Tab|Enter)$/.test(key) ? page.keyboard.press(key) : page.keyboard.type(key));
  await page.keyboard.press('ControlOrMeta+s');
  await page.waitForURL(/edit\/\d+\/[1-9]/);
  const page_id = Number(page.url().split('/').at(-1));
  const { page_title, page_content } = await call(calls.page.info, { page_id });
  expect(page_title).toBe('Error codes');
  expect(listCells(page_content)).toEqual(['0:0 10102', '0:1 Not logged in']);
});

test('a table can be a page of an item with texts', async ({ page, site, text }) => {
  const { item_id } = await makeSampleItem(page, site);
  await page.goto(`/${item_id}`);
  await page.getByRole('link', { name: text('reader.newTable') }).click();
  const table = tableEditor(page);
  await expect(table.grid).toBeVisible();
  await page.getByRole('textbox', { name: text('editor.pageTitle') }).fill('Error codes');
  await table.select(0, 0);
  const lines = ['10102', '=1/0', '=IFERROR(A2,"none")', '=VLOOKUP(10102,A1:A1,1,FALSE)+1'];
  for (const line of [...lines, '=TEXT(DATE(2020,1,5),"yyyy/mm/dd")', '=A4*2', '5']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  await table.select(0, 0);
  await page.keyboard.type('10200');
  await page.keyboard.press('Enter');
  await table.select(0, 3);
  await page.keyboard.type('=XLOOKUP(10200,A1:A1,A1:A1)+1');
  await page.keyboard.press('Enter');

  await test.step('the spreadsheet has rows of 25 px, the theme colours and space below a banner', async () => {
    const banner = await page.evaluate(() => {
      const made = document.createElement('aside');
      made.style.height = '60px';
      document.body.prepend(made);
      document.documentElement.style.setProperty('--banner', '60px');
      return made.offsetHeight;
    });
    expect(banner).toBe(60);
    const bottom = async () => {
      const box = await page.locator('.fortune-sheettab-container').boundingBox();
      return box ? box.y + box.height : 0;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    /** Returns the colour of the canvas in an empty cell. */
    const colour = () =>
      page.locator('.fortune-sheet-canvas').evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const ratio = canvas.width / canvas.clientWidth;
        const pixels = canvas.getContext('2d')?.getImageData(300 * ratio, 300 * ratio, 1, 1).data;
        return [...(pixels ?? [])].slice(0, 3);
      });
    const theme = (name: string) =>
      page.evaluate((value) => (document.documentElement.dataset['theme'] = value), name);
    await theme('dark');
    await expect.poll(colour).toEqual([21, 23, 28]);
    await theme('light');
    await expect.poll(colour).toEqual([255, 255, 255]);
  });
  await page.getByRole('button', { name: text('editor.save'), exact: true }).click();
  await expect(
    page.getByText(new RegExp(text('editor.savedAt', { time: '\\d\\d:\\d\\d' }))),
  ).toBeVisible();
  await page.getByRole('link', { name: text('sheetEditor.back') }).click();
  const shown = ['10200', '#DIV/0!', 'none', '10201', '2020/01/05', '20402', '5'];
  const column = page.getByRole('grid').locator('tbody tr td:nth-child(2)');
  await expect
    .poll(async () => (await column.allTextContents()).slice(0, shown.length))
    .toEqual(shown);
  await expect(page.getByRole('gridcell', { name: '10201' })).toHaveCSS('text-align', 'end');
  const row = page.getByRole('treeitem', { name: 'Error codes' });
  await expect(row).toHaveAttribute('aria-current', 'page');
  const icon = () => row.evaluate((element) => getComputedStyle(element, '::before').content);
  await expect.poll(icon).toBe('""');
});
