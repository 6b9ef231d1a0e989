import type { FortuneCell, FortuneRow, FortuneSheet } from '../fortune-format.ts';
import { cellsOf } from '../from-fortune.ts';
import { displayText, type Cell, type Row, type Sheet } from '../workbook.ts';
import { calculate } from './calculate.ts';
import { ERROR_NAMES, type ErrorName } from './values.ts';

/** A cell whose displayed result is outdated. */
interface ChangedResult {
  readonly id: string;
  readonly row: number;
  readonly column: number;
  readonly cell: FortuneCell;
}

const isFormula = (cell: FortuneCell | null) => cell?.f !== undefined && cell.f.length > 1;

function typeOf(value: unknown): string {
  if (typeof value === 'number') return 'n';
  if (typeof value === 'boolean') return 'b';
  return ERROR_NAMES.includes(value as ErrorName) ? 'e' : 'g';
}

function withResult(fortune: FortuneCell, cell: Cell): FortuneCell {
  const value = cell.value as string | number | boolean;
  const ct = { ...fortune.ct, fa: fortune.ct?.fa ?? 'General', t: typeOf(value) };
  // A number in a date format keeps the cell type of dates.
  if (typeof value === 'number' && fortune.ct?.t === 'd') ct.t = 'd';
  return { ...fortune, v: value, m: displayText(cell), ct };
}

/**
 * Calculates the formulas of the spreadsheet after each change. FortuneSheet never mutates a row, so
 * converted rows are cached by the identity of the row.
 */
export function createFortuneCalculator(): (sheets: readonly FortuneSheet[]) => ChangedResult[] {
  const rowCache = new WeakMap<FortuneRow, Row>();
  const formulas = new WeakMap<FortuneRow, boolean>();

  function rowOf(fortune: FortuneRow): Row {
    const row = rowCache.get(fortune) ?? { cells: cellsOf(fortune, undefined), attributes: {} };
    rowCache.set(fortune, row);
    return row;
  }
  function hasFormula(row: FortuneRow): boolean {
    const found = formulas.get(row) ?? row.some(isFormula);
    formulas.set(row, found);
    return found;
  }

  return (sheets) => {
    if (!sheets.some(({ data = [] }) => data.some(hasFormula))) return [];
    const workbook = sheets.map(({ name, data = [] }): Sheet => ({
      name,
      rows: new Map(data.map((row, at) => [at, rowOf(row)])),
      rowCount: undefined,
      attributes: {},
    }));
    return calculate(workbook).flatMap(({ rows }, at) => {
      const { id = '', data = [] } = sheets[at] ?? {};
      return data.flatMap((line, row) => {
        if (!hasFormula(line)) return [];
        return line.flatMap((fortune, column): ChangedResult[] => {
          const cell = rows.get(row)?.cells.get(column);
          if (!fortune || !cell || !isFormula(fortune)) return [];
          const made = withResult(fortune, cell);
          const isSame =
            made.v === fortune.v && made.m === fortune.m && made.ct?.t === fortune.ct?.t;
          return isSame ? [] : [{ id, row, column, cell: made }];
        });
      });
    });
  };
}
