import type { EngineCell, EngineRow, EngineSheet } from '../engine.ts';
import { cellsOf } from '../from-engine.ts';
import { shownText, type Cell, type Row, type Sheet } from '../workbook.ts';
import { calculate } from './calculate.ts';
import { ERROR_NAMES, type ErrorName } from './values.ts';

/** A cell whose displayed result is outdated. */
interface ChangedResult {
  readonly id: string;
  readonly row: number;
  readonly column: number;
  readonly cell: EngineCell;
}

const isFormula = (cell: EngineCell | null) => cell?.f !== undefined && cell.f.length > 1;

function typeOf(value: unknown): string {
  if (typeof value === 'number') return 'n';
  if (typeof value === 'boolean') return 'b';
  return ERROR_NAMES.includes(value as ErrorName) ? 'e' : 'g';
}

function withResult(engine: EngineCell, cell: Cell): EngineCell {
  const value = cell.value as string | number | boolean;
  const ct = { ...engine.ct, fa: engine.ct?.fa ?? 'General', t: typeOf(value) };
  // A number in a date format keeps the cell type of dates.
  if (typeof value === 'number' && engine.ct?.t === 'd') ct.t = 'd';
  return { ...engine, v: value, m: shownText(cell), ct };
}

/**
 * Calculates the formulas of the spreadsheet after each change. FortuneSheet never mutates a row, so
 * converted rows are cached by the identity of the row.
 */
export function createEngineCalculator(): (sheets: readonly EngineSheet[]) => ChangedResult[] {
  const known = new WeakMap<EngineRow, Row>();
  const formulas = new WeakMap<EngineRow, boolean>();

  function rowOf(engine: EngineRow): Row {
    const row = known.get(engine) ?? { cells: cellsOf(engine, undefined), attributes: {} };
    known.set(engine, row);
    return row;
  }
  function hasFormula(row: EngineRow): boolean {
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
        return line.flatMap((engine, column): ChangedResult[] => {
          const cell = rows.get(row)?.cells.get(column);
          if (!engine || !cell || !isFormula(engine)) return [];
          const made = withResult(engine, cell);
          const isSame = made.v === engine.v && made.m === engine.m && made.ct?.t === engine.ct?.t;
          return isSame ? [] : [{ id, row, column, cell: made }];
        });
      });
    });
  };
}
