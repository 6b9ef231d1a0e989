import { readWorkbook } from '@octavo/sheet/read-workbook';
import { expect, type Page } from '@playwright/test';

/** The centre of the first cell on the canvas and the distance to the next cell. */
const FIRST_CELL = { x: 80, y: 33 };
const CELL_SIZE = { x: 74, y: 25 };

/** Locators of the table editor. Its cells are painted on a canvas, so they are selected by position. */
export function tableEditor(page: Page) {
  const grid = page.locator('.fortune-sheet-overlay');
  return {
    grid,
    /** The formula bar, which shows the content of the selected cell. */
    formulaBar: page.locator('.fortune-fx-input'),
    async open(item_id: number, page_id: number) {
      await page.goto(`/page/edit/${item_id}/${page_id}`);
      await expect(grid).toBeVisible();
    },
    /** Zero-based. */
    async select(column: number, row: number) {
      const position = {
        x: FIRST_CELL.x + column * CELL_SIZE.x,
        y: FIRST_CELL.y + row * CELL_SIZE.y,
      };
      await grid.click({ position });
    },
  };
}

/** Lists the cells of a stored table with zero-based row and column: `A1` style names would hide an offset. */
export function listCells(content: string): string[] {
  return readWorkbook(content).flatMap(({ rows }) =>
    [...rows].flatMap(([row, { cells }]) =>
      [...cells].flatMap(([column, { text }]) => (text === '' ? [] : [`${row}:${column} ${text}`])),
    ),
  );
}
