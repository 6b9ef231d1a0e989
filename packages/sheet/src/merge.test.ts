import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWorkbooks } from './compare-workbooks.ts';
import { mergeWorkbooks } from './merge-workbooks.ts';
import { findPreviousCell } from './previous-cell.ts';
import type { Conflict } from './conflicts.ts';
import { TEST_TIMEOUT_MS, RUNS } from '../tests/workbooks.ts';
import type { Attributes, Row, Workbook } from './workbook.ts';

const KEEP_MINE: ReadonlySet<Conflict> = new Set();

const of = (rows: readonly (readonly string[])[], attributes: Attributes = {}): Workbook => [
  {
    name: 'S',
    rows: new Map(
      rows.flatMap((texts, at): [number, Row][] => {
        const cells = new Map(
          texts.flatMap((text, column) => (text === '' ? [] : [[column, { text }]])),
        );
        return cells.size > 0 ? [[at, { cells, attributes: {} }]] : [];
      }),
    ),
    rowCount: undefined,
    attributes,
  },
];

function grid([sheet]: Workbook): string[][] {
  const rows: string[][] = [];
  for (const [at, { cells }] of sheet?.rows ?? []) {
    const row: string[] = [];
    for (const [column, { text }] of cells) row[column] = text;
    rows[at] = Array.from(row, (text) => text ?? '');
  }
  return Array.from(rows, (row) => row ?? []);
}

const merged = (base: string[][], theirs: string[][], mine: string[][]) =>
  mergeWorkbooks(of(base), of(theirs), of(mine));

const ROWS = 12;
const COLUMNS = 4;
const BASE = Array.from({ length: ROWS }, (_, row) =>
  Array.from({ length: COLUMNS }, (_cell, column) => `${row}:${column}`),
);

/** What happens to a row, on one side only. */
type Act = 'edit' | 'insert' | 'remove';
const act = fc.record({
  by: fc.constantFrom('theirs', 'mine'),
  what: fc.constantFrom<Act>('edit', 'insert', 'remove'),
  column: fc.nat({ max: COLUMNS - 1 }),
});
const acts = fc.array(fc.option(act), { minLength: ROWS, maxLength: ROWS }).map((all) =>
  // Every other row is unchanged, otherwise the rows cannot be identified.
  all.map((made, at) => (at % 2 === 1 ? made : null)),
);

/** The table after the changes of one side; with both sides, the expected merge. */
function applyActs(
  made: readonly (typeof acts extends fc.Arbitrary<infer T> ? T : never)[number][],
  by: readonly string[],
) {
  return BASE.flatMap((row, at) => {
    const one = made[at];
    if (!one || !by.includes(one.by)) return [row];
    if (one.what === 'remove') return [];
    if (one.what === 'insert') return [row.map((_, column) => `new ${at}:${column}`), row];
    return [row.map((text, column) => (column === one.column ? `changed ${at}` : text))];
  });
}

describe('merging rows', () => {
  it(
    'keeps cells in their rows when rows are inserted and removed',
    () => {
      fc.assert(
        fc.property(acts, (made) => {
          const { conflicts, decide } = merged(
            BASE,
            applyActs(made, ['theirs']),
            applyActs(made, ['mine']),
          );
          expect(conflicts).toEqual([]);
          expect(grid(decide(KEEP_MINE))).toEqual(applyActs(made, ['theirs', 'mine']));
        }),
        { numRuns: RUNS * 2 },
      );
    },
    TEST_TIMEOUT_MS,
  );

  it('merges equal inserted rows and keeps different ones', () => {
    const row = ['x', 'y', 'z'];
    const with3 = (more: string[]) => [['a', 'b', 'c'], more, ['d', 'e', 'f']];
    const base = [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ];
    expect(grid(merged(base, with3(row), with3(row)).decide(KEEP_MINE))).toEqual(with3(row));
    expect(grid(merged(base, with3(row), with3(['p', 'q', 'r'])).decide(KEEP_MINE))).toEqual([
      ['a', 'b', 'c'],
      row,
      ['p', 'q', 'r'],
      ['d', 'e', 'f'],
    ]);
  });

  it('reports a conflict for a row that one side removed and the other changed', () => {
    const base = [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ];
    const without = [
      ['a', 'b'],
      ['e', 'f'],
    ];
    const changed = [
      ['a', 'b'],
      ['c', 'new'],
      ['e', 'f'],
    ];
    const mineOut = merged(base, changed, without);
    expect(mineOut.conflicts).toMatchObject([
      { kind: 'row', row: 1, theirs: 'c | new', mine: undefined },
    ]);
    expect(grid(mineOut.decide(KEEP_MINE))).toEqual(without);
    expect(grid(mineOut.decide(new Set(mineOut.conflicts)))).toEqual(changed);
    const theirsOut = merged(base, without, changed);
    expect(grid(theirsOut.decide(KEEP_MINE))).toEqual(changed);
    expect(grid(theirsOut.decide(new Set(theirsOut.conflicts)))).toEqual(without);
  });

  it('matches the rows of a long table by an id column when every row changed', () => {
    const base = Array.from({ length: 900 }, (_, at) => [`id ${at}`, 'a', 'b']);
    const theirs = base.map(([id = '']) => [id, 'A', 'B']).toSpliced(300, 0, ['new', 'A', 'B']);
    const mine = base.map((row, at) => (at === 700 ? [...row, 'mine'] : row));
    const { conflicts, decide } = merged(base, theirs, mine);
    expect(conflicts).toEqual([]);
    expect(grid(decide(KEEP_MINE))[701]).toEqual(['id 700', 'A', 'B', 'mine']);
  });
});

describe('merging columns', () => {
  it('keeps cells in their columns', () => {
    const theirs = BASE.map((row, at) => row.toSpliced(1, 0, `new ${at}`)).toSpliced(2, 1);
    const mine = BASE.map((row, at) => (at === 5 ? row.with(3, 'mine') : row));
    const { conflicts, decide } = merged(BASE, theirs, mine);
    expect(conflicts).toEqual([]);
    expect(grid(decide(KEEP_MINE))).toEqual(
      theirs.map((row) => (row[0] === '5:0' ? row.with(4, 'mine') : row)),
    );
  });

  it('reports a conflict for a column that one side removed and the other changed', () => {
    const without = BASE.map((row) => row.toSpliced(1, 1));
    const changed = BASE.map((row, at) => (at === 5 ? row.with(1, 'mine') : row));
    const { conflicts, decide } = merged(BASE, without, changed);
    expect(conflicts).toMatchObject([{ kind: 'column', column: 1, theirs: undefined }]);
    expect(grid(decide(KEEP_MINE))).toEqual(changed);
    expect(grid(decide(new Set(conflicts)))).toEqual(without);
  });
});

describe('merging random changes', () => {
  const change = fc.record({
    what: fc.constantFrom('edit', 'clear', 'row', 'noRow', 'column', 'noColumn', 'sort', 'swap'),
    row: fc.nat({ max: ROWS - 1 }),
    column: fc.nat({ max: COLUMNS - 1 }),
  });
  const changes = fc.array(change, { maxLength: 6 });

  function applyChanges(
    all: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[],
    by: string,
  ): string[][] {
    let rows = BASE;
    for (const [at, { what, row, column }] of all.entries()) {
      const text = `${by} ${at}`;
      if (what === 'edit')
        rows = rows.map((line, r) => (r === row ? line.with(column % line.length, text) : line));
      if (what === 'clear')
        rows = rows.map((line, r) => (r === row ? line.with(column % line.length, '') : line));
      if (what === 'row')
        rows = rows.toSpliced(row, 0, rows[0]?.map((_, c) => (c === 0 ? text : '')) ?? []);
      if (what === 'noRow') rows = rows.toSpliced(row, 1);
      if (what === 'column')
        rows = rows.map((line, r) => line.toSpliced(column, 0, r === row ? text : ''));
      if (what === 'noColumn' && (rows[0]?.length ?? 0) > 1)
        rows = rows.map((line) => line.toSpliced(column % line.length, 1));
      if (what === 'sort') rows = rows.toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
      if (what === 'swap' && row > 0 && row < rows.length)
        rows = rows.with(row - 1, rows[row] ?? []).with(row, rows[row - 1] ?? []);
    }
    return rows;
  }

  it(
    'loses no text of either side without a conflict',
    () => {
      fc.assert(
        fc.property(changes, changes, (theirActs, myActs) => {
          const [theirs, mine] = [applyChanges(theirActs, 'theirs'), applyChanges(myActs, 'mine')];
          const { conflicts, decide } = merged(BASE, theirs, mine);
          const known = new Set(BASE.flat());
          const written = (rows: string[][]) =>
            rows.flat().filter((text) => text !== '' && !known.has(text));
          const has = (workbook: Workbook, side: 'theirs' | 'mine') =>
            new Set([
              ...grid(workbook).flat(),
              ...conflicts.flatMap((conflict) => (conflict[side] ?? '').split(' | ')),
            ]);
          const [byMe, byThem] = [decide(KEEP_MINE), decide(new Set(conflicts))];
          for (const text of written(mine)) expect(has(byMe, 'mine')).toContain(text);
          for (const text of written(mine)) expect(has(byThem, 'mine')).toContain(text);
          for (const text of written(theirs)) expect(has(byMe, 'theirs')).toContain(text);
          for (const text of written(theirs)) expect(has(byThem, 'theirs')).toContain(text);
        }),
        { numRuns: RUNS * 2 },
      );
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'applies the changes of a single side completely',
    () => {
      fc.assert(
        fc.property(changes, (all) => {
          const now = of(applyChanges(all, 'mine'));
          expect(mergeWorkbooks(of(BASE), of(BASE), now).decide(KEEP_MINE)).toEqual(now);
          expect(mergeWorkbooks(of(BASE), now, of(BASE)).decide(KEEP_MINE)).toEqual(now);
          expect(mergeWorkbooks(of(BASE), now, now)).toMatchObject({ conflicts: [] });
          expect(mergeWorkbooks(of(BASE), now, now).decide(KEEP_MINE)).toEqual(now);
        }),
        { numRuns: RUNS },
      );
    },
    TEST_TIMEOUT_MS,
  );
});

describe('moving rows', () => {
  const base = [
    ['n', '2'],
    ['m', '3'],
    ['sum', '=SUM(B1:B2)'],
    ['twice', '=B3*2'],
  ];

  it('rewrites formulas to the same cells', () => {
    const theirs = [['head'], ['n', '2'], ['m', '3'], ['sum', '=SUM(B2:B3)'], ['twice', '=B4*2']];
    const mine = [...base, ['mine', '=B1&"B1"&$B$2']];
    const { conflicts, decide } = merged(base, theirs, mine);
    expect(conflicts).toEqual([]);
    expect(grid(decide(KEEP_MINE))).toEqual([...theirs, ['mine', '=B2&"B1"&$B$3']]);
  });

  it('moves merged cells, frozen rows, widths and FortuneSheet fields', () => {
    const attributes = {
      merges: ['A3:B3'],
      freeze: 'A2',
      cols: { 0: { width: 50 }, len: 26 },
      engine: { dataVerification: { '1_0': { type: 'dropdown' } } },
    };
    const top = [['new', 'row'], ...base];
    const [sheet] = mergeWorkbooks(
      of(base, attributes),
      of(top, {
        ...attributes,
        merges: ['A4:B4'],
        freeze: 'A3',
        engine: { dataVerification: { '2_0': { type: 'dropdown' } } },
      }),
      of(base, {
        ...attributes,
        merges: ['A3:B3', 'A4:B4'],
        cols: { 0: { width: 50 }, 1: { width: 80 }, len: 26 },
      }),
    ).decide(KEEP_MINE);
    expect(sheet?.attributes).toEqual({
      merges: ['A4:B4', 'A5:B5'],
      freeze: 'A3',
      cols: { 0: { width: 50 }, 1: { width: 80 }, len: 26 },
      engine: { dataVerification: { '2_0': { type: 'dropdown' } } },
    });
  });

  it('does not treat a different formula result as a change', () => {
    const with2 = (value: number, more: string[]) => {
      const [sheet] = of([['1'], ['=A1*2'], more]);
      const rows = new Map(sheet?.rows);
      rows.set(1, { cells: new Map([[0, { text: '=A1*2', value }]]), attributes: {} });
      return sheet ? [{ ...sheet, rows }] : [];
    };
    expect(mergeWorkbooks(with2(2, []), with2(4, ['x']), with2(6, ['', 'y'])).conflicts).toEqual(
      [],
    );
  });
});

describe('compareWorkbooks', () => {
  it('reports an inserted row and no changes in the rows below', () => {
    const [change, ...more] = compareWorkbooks(of(BASE), of(BASE.toSpliced(3, 0, ['new'])));
    expect(more).toEqual([]);
    expect(change).toMatchObject({ lines: [{ kind: 'added', line: 'row', at: 3 }], cells: [] });
  });
});

describe('a cell of an older version', () => {
  it('is found at its former address', () => {
    const [sheet] = of(BASE.toSpliced(2, 0, ['new']).map((row) => ['more', ...row]));
    if (!sheet) throw new Error('no sheet');
    const at = { sheet, row: 6, column: 3, cell: undefined };
    expect(findPreviousCell(of(BASE), at)).toMatchObject({
      row: 5,
      column: 2,
      cell: { text: '5:2' },
    });
    expect(findPreviousCell(of(BASE), { ...at, row: 2 })).toBeUndefined();
    expect(findPreviousCell([], at)).toBeUndefined();
  });
});
