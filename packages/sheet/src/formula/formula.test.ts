import { describe, expect, it } from 'vitest';
import { readWorkbook } from '../read-workbook.ts';
import { displayText, type Workbook } from '../workbook.ts';
import { calculate, readCalculated } from './calculate.ts';
import {
  FORMULAS,
  MISSING_SHEETS,
  NO_BOOLEANS_IN_LIBREOFFICE,
  UNKNOWN_TO_LIBREOFFICE,
  workbookOf,
} from '../../tests/formula/corpus.ts';
import results from '../../tests/formula/libreoffice-results.json' with { type: 'json' };
import { isSameResult, type Result } from '../../tests/formula/same-result.ts';

const stored = new Map<string, Result>(Object.entries(results));

function valuesOf(formulas: readonly string[]): unknown[] {
  const sheet = calculate(workbookOf(formulas)).at(-1);
  return [...(sheet?.rows.values() ?? [])].map(({ cells }) => cells.get(0)?.value);
}

const subjects = [...new Set(FORMULAS.map(({ subject }) => subject))];

describe('formulas', () => {
  it('of the corpus: at least 400, each with a LibreOffice result', () => {
    expect(FORMULAS.length).toBeGreaterThanOrEqual(400);
    expect([...stored.keys()].toSorted()).toEqual(
      FORMULAS.map(({ formula }) => formula).toSorted(),
    );
  });

  it.each(subjects)('return the same results as LibreOffice: %s', (subject) => {
    const formulas = FORMULAS.filter((one) => one.subject === subject).map(
      ({ formula }) => formula,
    );
    const differing = valuesOf(formulas).flatMap((ours, at) => {
      const formula = formulas[at] ?? '';
      const theirs = stored.get(formula) ?? '';
      return isSameResult(subject, ours, theirs) ? [] : [{ formula, ours, theirs }];
    });
    expect(differing).toEqual([]);
  });

  it.each([
    ['LibreOffice 7.4 does not know', UNKNOWN_TO_LIBREOFFICE],
    ['distinguish booleans from numbers', NO_BOOLEANS_IN_LIBREOFFICE],
    ['name a sheet that does not exist', MISSING_SHEETS],
  ])('return the same results as Excel where they %s', (_what, expected) => {
    const formulas = Object.keys(expected);
    const values = valuesOf(formulas);
    expect(Object.fromEntries(formulas.map((formula, at) => [formula, values[at]]))).toEqual(
      expected,
    );
  });
});

/** A workbook with one sheet, as JSON. */
const sheetOf = (...rows: unknown[][]) =>
  JSON.stringify([{ name: 'S', rows: rows.map((row) => row) }]);

function shownIn(workbook: Workbook): string[][] {
  return [...(workbook[0]?.rows.values() ?? [])].map(({ cells }) =>
    [...cells.values()].map(displayText),
  );
}

describe('results', () => {
  it('show errors by name and dates in a date format', () => {
    const day = { text: '2020-01-15', value: 43_845, look: { ct: { fa: 'yyyy-MM-dd', t: 'd' } } };
    const content = sheetOf(
      ['=1/0', '=DATE(2020,1,15)', '=TIME(6,30,0)', '=NA()'],
      [day, '=A2+1', '=A2-A2', '=MAX(A2:A2)'],
      ['=VLOOKUP(43845,A2:A2,1,FALSE)', '=TEXT(7,"000")', '=1=1', '=1/3'],
    );
    expect(shownIn(readCalculated(content))).toEqual([
      ['#DIV/0!', '2020-01-15', '06:30:00', '#N/A'],
      ['2020-01-15', '2020-01-16', '0', '2020-01-15'],
      ['2020-01-15', '007', 'TRUE', '0.3333333333'],
    ]);
  });

  it('use the number format of the cell', () => {
    const cell = (text: string, fa: string) => ({ text, look: { ct: { fa, t: 'n' } } });
    const content = sheetOf([
      cell('=1234.5', '#,##0.00'),
      cell('=0.256', '0.0%'),
      cell('=DATE(2020,1,5)', 'd/m/yyyy'),
      cell('="x"', '0.00'),
    ]);
    expect(shownIn(readCalculated(content))).toEqual([['1,234.50', '25.6%', '5/1/2020', 'x']]);
  });

  it('replace the stored result and leave all other attributes unchanged', () => {
    const content = sheetOf(['5', { text: '=A1*2', value: 99, shown: 'DIV/0', note: 'kept' }]);
    const cell = readCalculated(content)[0]?.rows.get(0)?.cells.get(1);
    expect(cell).toEqual({ text: '=A1*2', value: 10, note: 'kept' });
  });

  it('resolve references to sheets with Chinese and quoted names', () => {
    const content = JSON.stringify([
      { name: '数据', rows: [['2', "='it''s 2'!A1+1"]] },
      { name: "it's 2", rows: [['=数据!A1*10']] },
    ]);
    expect(shownIn(readCalculated(content))).toEqual([['2', '21']]);
  });
});

describe('a malicious table', () => {
  const column = (length: number, text: (row: number) => string) =>
    sheetOf(...Array.from({ length }, (_, row) => [text(row)]));
  const last = (content: string) => {
    const rows = shownIn(readCalculated(content));
    return rows.at(-1)?.[0];
  };

  it('can have a chain of ten thousand formulas in either direction', () => {
    expect(last(column(10_000, (row) => (row === 0 ? '1' : `=A${row}+1`)))).toBe('10000');
    const upwards = column(10_000, (row) => (row === 9999 ? '1' : `=A${row + 2}+1`));
    expect(shownIn(readCalculated(upwards))[0]).toEqual(['10000']);
  });

  it('shows an error for circular references', () => {
    const content = sheetOf(['=B1', '=C1+1', '=SUM(A1:B1)'], ['=A2', '=1+1', '=SUM(C:C)']);
    expect(shownIn(readCalculated(content))).toEqual([
      ['#REF!', '#REF!', '#REF!'],
      ['#REF!', '2', '#REF!'],
    ]);
  });

  it('stops at the step limit; other formulas keep their stored results', () => {
    const content = sheetOf(
      ...Array.from({ length: 10_000 }, (_, row) => [
        { text: `=SUM(A$1:A$10000)*${row}+SUM(C1:C10000)`, value: 7 },
        { text: `=SUMPRODUCT((C1:C10000=C1:C10000)*1)` },
        String(row),
      ]),
    );
    const [, second = []] = shownIn(readCalculated(content, 300_000)).slice(-2);
    expect(second.slice(0, 2)).toEqual(['7', '#CALC!']);
  });

  it.each([
    ['=REPT("x",1E9)', '#VALUE!'],
    ['=REPT(REPT("x",30000),30000)', '#VALUE!'],
    ['=SUBSTITUTE(REPT("a",30000),"a",REPT("b",30000))', '#VALUE!'],
    [`=${'('.repeat(4000)}1${')'.repeat(4000)}`, '#NAME?'],
    [`=${'-'.repeat(4000)}1`, '#NAME?'],
    [`=1${'+1'.repeat(4000)}`, '4001'],
    [`=${'IF(TRUE,'.repeat(500)}1${')'.repeat(500)}`, '#NAME?'],
    ['=COUNTA(A:XFD)', '#REF!'],
    ['=COUNTBLANK(B1:XFD1048576)', '17178820608'],
    ['=SUM(SEQUENCE(1E6,1E6))', '#VALUE!'],
    ['=FACT(1E9)', '#NUM!'],
    ['=PERMUT(1E12,1E11)', '#NUM!'],
    ['=COMBIN(1E12,5E11)', '#NUM!'],
    ['=POISSON(1E9,1E9,TRUE)', '#NUM!'],
    ['=BASE(5,2,1E9)', '#NUM!'],
    ['=NETWORKDAYS(1,2900000)', '2071429'],
    ['=WORKDAY(1,1E9)', '#NUM!'],
    ['=INDIRECT("A1")', '#REF!'],
    ['=SEARCH(REPT("*a",120)&"b",REPT("a",30000))', '#CALC!'],
    ['=ROMAN(1E9)', '#NUM!'],
    ['=TEXT(1,REPT("0",30000))', '#VALUE!'],
    ['=constructor(1)', '#NAME?'],
    ['=__proto__(1)', '#NAME?'],
    ['=utils.errors(1)', '#NAME?'],
  ])('returns a bounded result for %s', (formula, expected) => {
    expect(last(sheetOf([formula]))).toBe(expected);
  });

  it('is returned unchanged without formulas', () => {
    const workbook = readWorkbook(sheetOf(['1', 'x']));
    expect(calculate(workbook)).toBe(workbook);
  });
});
