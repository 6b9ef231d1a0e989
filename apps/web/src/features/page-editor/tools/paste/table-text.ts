import { table } from '@octavo/markdown/write-markdown';
import { cleanInline, inlineText } from './inline-text.ts';

/** Limits of the grid. A spanning cell fills its first grid position only; the others are empty. */
const MAX_SPAN = 100;
const MAX_CELLS = 20_000;

function span(cell: HTMLTableCellElement, name: 'colspan' | 'rowspan'): number {
  const value = Math.trunc(Number(cell.getAttribute(name) ?? 1));
  return Math.min(Math.max(value || 1, 1), MAX_SPAN);
}

function tableRows(element: HTMLElement): HTMLTableRowElement[] {
  return [...element.querySelectorAll('tr')].filter((row) => row.closest('table') === element);
}

/** The texts of the cells by row and column, with spans expanded. */
function toGrid(element: HTMLElement): string[][] {
  const grid: string[][] = [];
  let cells = 0;
  for (const [y, row] of tableRows(element).entries()) {
    let x = 0;
    for (const cell of row.querySelectorAll<HTMLTableCellElement>(':scope > td, :scope > th')) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const [width, height] = [span(cell, 'colspan'), span(cell, 'rowspan')];
      cells += width * height;
      if (cells > MAX_CELLS) return grid;
      for (let dy = 0; dy < height; dy += 1)
        for (let dx = 0; dx < width; dx += 1) {
          const line = (grid[y + dy] ??= []);
          line[x + dx] = dx + dy === 0 ? cleanInline(inlineText(cell)) : '';
        }
      x += width;
    }
  }
  return grid;
}

/** The cells of a table without empty rows and columns at its end. */
export function tableCells(element: HTMLElement): string[][] {
  const rows = Array.from(toGrid(element), (line) => Array.from(line ?? [], (cell) => cell ?? ''));
  const height = rows.findLastIndex((line) => line.some((cell) => cell !== '')) + 1;
  const width = Math.max(0, ...rows.map((line) => line.findLastIndex((cell) => cell !== '') + 1));
  return rows
    .slice(0, height)
    .map((line) => Array.from({ length: width }, (_, at) => line[at] ?? ''));
}

/** A Markdown table with the first row as its head, without empty rows. */
export function tableText(element: HTMLElement): string {
  const [head, ...body] = tableCells(element).filter((line) => line.some((cell) => cell !== ''));
  return head ? table(head, body) : '';
}
