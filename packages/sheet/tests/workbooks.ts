import fc from 'fast-check';
import type { Cell, Row, Sheet } from '../src/workbook.ts';

/** Texts that have broken stored tables before. */
const specialText = fc.constantFrom(
  '100%',
  '%41',
  "'; drop",
  '"quoted"',
  '<b>&amp;</b>',
  'a\nb',
  'tab\there',
  '😀 表格',
  '007',
  '1e5',
  '-3.5',
  '12',
  ' spaced ',
  '{"json":[1]}',
  '\\u0041',
  'TRUE',
  '@x',
);
const text = fc.oneof(
  { weight: 3, arbitrary: specialText },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  },
);
/** Text that a table can store: without lone surrogates and characters that XML or PostgreSQL does not allow. */
const storableText = text.map((value) =>
  // oxlint-disable-next-line no-control-regex
  value.toWellFormed().replaceAll(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g, '?'),
);

const formula = fc
  .tuple(fc.constantFrom('=SUM(A1:A3)', '=A1&"x"', '=IF(B2>1,"yes","no")'), fc.integer())
  .map(([written, value]): Cell => ({ text: written, value }));
const plain = storableText
  // Text that begins with `=` is a formula.
  .filter((value) => value !== '' && !value.startsWith('='))
  .map((value): Cell => ({ text: value }));

export const cell = fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: formula });

const row = fc
  .dictionary(fc.integer({ min: 0, max: 8 }).map(String), cell, { maxKeys: 5 })
  .map((cells): Row => ({
    cells: new Map(
      Object.entries(cells)
        .map(([at, value]): [number, Cell] => [Number(at), value])
        .toSorted(([a], [b]) => a - b),
    ),
    attributes: {},
  }));

const rows = fc.dictionary(fc.integer({ min: 0, max: 20 }).map(String), row, { maxKeys: 8 }).map(
  (found) =>
    new Map(
      Object.entries(found)
        .map(([at, value]): [number, Row] => [Number(at), value])
        .filter(([, { cells }]) => cells.size > 0)
        .toSorted(([a], [b]) => a - b),
    ),
);

const merges = fc.constantFrom([], ['A1:B2'], ['C3:C5', 'E1:F1']);

export const sheet = fc.tuple(rows, merges).map(([found, joined]): Sheet => ({
  name: 'Sheet',
  rows: found,
  rowCount: undefined,
  attributes: joined.length > 0 ? { merges: joined } : {},
}));

/** Random workbooks with distinct sheet names. */
export const workbook = fc
  .array(sheet, { minLength: 1, maxLength: 3 })
  .map((sheets) => sheets.map((made, at) => ({ ...made, name: `表 ${at + 1} & <co>` })));

/** The number of property test runs; the nightly build sets a higher one. */
export const RUNS = Number(process.env['SHEET_RUNS'] ?? 50);
/** Test timeout in milliseconds for this number of runs through a file or a server, on a busy machine. */
export const TEST_TIMEOUT_MS = 300_000 + RUNS * 300;
