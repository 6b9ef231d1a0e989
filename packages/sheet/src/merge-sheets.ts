import { mergesOf } from './address.ts';
import { fatesOfLines, sameCell } from './conflicts.ts';
import type { Conflict } from './conflicts.ts';
import { keptPlaces } from './merge-lines.ts';
import type { Line, Side } from './merge-lines.ts';
import { moveAttributes } from './move-attributes.ts';
import { moveFormula } from './move-formula.ts';
import type { Moves } from './move-formula.ts';
import { cellsOf, isFormula, isThere, movesTo, NO_SHEET } from './plan-merge.ts';
import type { MovesOf, SheetMerge } from './plan-merge.ts';
import { sameJson } from './same-json.ts';
import { mergeAttributes, threeWay } from './three-way.ts';
import { extentOf } from './workbook.ts';
import type { Cell, Row, Sheet } from './workbook.ts';

/** The moves from all merged lines to the kept lines, by the merged name of a sheet; used to rewrite formulas. */
type KeptOf = (sheet: string | undefined) => Moves | undefined;

const SIDES = ['base', 'theirs', 'mine'] as const satisfies readonly Side[];

const isBlank = (cell: Cell | undefined) => cell === undefined || cell.text === '';

/** Executes a merge plan for one sheet. */
export function mergeSheet(plan: SheetMerge, movesOf: MovesOf | undefined) {
  const { sheets, rows, columns } = plan;
  const { theirs = NO_SHEET, mine = NO_SHEET } = sheets;
  const name = String(threeWay(sheets.base?.name, theirs.name, mine.name));

  const cellOf = cellsOf(plan, movesOf);
  const { dropped, conflicts: lineConflicts } = fatesOfLines(plan, cellOf, name);
  const conflicts = [...lineConflicts.values()];

  /** A line conflict is resolved with `theirs` if it is in `chosen`, otherwise with `mine`. */
  const isKept = (chosen: ReadonlySet<Conflict>) => (line: Line) => {
    if (dropped.has(line)) return false;
    const conflict = lineConflicts.get(line);
    return !conflict || (chosen.has(conflict) ? conflict.theirs : conflict.mine) !== undefined;
  };

  const cellConflicts = new Map<string, Conflict>();
  const byMe = isKept(new Set());
  const [placeOfRow, placeOfColumn] = [keptPlaces(rows, byMe), keptPlaces(columns, byMe)];

  function mergeCell(
    at: { row: number; column: number },
    chosen: ReadonlySet<Conflict> | undefined,
  ): Cell | undefined {
    const [row, column] = [rows[at.row], columns[at.column]];
    if (!row || !column) return undefined;
    const [was, their, my] = SIDES.map((side) => cellOf(side, row, column));
    if (!isThere('theirs', row, column)) return isThere('mine', row, column) ? my : was;
    if (!isThere('mine', row, column) || sameJson(was, my)) return their;
    if (sameJson(was, their) || sameCell(their, my) || sameCell(was, their)) return my;
    if (sameCell(was, my)) return their;
    // Formatting an empty cell does not conflict with text entered on the other side.
    if (isBlank(my) && isBlank(was)) return their;
    if (isBlank(their) && isBlank(was)) return my;
    const key = `${at.row}_${at.column}`;
    const known = cellConflicts.get(key);
    if (known) return chosen?.has(known) ? their : my;
    const conflict: Conflict = {
      kind: 'cell',
      sheet: name,
      row: placeOfRow(at.row) ?? row.theirs ?? 0,
      column: placeOfColumn(at.column) ?? column.theirs ?? 0,
      theirs: their?.text ?? '',
      mine: my?.text ?? '',
    };
    cellConflicts.set(key, conflict);
    conflicts.push(conflict);
    return my;
  }

  /** The columns that are filled in a row on any side, as indexes in the merged columns. */
  const places = SIDES.map((side) => movesTo(plan, side).column);
  function filledIn(row: Line): number[] {
    const found = new Set<number>();
    for (const [index, side] of SIDES.entries()) {
      const at = row[side];
      const cells = at === undefined ? undefined : sheets[side]?.rows.get(at)?.cells;
      for (const column of cells?.keys() ?? []) {
        const place = places[index]?.(column);
        if (place !== undefined) found.add(place);
      }
    }
    return [...found].toSorted((a, b) => a - b);
  }

  for (const [at, row] of rows.entries())
    if (!dropped.has(row))
      for (const column of filledIn(row)) mergeCell({ row: at, column }, undefined);

  function attributesIn(kept: Moves) {
    const [was, their, my] = SIDES.map((side) => {
      const { attributes } = sheets[side] ?? NO_SHEET;
      return plan.isInStep ? attributes : moveAttributes(attributes, movesTo(plan, side));
    });
    const merged = mergeAttributes(was ?? {}, their ?? {}, my ?? {});
    return plan.isInStep ? merged : moveAttributes(merged, kept);
  }

  function rowCountIn(filled: number): number | undefined {
    const [was, their, my] = [sheets.base?.rowCount, theirs.rowCount, mine.rowCount];
    if (was === undefined || their === undefined || my === undefined || their === my)
      return my ?? their;
    return Math.max(their + my - was, filled);
  }

  /** The merged sheet with `theirs` for the chosen conflicts and `mine` for all others. */
  function decide(chosen: ReadonlySet<Conflict>, keptOf: KeptOf | undefined): Sheet {
    const kept = keptMoves(chosen);
    const made = new Map<number, Row>();
    for (const [at, row] of rows.entries()) {
      const place = kept.row(at);
      if (place === undefined) continue;
      const cells = new Map<number, Cell>();
      for (const column of filledIn(row)) {
        const to = kept.column(column);
        const cell = to === undefined ? undefined : mergeCell({ row: at, column }, chosen);
        if (to !== undefined && cell)
          cells.set(
            to,
            keptOf && isFormula(cell) ? { ...cell, text: moveFormula(cell.text, keptOf) } : cell,
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
      attributes: attributesIn(kept),
    };
    return {
      ...(plan.isInStep ? sheet : withJoined(sheet)),
      rowCount: rowCountIn(extentOf(sheet).rows),
    };
  }

  function keptMoves(chosen: ReadonlySet<Conflict>): Moves {
    const keep = isKept(chosen);
    return { row: keptPlaces(rows, keep), column: keptPlaces(columns, keep) };
  }
  return { name, conflicts, decide, keptMoves };
}

/** Recomputes the `merge` field of cells, which repeats the sheet's merges, after lines were moved. */
function withJoined(sheet: Sheet): Sheet {
  const begins = new Map(
    mergesOf(sheet.attributes).map(({ from, to }) => [
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
