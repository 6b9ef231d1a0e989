import type { LineMapping } from './align-lines.ts';
import { alignSheets, isUnmoved } from './align-sheets.ts';
import { moveFormula } from './move-formula.ts';
import type { Moves } from './move-formula.ts';
import { sameJson } from './same-json.ts';
import type { Cell, Sheet, Workbook } from './workbook.ts';

/** A cell that differs, at its address in the newer workbook. */
export interface CellChange {
  readonly row: number;
  readonly column: number;
  readonly before: Cell | undefined;
  readonly after: Cell | undefined;
}

/** An added or removed row or column, with its index after or before the change. */
export interface LineChange {
  readonly kind: 'added' | 'removed';
  readonly line: 'row' | 'column';
  readonly at: number;
}

export interface SheetChange {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: Sheet | undefined;
  readonly after: Sheet | undefined;
  /** The alignment of rows and columns. */
  readonly rows: readonly LineMapping[];
  readonly columns: readonly LineMapping[];
  readonly lines: readonly LineChange[];
  /** Changed cells in rows and columns that exist on both sides, ordered by row, then column. */
  readonly cells: readonly CellChange[];
}

/** A sheet keeps its id when it is renamed; legacy sheets have only a name. */
export function sheetKey({ name, attributes: { id } }: Sheet): string {
  return typeof id === 'string' ? `#${id}` : name;
}

/** Finds the corresponding sheet in another workbook, by id or name. */
export function findMatchingSheet(sheet: Sheet, others: Workbook): Sheet | undefined {
  const key = sheetKey(sheet);
  return (
    others.find((other) => sheetKey(other) === key) ??
    others.find(({ name, attributes }) => {
      const hasNoId = attributes['id'] === undefined || sheet.attributes['id'] === undefined;
      return hasNoId && name === sheet.name;
    })
  );
}

const EMPTY_SHEET: Sheet = { name: '', rows: new Map(), rowCount: undefined, attributes: {} };

/** Maps the index of a line to its new index. Lines after the last known line are shifted by the same offset. */
function toMove(mappings: readonly LineMapping[]): (at: number) => number | undefined {
  const places = new Map(mappings.map(({ before, after }) => [before, after]));
  const [last] = mappings.filter(({ before }) => before !== undefined).slice(-1);
  const by = (last?.after ?? 0) - (last?.before ?? 0);
  return (at) => (places.has(at) ? places.get(at) : at + by);
}

function lineChanges(mappings: readonly LineMapping[], line: LineChange['line']): LineChange[] {
  return mappings.flatMap(({ before, after }): LineChange[] => {
    if (before === undefined && after !== undefined) return [{ kind: 'added', line, at: after }];
    if (after === undefined && before !== undefined) return [{ kind: 'removed', line, at: before }];
    return [];
  });
}

function compareSheets(before = EMPTY_SHEET, after = EMPTY_SHEET) {
  const { rows, columns } = alignSheets(before, after);
  const moves: Moves = { row: toMove(rows), column: toMove(columns) };
  const isMoved = !isUnmoved(rows) || !isUnmoved(columns);
  const previousColumns = new Map(columns.map((step) => [step.after, step.before]));
  const pairedRows = rows.filter((step) => step.before !== undefined && step.after !== undefined);

  /** The cell as it would be if only its position had changed. */
  const withMovedFormula = (cell: Cell | undefined): Cell | undefined =>
    isMoved && cell?.text.startsWith('=')
      ? {
          ...cell,
          text: moveFormula(cell.text, (name) => (name === undefined ? moves : undefined)),
        }
      : cell;

  const cells = pairedRows.flatMap(({ before: old = 0, after: row = 0 }) => {
    const [was, is] = [before.rows.get(old)?.cells, after.rows.get(row)?.cells];
    const places = new Set(is?.keys());
    for (const column of was?.keys() ?? []) {
      const place = moves.column(column);
      if (place !== undefined) places.add(place);
    }
    return [...places]
      .toSorted((a, b) => a - b)
      .flatMap((column): CellChange[] => {
        const from = previousColumns.has(column) ? previousColumns.get(column) : column;
        if (from === undefined) return [];
        const [cell, now] = [was?.get(from), is?.get(column)];
        return sameJson(withMovedFormula(cell), now)
          ? []
          : [{ row, column, before: cell, after: now }];
      });
  });
  const lines = [...lineChanges(rows, 'row'), ...lineChanges(columns, 'column')];
  return { rows, columns, lines, cells };
}

/** The changes between two workbooks per sheet; unchanged sheets are omitted. */
export function compareWorkbooks(before: Workbook, after: Workbook): SheetChange[] {
  const changes: SheetChange[] = [];
  for (const sheet of after) {
    const old = findMatchingSheet(sheet, before);
    const compared = compareSheets(old, sheet);
    const { name } = sheet;
    const isSame = old?.name === name && compared.cells.length + compared.lines.length === 0;
    if (!isSame)
      changes.push({
        name,
        kind: old ? 'changed' : 'added',
        before: old,
        after: sheet,
        ...compared,
      });
  }
  for (const sheet of before)
    if (!findMatchingSheet(sheet, after)) {
      const compared = compareSheets(sheet, undefined);
      changes.push({
        name: sheet.name,
        kind: 'removed',
        before: sheet,
        after: undefined,
        ...compared,
      });
    }
  return changes;
}
