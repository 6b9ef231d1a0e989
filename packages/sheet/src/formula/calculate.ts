import { asText } from '../as-text.ts';
import { cellStyle } from '../cell-style.ts';
import { plainValue } from '../plain-value.ts';
import { mayHaveFormulas, readWorkbook } from '../read-workbook.ts';
import { extentOf } from '../workbook.ts';
import type { Cell, Row, Sheet, Workbook } from '../workbook.ts';
import { BudgetExceeded, spend, withBudget } from './budget.ts';
import type { CellAddress, Cells, Environment } from './environment.ts';
import { resultOf } from './evaluate.ts';
import { formatHint } from './format-hint.ts';
import { formatValue } from './format.ts';
import { parseFormula, type Node } from './parse.ts';
import {
  ERROR_NAMES,
  errorOf,
  fail,
  FormulaError,
  numberText,
  type ErrorName,
  type Scalar,
} from './values.ts';

/** One step is about the cost of reading one cell. */
const MAX_STEPS = 3_000_000;
/** Maximum nesting of references that are only known at calculation time (INDIRECT, OFFSET). */
const MAX_DYNAMIC_DEPTH = 40;
/** Formulas beyond this number keep their stored results. */
const MAX_FORMULAS = 100_000;
const STEPS_PER_FORMULA = 10;
const GENERAL = 'General';

interface Formula {
  readonly address: CellAddress;
  readonly cell: Cell;
  /** Undefined if not parsed yet or not parsable. */
  node: Node | undefined;
  state: 'new' | 'open' | 'done';
  result: Exclude<Scalar, null>;
  format: string | undefined;
}

interface CellResult {
  readonly value: number | string | boolean;
  readonly shown: string;
  /** The format implied by the function, such as a date or time, for cells without a format of their own. */
  readonly format: string | undefined;
}

const isFormula = ({ text }: Cell) => text.startsWith('=') && text.length > 1;

function tryParse({ cell: { text } }: Formula): Node | undefined {
  spend(1 + (text.length >> 2));
  try {
    return parseFormula(text.slice(1));
  } catch {
    return undefined;
  }
}

/** The value of a cell without calculation. */
function storedValue({ text, value }: Cell): Scalar {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (text === '') return null;
  if (ERROR_NAMES.includes(text as ErrorName)) return errorOf(text as ErrorName);
  if (typeof value === 'string') return value;
  if (text.startsWith('=') && text.length > 1) return errorOf('#CALC!');
  return text.startsWith("'=") ? text.slice(1) : plainValue(text);
}

function chosenFormat(cell: Cell, styles: unknown): string | undefined {
  const ct = cellStyle(cell, styles)['ct'] as { fa?: unknown } | undefined;
  return typeof ct?.fa === 'string' && ct.fa !== GENERAL ? ct.fa : undefined;
}

/** Numbers in the General format are shown with ten decimals at most. */
function generalText(value: number): string {
  const size = Math.abs(value);
  return size >= 1e-4 && size < 1e15 ? numberText(Number(value.toFixed(10))) : numberText(value);
}

function formatResult(value: Exclude<Scalar, null>, format: string | undefined): string {
  if (value instanceof FormulaError) return value.name;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (format !== undefined) return formatValue(value, format);
  return typeof value === 'number' ? generalText(value) : value;
}

/** The local time as a spreadsheet day number. */
function localNow(date = new Date()): number {
  return (date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000 + 25_569;
}

const key = (row: number, column: number) => row * 16_384 + column;

/** A sheet, indexed for the calculation. */
interface CalculationSheet {
  readonly sheet: Sheet;
  readonly extent: { readonly rows: number; readonly columns: number };
  readonly formulas: ReadonlyMap<number, Formula>;
  /** The columns with formulas, by row. */
  readonly byRow: ReadonlyMap<number, readonly number[]>;
}

function indexSheet(sheet: Sheet, at: number, maxCount: number): CalculationSheet {
  const formulas = new Map<number, Formula>();
  const byRow = new Map<number, number[]>();
  for (const [row, { cells }] of sheet.rows)
    for (const [column, cell] of cells) {
      if (!isFormula(cell) || formulas.size >= maxCount) continue;
      const address = { sheet: at, row, column };
      formulas.set(key(row, column), {
        address,
        cell,
        node: undefined,
        state: 'new',
        result: errorOf('#CALC!'),
        format: undefined,
      });
      const columns = byRow.get(row) ?? [];
      columns.push(column);
      byRow.set(row, columns);
    }
  return { sheet, extent: extentOf(sheet), formulas, byRow };
}

/** Calls `take` for each reference in a formula. */
function eachReference(node: Node, take: (range: Extract<Node, { kind: 'range' }>) => void): void {
  const stack: Node[] = [node];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.kind === 'range') take(next);
    else if (next.kind === 'call') stack.push(...next.args);
    else if (next.kind === 'unary') stack.push(next.of);
    else if (next.kind === 'binary') stack.push(next.left, next.right);
  }
}

function createCalculation(workbook: Workbook, maxFormulas: number) {
  let remaining = maxFormulas;
  const sheets = workbook.map((sheet, at) => {
    const read = indexSheet(sheet, at, remaining);
    remaining -= read.formulas.size;
    return read;
  });
  const byName = new Map(workbook.map(({ name }, at) => [name.toLowerCase(), at]));
  const now = localNow();
  let depth = 0;

  const formulaAt = (sheet: number, row: number, column: number) =>
    sheets[sheet]?.formulas.get(key(row, column));
  const cellAt = (sheet: number, row: number, column: number) =>
    sheets[sheet]?.sheet.rows.get(row)?.cells.get(column);

  const cells: Cells = {
    value(sheet, row, column) {
      const formula = formulaAt(sheet, row, column);
      if (!formula) {
        const cell = cellAt(sheet, row, column);
        return cell ? storedValue(cell) : null;
      }
      if (formula.state === 'new') {
        if (depth >= MAX_DYNAMIC_DEPTH) return errorOf('#REF!');
        depth += 1;
        run(formula);
        depth -= 1;
      }
      // The formula is still being calculated, so this is a circular reference.
      return formula.state === 'done' ? formula.result : fail('#REF!');
    },
    isFormula: (sheet, row, column) => formulaAt(sheet, row, column) !== undefined,
    extent: (sheet) => sheets[sheet]?.extent ?? { rows: 0, columns: 0 },
    sheetNamed: (name) => byName.get(name.toLowerCase()),
    format(sheet, row, column) {
      const cell = cellAt(sheet, row, column);
      const own = cell && chosenFormat(cell, sheets[sheet]?.sheet.attributes['styles']);
      return own ?? formulaAt(sheet, row, column)?.format;
    },
    now: () => now,
  };

  /** The formulas that must be calculated before this one. */
  function dependenciesOf({ node, address }: Formula): Formula[] {
    const needed: Formula[] = [];
    if (!node) return needed;
    eachReference(node, ({ sheet: name, from, to }) => {
      const at = name === undefined ? address.sheet : byName.get(name.toLowerCase());
      const sheet = at === undefined ? undefined : sheets[at];
      if (!sheet || sheet.formulas.size === 0) return;
      const [top, bottom] = [from.row ?? 0, to.row ?? sheet.extent.rows - 1];
      const [left, right] = [from.column ?? 0, to.column ?? sheet.extent.columns - 1];
      const last = Math.min(Math.max(top, bottom), sheet.extent.rows - 1);
      for (let row = Math.min(top, bottom); row <= last; row += 1) {
        const columns = sheet.byRow.get(row) ?? [];
        spend(1 + (columns.length >> 2));
        for (const column of columns) {
          if (column < Math.min(left, right) || column > Math.max(left, right)) continue;
          const formula = sheet.formulas.get(key(row, column));
          if (formula?.state === 'new') needed.push(formula);
        }
      }
    });
    return needed;
  }

  function evaluate(formula: Formula): void {
    const { node, address } = formula;
    if (!node) {
      formula.result = errorOf('#NAME?');
      return;
    }
    const env: Environment = { cells, here: address, lastLookup: undefined };
    formula.result = resultOf(node, env);
    if (typeof formula.result === 'number') formula.format = formatHint(node, env);
  }

  /** Uses an explicit stack, because long chains of formulas would overflow the call stack. */
  function run(first: Formula): void {
    const stack = [first];
    for (let formula = stack.at(-1); formula; formula = stack.at(-1)) {
      if (formula.state === 'new') {
        formula.state = 'open';
        formula.node = tryParse(formula);
        for (const needed of dependenciesOf(formula)) stack.push(needed);
        if (stack.at(-1) !== formula) continue;
      }
      if (formula.state === 'open') {
        evaluate(formula);
        formula.state = 'done';
      }
      stack.pop();
    }
  }

  return {
    run() {
      for (const { formulas } of sheets)
        for (const formula of formulas.values()) if (formula.state === 'new') run(formula);
    },
    formulas: () => sheets.map(({ formulas }) => [...formulas.values()]),
    format: (formula: Formula) => {
      const { sheet, row, column } = formula.address;
      return cells.format(sheet, row, column);
    },
    hasFormulas: sheets.some(({ formulas }) => formulas.size > 0),
  };
}

/** The results of all formulas within the budget; undefined if there are no formulas. */
function calculateResults(
  workbook: Workbook,
  steps: number,
): ReadonlyMap<Cell, CellResult> | undefined {
  const calculation = createCalculation(
    workbook,
    Math.min(MAX_FORMULAS, steps / STEPS_PER_FORMULA),
  );
  const results = new Map<Cell, CellResult>();
  if (!calculation.hasFormulas) return undefined;
  withBudget(steps, () => {
    try {
      calculation.run();
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
    }
  });
  for (const formula of calculation.formulas().flat()) {
    if (formula.state !== 'done') continue;
    const { result, cell, format } = formula;
    const value = result instanceof FormulaError ? result.name : result;
    const shown = formatResult(result, calculation.format(formula));
    results.set(cell, { value, shown, format });
  }
  return results;
}

function withResult(cell: Cell, result: CellResult | undefined): Cell {
  const { value: stored, shown: _shown, ...rest } = cell;
  // Formulas that exceeded the budget keep their stored result.
  if (!result) return stored === undefined ? { ...rest, value: '#CALC!' } : cell;
  const { value, shown } = result;
  return { ...rest, value, ...(shown !== asText(value) && { shown }) };
}

function withResults(sheet: Sheet, results: ReadonlyMap<Cell, CellResult>): Sheet {
  const rows = new Map<number, Row>();
  for (const [at, row] of sheet.rows) {
    const isPlain = ![...row.cells.values()].some(isFormula);
    const cells = isPlain
      ? row.cells
      : new Map(
          [...row.cells].map(([column, cell]) => [
            column,
            isFormula(cell) ? withResult(cell, results.get(cell)) : cell,
          ]),
        );
    rows.set(at, isPlain ? row : { ...row, cells });
  }
  return { ...sheet, rows };
}

/** Recalculates the formulas of a workbook. Stored results remain only for formulas beyond the limits. */
export function calculate(workbook: Workbook, steps = MAX_STEPS): Workbook {
  const results = calculateResults(workbook, steps);
  return results ? workbook.map((sheet) => withResults(sheet, results)) : workbook;
}

/** Reads any stored text as a workbook and calculates its formulas. */
export function readCalculated(content: string, steps?: number): Workbook {
  const workbook = readWorkbook(content);
  return mayHaveFormulas(content) ? calculate(workbook, steps) : workbook;
}
