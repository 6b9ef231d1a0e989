import type { MergedLine } from './merge-lines.ts';
import { isFormula, existsOn } from './plan-merge.ts';
import type { cellsOf, SheetMerge } from './plan-merge.ts';
import { sameJson } from './same-json.ts';
import type { Cell } from './workbook.ts';

/** A cell or line that both sides changed differently; the user resolves it. */
export interface Conflict {
  /** `row`, `column`: one side removed the line, the other changed it. */
  readonly kind: 'cell' | 'row' | 'column';
  readonly sheet: string;
  /** Cell: the index in the merged sheet, or in `theirs` if `mine` removed the line. Line: the index on the side that has it. */
  readonly row: number;
  readonly column: number;
  /** The text of the cell or line; undefined: this side removed the line. */
  readonly theirs: string | undefined;
  readonly mine: string | undefined;
}

/** Ignores formula results, which depend on other cells, and `merge`, which is derived from the sheet's merges. */
export function sameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  if (!a || !b) return a === b;
  const skipped = isFormula(a) && isFormula(b) ? { merge: 0, value: 0, shown: 0 } : { merge: 0 };
  return sameJson({ ...a, ...skipped }, { ...b, ...skipped });
}

/** How the lines that one side removed are merged. */
export interface RemovedLines {
  /** Lines that are removed without a conflict. */
  readonly dropped: ReadonlySet<MergedLine>;
  readonly conflicts: ReadonlyMap<MergedLine, Conflict>;
}

/** A line that one side removed is dropped, unless the other side changed a cell in it. */
export function resolveRemovedLines(
  { sheets, rows, columns }: SheetMerge,
  cellOf: ReturnType<typeof cellsOf>,
  sheet: string,
): RemovedLines {
  const dropped = new Set<MergedLine>();
  const conflicts = new Map<MergedLine, Conflict>();
  for (const kind of ['row', 'column'] as const) {
    const crossLines = kind === 'row' ? columns : rows;
    const toRowColumn = (line: MergedLine, other: MergedLine) =>
      kind === 'row' ? ([line, other] as const) : ([other, line] as const);

    /** Whether a side changed any cell of the line since the base. */
    const isChanged = (side: 'theirs' | 'mine', line: MergedLine) =>
      crossLines.some((other) => {
        const at = toRowColumn(line, other);
        return existsOn(side, ...at) && !sameCell(cellOf('base', ...at), cellOf(side, ...at));
      });
    const textOf = (side: 'theirs' | 'mine', line: MergedLine) =>
      crossLines
        .map((other) => {
          const [row, column] = toRowColumn(line, other).map((of) => of[side]);
          if (row === undefined || column === undefined) return '';
          return sheets[side]?.rows.get(row)?.cells.get(column)?.text ?? '';
        })
        .filter((text) => text !== '')
        .join(' | ');

    for (const line of kind === 'row' ? rows : columns) {
      if (line.base === undefined || (line.theirs !== undefined && line.mine !== undefined))
        continue;
      const remainingSide = line.theirs === undefined ? 'mine' : 'theirs';
      const at = line[remainingSide];
      if (at === undefined || !isChanged(remainingSide, line)) dropped.add(line);
      else
        conflicts.set(line, {
          kind,
          sheet,
          row: kind === 'row' ? at : 0,
          column: kind === 'column' ? at : 0,
          theirs: undefined,
          mine: undefined,
          [remainingSide]: textOf(remainingSide, line),
        });
    }
  }
  return { dropped, conflicts };
}
