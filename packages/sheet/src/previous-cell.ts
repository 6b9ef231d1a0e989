import { alignSheets } from './align-sheets.ts';
import { findMatchingSheet } from './compare-workbooks.ts';
import type { LineMapping } from './align-lines.ts';
import type { Cell, Sheet, Workbook } from './workbook.ts';

/** A cell with its address in one version of a table. */
export interface LocatedCell {
  readonly sheet: Sheet;
  readonly row: number;
  readonly column: number;
  readonly cell: Cell | undefined;
}

/** Lines after the last aligned line are shifted by the same offset. */
function previousLine(mappings: readonly LineMapping[], at: number): number | undefined {
  const mapping = mappings.find(({ after }) => after === at);
  if (mapping) return mapping.before;
  const last = mappings.at(-1);
  return at + (last?.before ?? 0) - (last?.after ?? 0);
}

/** Finds a cell in an older version of its table; undefined if its sheet, row or column did not exist yet. */
export function findPreviousCell(
  older: Workbook,
  { sheet, row, column }: LocatedCell,
): LocatedCell | undefined {
  const previousSheet = findMatchingSheet(sheet, older);
  if (!previousSheet) return undefined;
  const { rows, columns } = alignSheets(previousSheet, sheet);
  const [previousRow, previousColumn] = [previousLine(rows, row), previousLine(columns, column)];
  if (previousRow === undefined || previousColumn === undefined) return undefined;
  const cell = previousSheet.rows.get(previousRow)?.cells.get(previousColumn);
  return { sheet: previousSheet, row: previousRow, column: previousColumn, cell };
}
