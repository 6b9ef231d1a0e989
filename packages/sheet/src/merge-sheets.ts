import { mergedAreas } from './address.ts';
import { resolveRemovedLines, sameCell } from './conflicts.ts';
import type { Conflict } from './conflicts.ts';
import { toKeptPosition } from './merge-lines.ts';
import type { MergedLine, Side } from './merge-lines.ts';
import { moveAttributes } from './move-attributes.ts';
import { moveFormula } from './move-formula.ts';
import type { Moves } from './move-formula.ts';
import { cellsOf, isFormula, existsOn, movesToMerged, EMPTY_SHEET } from './plan-merge.ts';
import type { MovesOf, SheetMerge } from './plan-merge.ts';
import { sameJson } from './same-json.ts';
import { mergeAttributes, mergeThreeWay } from './three-way.ts';
import { extentOf } from './workbook.ts';
import type { Cell, Row, Sheet } from './workbook.ts';

/** The moves from all merged lines to the kept lines, by the merged name of a sheet; used to rewrite formulas. */
type KeptMovesOf = (sheet: string | undefined) => Moves | undefined;

const SIDES = ['base', 'theirs', 'mine'] as const satisfies readonly Side[];

const isBlank = (cell: Cell | undefined) => cell === undefined || cell.text === '';

/** Executes a merge plan for one sheet. */
export function mergeSheet(plan: SheetMerge, movesOf: MovesOf | undefined) {
  const { sheets, rows, columns } = plan;
  const { theirs = EMPTY_SHEET, mine = EMPTY_SHEET } = sheets;
  const name = String(mergeThreeWay(sheets.base?.name, theirs.name, mine.name));

  const cellOf = cellsOf(plan, movesOf);
  const { dropped, conflicts: lineConflicts } = resolveRemovedLines(plan, cellOf, name);
  const conflicts = [...lineConflicts.values()];

  /** A line conflict is resolved with `theirs` if it is in `takeTheirs`, otherwise with `mine`. */
  const isKept = (takeTheirs: ReadonlySet<Conflict>) => (line: MergedLine) => {
    if (dropped.has(line)) return false;
    const conflict = lineConflicts.get(line);
    return !conflict || (takeTheirs.has(conflict) ? conflict.theirs : conflict.mine) !== undefined;
  };

  const cellConflicts = new Map<string, Conflict>();
  const isKeptByDefault = isKept(new Set());
  const [rowPosition, columnPosition] = [
    toKeptPosition(rows, isKeptByDefault),
    toKeptPosition(columns, isKeptByDefault),
  ];

  function mergeCell(
    at: { row: number; column: number },
    takeTheirs: ReadonlySet<Conflict> | undefined,
  ): Cell | undefined {
    const [row, column] = [rows[at.row], columns[at.column]];
    if (!row || !column) return undefined;
    const [was, their, my] = SIDES.map((side) => cellOf(side, row, column));
    if (!existsOn('theirs', row, column)) return existsOn('mine', row, column) ? my : was;
    if (!existsOn('mine', row, column) || sameJson(was, my)) return their;
    if (sameJson(was, their) || sameCell(their, my) || sameCell(was, their)) return my;
    if (sameCell(was, my)) return their;
    // Formatting an empty cell does not conflict with text entered on the other side.
    if (isBlank(my) && isBlank(was)) return their;
    if (isBlank(their) && isBlank(was)) return my;
    const key = `${at.row}_${at.column}`;
    const existingConflict = cellConflicts.get(key);
    if (existingConflict) return takeTheirs?.has(existingConflict) ? their : my;
    const conflict: Conflict = {
      kind: 'cell',
      sheet: name,
      row: rowPosition(at.row) ?? row.theirs ?? 0,
      column: columnPosition(at.column) ?? column.theirs ?? 0,
      theirs: their?.text ?? '',
      mine: my?.text ?? '',
    };
    cellConflicts.set(key, conflict);
    conflicts.push(conflict);
    return my;
  }

  /** The columns that are filled in a row on any side, as indexes in the merged columns. */
  const columnMoves = SIDES.map((side) => movesToMerged(plan, side).column);
  function filledColumns(row: MergedLine): number[] {
    const found = new Set<number>();
    for (const [index, side] of SIDES.entries()) {
      const at = row[side];
      const cells = at === undefined ? undefined : sheets[side]?.rows.get(at)?.cells;
      for (const column of cells?.keys() ?? []) {
        const place = columnMoves[index]?.(column);
        if (place !== undefined) found.add(place);
      }
    }
    return [...found].toSorted((a, b) => a - b);
  }

  for (const [at, row] of rows.entries())
    if (!dropped.has(row))
      for (const column of filledColumns(row)) mergeCell({ row: at, column }, undefined);

  function mergeSheetAttributes(kept: Moves) {
    const [was, their, my] = SIDES.map((side) => {
      const { attributes } = sheets[side] ?? EMPTY_SHEET;
      return plan.isUnmoved ? attributes : moveAttributes(attributes, movesToMerged(plan, side));
    });
    const merged = mergeAttributes(was ?? {}, their ?? {}, my ?? {});
    return plan.isUnmoved ? merged : moveAttributes(merged, kept);
  }

  function mergeRowCount(filled: number): number | undefined {
    const [was, their, my] = [sheets.base?.rowCount, theirs.rowCount, mine.rowCount];
    if (was === undefined || their === undefined || my === undefined || their === my)
      return my ?? their;
    return Math.max(their + my - was, filled);
  }

  /** The merged sheet with `theirs` for the chosen conflicts and `mine` for all others. */
  function decide(takeTheirs: ReadonlySet<Conflict>, keptMovesOf: KeptMovesOf | undefined): Sheet {
    const kept = keptMoves(takeTheirs);
    const made = new Map<number, Row>();
    for (const [at, row] of rows.entries()) {
      const place = kept.row(at);
      if (place === undefined) continue;
      const cells = new Map<number, Cell>();
      for (const column of filledColumns(row)) {
        const to = kept.column(column);
        const cell = to === undefined ? undefined : mergeCell({ row: at, column }, takeTheirs);
        if (to !== undefined && cell)
          cells.set(
            to,
            keptMovesOf && isFormula(cell)
              ? { ...cell, text: moveFormula(cell.text, keptMovesOf) }
              : cell,
          );
      }
      const [was, their, my] = SIDES.map((side) => {
        const of = row[side];
        return (of === undefined ? undefined : sheets[side]?.rows.get(of)?.attributes) ?? {};
      });
      const attributes = mergeAttributes(was ?? {}, their ?? {}, my ?? {});
      if (cells.size > 0 || Object.keys(attributes).length > 0)
        made.set(place, { cells, attributes });
    }
    const sheet: Sheet = {
      name,
      rows: made,
      rowCount: undefined,
      attributes: mergeSheetAttributes(kept),
    };
    return {
      ...(plan.isUnmoved ? sheet : withMergeFields(sheet)),
      rowCount: mergeRowCount(extentOf(sheet).rows),
    };
  }

  function keptMoves(takeTheirs: ReadonlySet<Conflict>): Moves {
    const keep = isKept(takeTheirs);
    return { row: toKeptPosition(rows, keep), column: toKeptPosition(columns, keep) };
  }
  return { name, conflicts, decide, keptMoves };
}

/** Recomputes the `merge` field of cells, which repeats the sheet's merges, after lines were moved. */
function withMergeFields(sheet: Sheet): Sheet {
  const begins = new Map(
    mergedAreas(sheet.attributes).map(({ from, to }) => [
      `${from.row}_${from.column}`,
      [to.row - from.row, to.column - from.column],
    ]),
  );
  const rows = [...sheet.rows].map(([at, row]): [number, Row] => {
    if (![...row.cells.values()].some(({ merge }) => merge !== undefined)) return [at, row];
    const cells = [...row.cells].map(([column, cell]): [number, Cell] => {
      const { merge: _merge, ...rest } = cell;
      const merge = begins.get(`${at}_${column}`);
      return [column, merge ? { ...rest, merge } : rest];
    });
    return [at, { ...row, cells: new Map(cells) }];
  });
  return { ...sheet, rows: new Map(rows) };
}
