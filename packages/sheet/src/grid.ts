import { mergedAreas, parseCellName } from './address.ts';
import { extentOf } from './workbook.ts';
import type { Attributes, Sheet } from './workbook.ts';

const DEFAULT_WIDTH = 100;
const WIDTH_LIMITS = { min: 20, max: 1000 };

/** The stored width of a column, limited to a usable range. */
export function columnWidth({ attributes }: Sheet, at: number): number {
  const column = ((attributes['cols'] ?? {}) as Readonly<Record<string, Attributes | undefined>>)[
    at
  ];
  const width = column?.['width'];
  if (typeof width !== 'number') return DEFAULT_WIDTH;
  return Math.min(Math.max(width, WIDTH_LIMITS.min), WIDTH_LIMITS.max);
}

/** The number of frozen rows and columns. `freeze` is the address of the first cell that scrolls. */
export function frozenPanes({ attributes: { freeze } }: Sheet): { rows: number; columns: number } {
  const { row = 0, column = 0 } = (typeof freeze === 'string' && parseCellName(freeze)) || {};
  return { rows: row, columns: column };
}

/** The size of a merged area in cells. */
export interface Span {
  readonly rows: number;
  readonly columns: number;
}

/** Looks up the merged areas of a sheet: the span that starts at a cell, and whether a cell is covered by one. */
export function createSpans(sheet: Sheet) {
  const spans = new Map<string, Span>();
  const covered = new Set<string>();
  const { rows, columns } = extentOf(sheet);
  for (const { from, to } of mergedAreas(sheet.attributes)) {
    // Merges are clipped to the filled area, because stored data may contain arbitrarily large ones.
    const lastRow = Math.min(to.row, Math.max(rows - 1, from.row));
    const lastColumn = Math.min(to.column, Math.max(columns - 1, from.column));
    spans.set(`${from.row}_${from.column}`, {
      rows: lastRow - from.row + 1,
      columns: lastColumn - from.column + 1,
    });
    for (let row = from.row; row <= lastRow; row += 1)
      for (let column = from.column; column <= lastColumn; column += 1)
        if (row !== from.row || column !== from.column) covered.add(`${row}_${column}`);
  }
  return {
    at: (row: number, column: number) => spans.get(`${row}_${column}`),
    isCovered: (row: number, column: number) => covered.has(`${row}_${column}`),
  };
}
