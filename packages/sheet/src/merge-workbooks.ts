import { cellAt, partnerOf } from './compare-workbooks.ts';
import { sameJson } from './same-json.ts';
import type { Attributes, Cell, Row, Sheet, Workbook } from './workbook.ts';

/** A cell that both have changed, each in another way: a person decides. */
export interface CellConflict {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly base: Cell | undefined;
  readonly theirs: Cell | undefined;
  readonly mine: Cell | undefined;
}

export interface Merged {
  /** With mine in place of every conflict. */
  readonly workbook: Workbook;
  readonly conflicts: readonly CellConflict[];
}

/** Mine where I changed it, theirs where I did not. */
function threeWay<Value>(base: Value, theirs: Value, mine: Value): Value {
  return sameJson(base, mine) ? theirs : mine;
}

function mergeAttributes(base: Attributes, theirs: Attributes, mine: Attributes): Attributes {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const merged: [string, unknown][] = [];
  for (const name of names) {
    const value = threeWay(base[name], theirs[name], mine[name]);
    if (value !== undefined) merged.push([name, value]);
  }
  return Object.fromEntries(merged);
}

const EMPTY_ROW: Row = { cells: new Map(), attributes: {} };

const isBlank = (cell: Cell | undefined) => cell === undefined || cell.text === '';

function mergeSheet(base: Sheet | undefined, theirs: Sheet, mine: Sheet) {
  const conflicts: CellConflict[] = [];
  const name = threeWay(base?.name, theirs.name, mine.name) ?? mine.name;

  function mergeCell(row: number, column: number): Cell | undefined {
    const [was, their, my] = [base, theirs, mine].map((sheet) => cellAt(sheet, row, column));
    if (sameJson(their, my) || sameJson(was, their)) return my;
    if (sameJson(was, my)) return their;
    // One who formats an empty cell stands in nobody's way.
    if (isBlank(my) && isBlank(was)) return their;
    if (isBlank(their) && isBlank(was)) return my;
    conflicts.push({ sheet: name, row, column, base: was, theirs: their, mine: my });
    return my;
  }

  function mergeRow(at: number): Row {
    const [was = EMPTY_ROW, their = EMPTY_ROW, my = EMPTY_ROW] = [base, theirs, mine].map((sheet) =>
      sheet?.rows.get(at),
    );
    const cells = new Map<number, Cell>();
    const columns = new Set([...their.cells.keys(), ...my.cells.keys()]);
    for (const column of [...columns].toSorted((a, b) => a - b)) {
      const cell = mergeCell(at, column);
      if (cell) cells.set(column, cell);
    }
    return { cells, attributes: mergeAttributes(was.attributes, their.attributes, my.attributes) };
  }

  const rows = new Map<number, Row>();
  const all = new Set([...theirs.rows.keys(), ...mine.rows.keys()]);
  for (const at of [...all].toSorted((a, b) => a - b)) {
    const row = mergeRow(at);
    if (row.cells.size > 0 || Object.keys(row.attributes).length > 0) rows.set(at, row);
  }
  const sheet: Sheet = {
    name,
    rows,
    rowCount: threeWay(base?.rowCount, theirs.rowCount, mine.rowCount),
    attributes: mergeAttributes(base?.attributes ?? {}, theirs.attributes, mine.attributes),
  };
  return { sheet, conflicts };
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

/** Changes of two people on what both began with, cell by cell; the order of sheets is mine. */
export function mergeWorkbooks(base: Workbook, theirs: Workbook, mine: Workbook): Merged {
  const conflicts: CellConflict[] = [];
  const sheets: Sheet[] = [];
  for (const sheet of mine) {
    const [was, their] = [partnerOf(sheet, base), partnerOf(sheet, theirs)];
    if (their) {
      const merged = mergeSheet(was, their, sheet);
      sheets.push(merged.sheet);
      conflicts.push(...merged.conflicts);
    } else if (isWanted(was, sheet)) sheets.push(sheet);
  }
  for (const sheet of theirs)
    if (!partnerOf(sheet, mine) && isWanted(partnerOf(sheet, base), sheet)) sheets.push(sheet);
  return { workbook: sheets, conflicts };
}

/** The merged workbook with their cell in place of mine where that was decided. */
export function withTheirs(merged: Merged, chosen: ReadonlySet<CellConflict>): Workbook {
  return merged.workbook.map((sheet) => {
    const here = merged.conflicts.filter(
      (conflict) => conflict.sheet === sheet.name && chosen.has(conflict),
    );
    if (here.length === 0) return sheet;
    const rows = new Map(sheet.rows);
    for (const { row, column, theirs } of here) {
      const { cells, attributes } = rows.get(row) ?? EMPTY_ROW;
      const next = new Map(cells);
      if (theirs) next.set(column, theirs);
      else next.delete(column);
      rows.set(row, { cells: next, attributes });
    }
    return { ...sheet, rows };
  });
}
