import { findMatchingSheet } from './compare-workbooks.ts';
import type { Conflict } from './conflicts.ts';
import type { Side } from './merge-lines.ts';
import { mergeSheet } from './merge-sheets.ts';
import type { Moves } from './move-formula.ts';
import { movesToMerged, planMerge } from './plan-merge.ts';
import type { SheetMerge } from './plan-merge.ts';
import { sameJson } from './same-json.ts';
import type { Sheet, Workbook } from './workbook.ts';

export interface MergeResult {
  readonly conflicts: readonly Conflict[];
  /** The merged workbook with `theirs` for the chosen conflicts and `mine` for all others. */
  readonly decide: (takeTheirs: ReadonlySet<Conflict>) => Workbook;
}

/** A sheet that one side deleted is removed, unless the other side changed it. */
function shouldKeepSheet(base: Sheet | undefined, left: Sheet): boolean {
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

/** Sheets of both sides and of one side, in the order of `mine`; sheets that only `theirs` has come last. */
function planSheets(base: Workbook, theirs: Workbook, mine: Workbook): (SheetMerge | Sheet)[] {
  const plans: (SheetMerge | Sheet)[] = [];
  for (const sheet of mine) {
    const [was, their] = [findMatchingSheet(sheet, base), findMatchingSheet(sheet, theirs)];
    if (their) plans.push(planMerge(was, their, sheet));
    else if (shouldKeepSheet(was, sheet)) plans.push(sheet);
  }
  for (const sheet of theirs)
    if (!findMatchingSheet(sheet, mine) && shouldKeepSheet(findMatchingSheet(sheet, base), sheet))
      plans.push(sheet);
  return plans;
}

/**
 * Three-way merge of two workbooks per cell. Added and removed rows and columns are detected by their content,
 * so cells stay in their rows and columns, and formulas are rewritten accordingly.
 */
export function mergeWorkbooks(base: Workbook, theirs: Workbook, mine: Workbook): MergeResult {
  const plans = planSheets(base, theirs, mine);
  const merges = plans.filter((plan) => 'sheets' in plan);
  const isMoved = merges.some(({ isUnmoved }) => !isUnmoved);
  const moves = new Map(
    merges.map((plan) => [
      plan,
      {
        base: movesToMerged(plan, 'base'),
        theirs: movesToMerged(plan, 'theirs'),
        mine: movesToMerged(plan, 'mine'),
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
    decide(takeTheirs) {
      const kept = new Map<string, Moves>();
      for (const sheet of made)
        if ('decide' in sheet) kept.set(sheet.name, sheet.keptMoves(takeTheirs));
      return made.map((sheet) => {
        if (!('decide' in sheet)) return sheet;
        const keptMovesOf = (name: string | undefined) => kept.get(name ?? sheet.name);
        return sheet.decide(takeTheirs, isMoved ? keptMovesOf : undefined);
      });
    },
  };
}
