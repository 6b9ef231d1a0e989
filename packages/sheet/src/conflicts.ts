import type { Line } from './merge-lines.ts';
import { isFormula, isThere } from './plan-merge.ts';
import type { cellsOf, SheetMerge } from './plan-merge.ts';
import { sameJson } from './same-json.ts';
import type { Cell } from './workbook.ts';

/** What both have changed, each in another way: a person decides. */
export interface Conflict {
  /** A line: one has taken it out, the other has changed it. */
  readonly kind: 'cell' | 'row' | 'column';
  readonly sheet: string;
  /** Where it stands in the merged sheet; a line that I took out: where they have it. */
  readonly row: number;
  readonly column: number;
  /** Of a line, what stands in it; undefined: it is taken out. */
  readonly theirs: string | undefined;
  readonly mine: string | undefined;
}

/** A result follows from other cells, and joined cells are told by the sheet. */
export function sameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  if (!a || !b) return a === b;
  const skipped = isFormula(a) && isFormula(b) ? { merge: 0, value: 0, shown: 0 } : { merge: 0 };
  return sameJson({ ...a, ...skipped }, { ...b, ...skipped });
}

/** What becomes of the lines that one has taken out. */
export interface LineFates {
  /** Nobody misses them. */
  readonly dropped: ReadonlySet<Line>;
  readonly conflicts: ReadonlyMap<Line, Conflict>;
}

/** A line that one has taken out goes, unless the other has changed anything in it. */
export function fatesOfLines(
  { sheets, rows, columns }: SheetMerge,
  cellOf: ReturnType<typeof cellsOf>,
  sheet: string,
): LineFates {
  const dropped = new Set<Line>();
  const conflicts = new Map<Line, Conflict>();
  for (const kind of ['row', 'column'] as const) {
    const across = kind === 'row' ? columns : rows;
    const crossed = (line: Line, other: Line) =>
      kind === 'row' ? ([line, other] as const) : ([other, line] as const);

    /** Whether a line holds anything that the one who took it out has not seen. */
    const isChanged = (side: 'theirs' | 'mine', line: Line) =>
      across.some((other) => {
        const at = crossed(line, other);
        return isThere(side, ...at) && !sameCell(cellOf('base', ...at), cellOf(side, ...at));
      });
    const textOf = (side: 'theirs' | 'mine', line: Line) =>
      across
        .map((other) => {
          const [row, column] = crossed(line, other).map((of) => of[side]);
          if (row === undefined || column === undefined) return '';
          return sheets[side]?.rows.get(row)?.cells.get(column)?.text ?? '';
        })
        .filter((text) => text !== '')
        .join(' | ');

    for (const line of kind === 'row' ? rows : columns) {
      if (line.base === undefined || (line.theirs !== undefined && line.mine !== undefined))
        continue;
      const left = line.theirs === undefined ? 'mine' : 'theirs';
      const at = line[left];
      if (at === undefined || !isChanged(left, line)) dropped.add(line);
      else
        conflicts.set(line, {
          kind,
          sheet,
          row: kind === 'row' ? at : 0,
          column: kind === 'column' ? at : 0,
          theirs: undefined,
          mine: undefined,
          [left]: textOf(left, line),
        });
    }
  }
  return { dropped, conflicts };
}
