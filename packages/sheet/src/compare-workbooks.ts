import { sameJson } from './same-json.ts';
import type { Cell, Sheet, Workbook } from './workbook.ts';

/** A cell that is not the same on both sides. */
export interface CellChange {
  readonly row: number;
  readonly column: number;
  readonly before: Cell | undefined;
  readonly after: Cell | undefined;
}

export interface SheetChange {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** By rows, then columns. */
  readonly cells: readonly CellChange[];
}

/** A sheet keeps its id while it is renamed; older ones have only a name. */
export function sheetKey({ name, attributes: { id } }: Sheet): string {
  return typeof id === 'string' ? `#${id}` : name;
}

/** The sheet of the other workbook that this one was or became. */
export function partnerOf(sheet: Sheet, others: Workbook): Sheet | undefined {
  const key = sheetKey(sheet);
  return (
    others.find((other) => sheetKey(other) === key) ??
    others.find(({ name, attributes }) => {
      const isUnnamed = attributes['id'] === undefined || sheet.attributes['id'] === undefined;
      return isUnnamed && name === sheet.name;
    })
  );
}

export function cellAt(sheet: Sheet | undefined, row: number, column: number): Cell | undefined {
  return sheet?.rows.get(row)?.cells.get(column);
}

function compareCells(before: Sheet | undefined, after: Sheet | undefined): CellChange[] {
  const changes: CellChange[] = [];
  const rows = new Set([...(before?.rows.keys() ?? []), ...(after?.rows.keys() ?? [])]);
  for (const row of [...rows].toSorted((a, b) => a - b)) {
    const [old, now] = [before?.rows.get(row)?.cells, after?.rows.get(row)?.cells];
    const columns = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
    for (const column of [...columns].toSorted((a, b) => a - b)) {
      const [was, is] = [old?.get(column), now?.get(column)];
      if (!sameJson(was, is)) changes.push({ row, column, before: was, after: is });
    }
  }
  return changes;
}

/** What became of a workbook, sheet by sheet; sheets without a change are left out. */
export function compareWorkbooks(before: Workbook, after: Workbook): SheetChange[] {
  const changes: SheetChange[] = [];
  for (const sheet of after) {
    const old = partnerOf(sheet, before);
    const cells = compareCells(old, sheet);
    const isRenamed = old !== undefined && old.name !== sheet.name;
    if (!old) changes.push({ name: sheet.name, kind: 'added', cells });
    else if (cells.length > 0 || isRenamed)
      changes.push({ name: sheet.name, kind: 'changed', cells });
  }
  for (const sheet of before)
    if (!partnerOf(sheet, after))
      changes.push({ name: sheet.name, kind: 'removed', cells: compareCells(sheet, undefined) });
  return changes;
}
