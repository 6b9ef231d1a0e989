import { alignSheets } from './align-sheets.ts';
import { partnerOf } from './compare-workbooks.ts';
import type { Step } from './align-lines.ts';
import type { Cell, Sheet, Workbook } from './workbook.ts';

/** A cell with its address in one version of a table. */
export interface PlacedCell {
  readonly sheet: Sheet;
  readonly row: number;
  readonly column: number;
  readonly cell: Cell | undefined;
}

/** Lines after the last aligned line are shifted by the same offset. */
function formerLine(steps: readonly Step[], at: number): number | undefined {
  const step = steps.find(({ after }) => after === at);
  if (step) return step.before;
  const last = steps.at(-1);
  return at + (last?.before ?? 0) - (last?.after ?? 0);
}

/** Finds a cell in an older version of its table; undefined if its sheet, row or column did not exist yet. */
export function formerCell(
  older: Workbook,
  { sheet, row, column }: PlacedCell,
): PlacedCell | undefined {
  const former = partnerOf(sheet, older);
  if (!former) return undefined;
  const { rows, columns } = alignSheets(former, sheet);
  const [formerRow, formerColumn] = [formerLine(rows, row), formerLine(columns, column)];
  if (formerRow === undefined || formerColumn === undefined) return undefined;
  const cell = former.rows.get(formerRow)?.cells.get(formerColumn);
  return { sheet: former, row: formerRow, column: formerColumn, cell };
}
