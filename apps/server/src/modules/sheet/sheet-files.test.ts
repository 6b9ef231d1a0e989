import { compareWorkbooks } from '@octavo/sheet/compare-workbooks';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { TEST_TIMEOUT_MS, RUNS, workbook } from '@octavo/sheet/tests/workbooks';
import type { Workbook } from '@octavo/sheet/workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCsv, toCsv } from './csv.ts';
import { fromXlsx } from './read-xlsx.ts';
import { toXlsx } from './write-xlsx.ts';

const stored = (cells: Record<string, object>, more: object = {}) =>
  readWorkbook(JSON.stringify([{ name: 'S', rows: { 0: { cells } }, ...more }]));

async function roundTrip(made: Workbook): Promise<Workbook> {
  return fromXlsx(await toXlsx(readWorkbook(writeWorkbook(made))));
}

describe('an Excel file', () => {
  it(
    'round-trips every workbook: texts, formulas with results, merged cells',
    async () => {
      await fc.assert(
        fc.asyncProperty(workbook, async (made) => {
          const read = await roundTrip(made);
          expect(compareWorkbooks(made, read)).toEqual([]);
          expect(read.map(({ name }) => name)).toEqual(made.map(({ name }) => name));
          expect(read.map(({ attributes }) => attributes['merges'])).toEqual(
            made.map(({ attributes }) => attributes['merges']),
          );
        }),
        { numRuns: RUNS },
      );
    },
    TEST_TIMEOUT_MS,
  );

  it.each([
    ['digits that are text', { text: '12', value: '12' }],
    ['a date', { text: '2023-03-15', value: 45_000, look: { ct: { fa: 'yyyy-mm-dd', t: 'd' } } }],
    ['a boolean', { text: 'TRUE', value: true }],
    ['text that starts like a formula', { text: "'=1+1" }],
    ['text that looks like an escape', { text: '_x0041_' }],
    ['a style', { text: 'x', look: { bl: 1, fc: '#ff0000', bg: '#00ff00', ht: 0, tb: '2' } }],
  ])('keeps %s', async (_what, cell) => {
    const made = stored({ 0: cell });
    expect(compareWorkbooks(made, await roundTrip(made))).toEqual([]);
  });

  it('keeps widths, heights and frozen panes', async () => {
    const made = readWorkbook(
      JSON.stringify([
        {
          name: 'S',
          freeze: 'B2',
          cols: { 0: { width: 210 } },
          rows: { 2: { cells: { 0: { text: 'x' } }, height: 40 } },
        },
      ]),
    );
    const [read] = await roundTrip(made);
    expect(read?.attributes).toMatchObject({ freeze: 'B2', cols: { 0: { width: 210 } } });
    expect(read?.rows.get(2)?.attributes).toEqual({ height: 40 });
  });

  it('gives sheets valid and unique names', async () => {
    const long = 'x'.repeat(40);
    const made = ['a/b', 'A b', long, long].map((name) => ({
      name,
      rows: new Map(),
      rowCount: undefined,
      attributes: {},
    }));
    const names = (await roundTrip(made)).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['a b', 'A b (2)']);
    expect(new Set(names).size).toBe(4);
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(31);
  });
});

describe('CSV', () => {
  it('round-trips cell texts', () => {
    const made = stored({ 0: { text: 'a,"b"' }, 1: { text: 'two\nlines' }, 3: { text: '表格' } });
    const csv = toCsv(made[0] as Workbook[0]);
    expect(compareWorkbooks(made, fromCsv(Buffer.from(csv), 'S'))).toEqual([]);
  });

  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx'])(
    'escapes formulas against CSV injection: %j',
    (text) => {
      const [sheet] = stored({ 0: { text, value: text } });
      const csv = toCsv(sheet as Workbook[0]).replace(/^\uFEFF"?/, '');
      expect(csv.startsWith("'")).toBe(true);
    },
  );

  it('leaves numbers unchanged and contains results instead of formulas', () => {
    const [sheet] = stored({ 0: { text: '-5' }, 1: { text: '=A1*2', value: -10 } });
    expect(toCsv(sheet as Workbook[0])).toBe('\uFEFF-5,-10\r\n');
  });

  it('is read in the encodings of Chinese programs', () => {
    const gbk = Uint8Array.of(0xb1, 0xed, 0xb8, 0xf1, 0x2c, 0x31);
    const [sheet] = fromCsv(gbk, 'S');
    expect(sheet?.rows.get(0)?.cells.get(0)?.text).toBe('表格');
  });
});
