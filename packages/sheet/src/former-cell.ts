import { alignSheets } from './align-sheets.ts';
import { partnerOf } from './compare-workbooks.ts';
import type { Step } from './align-lines.ts';
import type { Cell, Sheet, Workbook } from './workbook.ts';

/** A cell at its place, in one form of a table. */
export interface PlacedCell {
  readonly sheet: Sheet;
  readonly row: number;
  readonly column: number;
  readonly cell: Cell | undefined;
}

/** Beyond the last line that is known, lines go on in step. */
function formerLine(steps: readonly Step[], at: number): number | undefined {
  const step = steps.find(({ after }) => after === at);
  if (step) return step.before;
  const last = steps.at(-1);
  return at + (last?.before ?? 0) - (last?.after ?? 0);
}

/** What a cell was in an older form of its table; undefined: its sheet, row or column was not there yet. */
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
