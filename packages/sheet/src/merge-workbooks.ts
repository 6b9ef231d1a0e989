import { partnerOf } from './compare-workbooks.ts';
import type { Conflict } from './conflicts.ts';
import type { Side } from './merge-lines.ts';
import { mergeSheet } from './merge-sheets.ts';
import type { Moves } from './move-formula.ts';
import { movesTo, planMerge } from './plan-merge.ts';
import type { SheetMerge } from './plan-merge.ts';
import { sameJson } from './same-json.ts';
import type { Sheet, Workbook } from './workbook.ts';

export interface Merged {
  readonly conflicts: readonly Conflict[];
  /** The merged workbook, with theirs where that was chosen and mine at every other conflict. */
  readonly decide: (chosen: ReadonlySet<Conflict>) => Workbook;
}

/** A sheet that one has deleted goes, unless the other has changed it meanwhile. */
function isWanted(base: Sheet | undefined, left: Sheet): boolean {
  return base === undefined || !sameSheet(base, left);
}

function sameSheet(a: Sheet, b: Sheet): boolean {
  if (a.name !== b.name || a.rows.size !== b.rows.size) return false;
  for (const [at, row] of a.rows) {
    const other = b.rows.get(at);
    if (!other || row.cells.size !== other.cells.size) return false;
    for (const [column, cell] of row.cells)
      if (!sameJson(cell, other.cells.get(column))) return false;
  }
  return true;
}

/** Sheets that are on both sides, and those that are on one, in the order of mine. */
function planned(base: Workbook, theirs: Workbook, mine: Workbook): (SheetMerge | Sheet)[] {
  const plans: (SheetMerge | Sheet)[] = [];
  for (const sheet of mine) {
    const [was, their] = [partnerOf(sheet, base), partnerOf(sheet, theirs)];
    if (their) plans.push(planMerge(was, their, sheet));
    else if (isWanted(was, sheet)) plans.push(sheet);
  }
  for (const sheet of theirs)
    if (!partnerOf(sheet, mine) && isWanted(partnerOf(sheet, base), sheet)) plans.push(sheet);
  return plans;
}

/**
 * Changes of two people on what both began with, cell by cell. Rows and columns that one has put in or
 * taken out are known by what stands in them, so cells stay with their rows; formulas follow.
 */
export function mergeWorkbooks(base: Workbook, theirs: Workbook, mine: Workbook): Merged {
  const plans = planned(base, theirs, mine);
  const merges = plans.filter((plan) => 'sheets' in plan);
  const isMoved = merges.some(({ isInStep }) => !isInStep);
  const moves = new Map(
    merges.map((plan) => [
      plan,
      {
        base: movesTo(plan, 'base'),
        theirs: movesTo(plan, 'theirs'),
        mine: movesTo(plan, 'mine'),
      },
    ]),
  );
  const movesOf = (own: SheetMerge) => (side: Side) => (name: string | undefined) => {
    const plan =
      name === undefined ? own : merges.find(({ sheets }) => sheets[side]?.name === name);
    return plan && moves.get(plan)?.[side];
  };
  const made = plans.map((plan) =>
    'sheets' in plan ? mergeSheet(plan, isMoved ? movesOf(plan) : undefined) : plan,
  );
  return {
    conflicts: made.flatMap((sheet) => ('decide' in sheet ? sheet.conflicts : [])),
    decide(chosen) {
      const kept = new Map<string, Moves>();
      for (const sheet of made)
        if ('decide' in sheet) kept.set(sheet.name, sheet.keptMoves(chosen));
      return made.map((sheet) => {
        if (!('decide' in sheet)) return sheet;
        const keptOf = (name: string | undefined) => kept.get(name ?? sheet.name);
        return sheet.decide(chosen, isMoved ? keptOf : undefined);
      });
    },
  };
}
