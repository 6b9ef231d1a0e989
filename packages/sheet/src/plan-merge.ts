import { alignSheets, isUnmoved, lineTexts } from './align-sheets.ts';
import { mergeLines, toMergedPosition } from './merge-lines.ts';
import type { MergedLine, Side } from './merge-lines.ts';
import { moveFormula } from './move-formula.ts';
import type { Moves } from './move-formula.ts';
import type { Cell, Sheet } from './workbook.ts';

/** Two sheets and their common base, aligned by lines. */
export interface SheetMerge {
  readonly sheets: Readonly<Record<Side, Sheet | undefined>>;
  readonly rows: readonly MergedLine[];
  readonly columns: readonly MergedLine[];
  /** No line has moved on either side. */
  readonly isUnmoved: boolean;
}

/** The moves from the lines of a side to the merged lines, by the name of the sheet on that side; used to rewrite formulas. */
export type MovesOf = (side: Side) => (sheet: string | undefined) => Moves | undefined;

export const EMPTY_SHEET: Sheet = {
  name: '',
  rows: new Map(),
  rowCount: undefined,
  attributes: {},
};

/** The index of the last stored row; -1 if there is none. */
function lastRow({ rows }: Sheet): number {
  let last = -1;
  for (const at of rows.keys()) if (at > last) last = at;
  return last;
}

export function planMerge(base: Sheet | undefined, theirs: Sheet, mine: Sheet): SheetMerge {
  const baseSheet = base ?? EMPTY_SHEET;
  const [toTheirs, toMine] = [alignSheets(baseSheet, theirs), alignSheets(baseSheet, mine)];
  const sheets = { base, theirs, mine };
  const textsOf = { theirs: lineTexts(theirs), mine: lineTexts(mine) };
  return {
    sheets,
    rows: mergeLines(
      toTheirs.rows,
      toMine.rows,
      (side, at) => textsOf[side].row(at),
      Math.max(...[baseSheet, theirs, mine].map(lastRow)) + 1,
    ),
    columns: mergeLines(
      toTheirs.columns,
      toMine.columns,
      (side, at) => textsOf[side].column(at),
      0,
    ),
    isUnmoved: [toTheirs, toMine].every(
      ({ rows, columns }) => isUnmoved(rows) && isUnmoved(columns),
    ),
  };
}

export function movesToMerged({ rows, columns }: SheetMerge, side: Side): Moves {
  return { row: toMergedPosition(rows, side), column: toMergedPosition(columns, side) };
}

export const isFormula = (cell: Cell | undefined) => cell?.text.startsWith('=') === true;

export const existsOn = (side: Side, row: MergedLine, column: MergedLine) =>
  row[side] !== undefined && column[side] !== undefined;

/** Looks up a cell of a side by merged row and column. `movesOf` is undefined if no line of any sheet has moved. */
export function cellsOf({ sheets }: SheetMerge, movesOf: MovesOf | undefined) {
  return (side: Side, row: MergedLine, column: MergedLine): Cell | undefined => {
    const [atRow, atColumn] = [row[side], column[side]];
    if (atRow === undefined || atColumn === undefined) return undefined;
    const cell = sheets[side]?.rows.get(atRow)?.cells.get(atColumn);
    if (!movesOf || !cell || !isFormula(cell)) return cell;
    return { ...cell, text: moveFormula(cell.text, movesOf(side)) };
  };
}
