import { cellName, columnName } from '@octavo/sheet/address';
import type { LineChange, SheetChange } from '@octavo/sheet/compare-workbooks';
import { displayText, type Cell, type Sheet } from '@octavo/sheet/workbook';

/** One difference between two tables: a cell, or a row or column that exists on one side only. */
export interface ChangeEntry {
  readonly kind: 'cell' | 'row' | 'column';
  /** `B5`, `5` or `B`. */
  readonly name: string;
  /** Undefined if it does not exist on this side. */
  readonly current: string | undefined;
  readonly former: string | undefined;
  /** Index in the aligned rows of both tables; 0 for a column. */
  readonly rowIndex: number;
}

/** The texts of a cell; the displayed results if the formula is the same and only its result differs. */
function toCellTexts(before: Cell | undefined, after: Cell | undefined) {
  const isSame = before?.text === after?.text;
  const read = (cell: Cell | undefined) => cell && (isSame ? displayText(cell) : cell.text);
  return { former: read(before), current: read(after) };
}

function lineText(sheet: Sheet | undefined, { line, at }: LineChange): string {
  const cells =
    line === 'row'
      ? [...(sheet?.rows.get(at)?.cells.values() ?? [])]
      : [...(sheet?.rows.values() ?? [])].flatMap(({ cells: row }) => row.get(at) ?? []);
  return cells
    .map(displayText)
    .filter((text) => text !== '')
    .join(' | ');
}

function lineEntry(change: SheetChange, line: LineChange, rowIndex: number): ChangeEntry {
  const isAdded = line.kind === 'added';
  const text = lineText(isAdded ? change.after : change.before, line);
  return {
    kind: line.line,
    name: line.line === 'row' ? String(line.at + 1) : columnName(line.at),
    current: isAdded ? text : undefined,
    former: isAdded ? undefined : text,
    rowIndex,
  };
}

/** The changes of a sheet: columns first, then from top to bottom. */
export function toChangeEntries(change: SheetChange): ChangeEntry[] {
  const columns = change.lines.filter(({ line }) => line === 'column');
  const rows = new Map(
    change.lines
      .filter(({ line }) => line === 'row')
      .map((line) => [`${line.kind} ${line.at}`, line]),
  );
  const cells = Map.groupBy(change.cells, ({ row }) => row);
  return [
    ...columns.map((line) => lineEntry(change, line, 0)),
    ...change.rows.flatMap(({ before, after }, rowIndex): ChangeEntry[] => {
      const line = after === undefined ? rows.get(`removed ${before}`) : rows.get(`added ${after}`);
      if (line) return [lineEntry(change, line, rowIndex)];
      return (cells.get(after ?? -1) ?? []).map((cell) => ({
        kind: 'cell',
        name: cellName(cell.row, cell.column),
        ...toCellTexts(cell.before, cell.after),
        rowIndex,
      }));
    }),
  ];
}
