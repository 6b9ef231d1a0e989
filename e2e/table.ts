import { readWorkbook } from '@octavo/sheet/read-workbook';
import { expect, type Page } from '@playwright/test';

/** The middle of the first cell in what the engine paints, and the way to the next one. */
const FIRST = { x: 80, y: 33 };
const STEP = { x: 74, y: 25 };

/** The editor of tables as a person finds it. Its cells are painted, so they are pointed at by their place. */
export function tableOn(page: Page) {
  const grid = page.locator('.fortune-sheet-overlay');
  return {
    grid,
    /** The line above the cells: what stands in the selected one. */
    line: page.locator('.fortune-fx-input'),
    async open(item_id: number, page_id: number) {
      await page.goto(`/page/edit/${item_id}/${page_id}`);
      await expect(grid).toBeVisible();
    },
    /** Counted from 0. */
    async select(column: number, row: number) {
      const position = { x: FIRST.x + column * STEP.x, y: FIRST.y + row * STEP.y };
      await grid.click({ position });
    },
  };
}

/** What a stored table says, cell by cell: `A1` style names would only hide an offset. */
export function cellsOf(content: string): string[] {
  return readWorkbook(content).flatMap(({ rows }) =>
    [...rows].flatMap(([row, { cells }]) =>
      [...cells].flatMap(([column, { text }]) => (text === '' ? [] : [`${row}:${column} ${text}`])),
    ),
  );
}
