import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareWorkbooks } from './compare-workbooks.ts';
import type { FortuneSheet } from './fortune-format.ts';
import { createFortuneWriter, fromFortune } from './from-fortune.ts';
import { renderPreview } from './html-preview.ts';
import { mergeWorkbooks } from './merge-workbooks.ts';
import { readWorkbook } from './read-workbook.ts';
import { TEST_TIMEOUT_MS, RUNS, workbook } from '../tests/workbooks.ts';
import { importWorkbook } from './import-workbook.ts';
import { toFortune } from './to-fortune.ts';
import { toText } from './to-text.ts';
import { exceededLimit } from './workbook.ts';
import type { Workbook } from './workbook.ts';
import { writeWorkbook } from './write-workbook.ts';

/** A table in the format of ShowDoc. */
const OLD = JSON.stringify([
  {
    name: 'sheet1',
    freeze: 'A2',
    styles: [{ font: { bold: true }, bgcolor: '#ff0000', unheard: 1 }],
    merges: ['B2:C3'],
    rows: {
      0: { cells: { 0: { text: 'Code', style: 0 }, 1: { text: '007' } }, height: 40 },
      1: { cells: { 1: { text: '100% & <b>', merge: [1, 1], editable: false } }, secret: 'x' },
      3: { cells: { 0: { text: '=A1&A2' } } },
      len: 100,
    },
    cols: { 0: { width: 180 }, len: 26 },
    validations: [{ type: 'list' }],
    autofilter: {},
  },
]);

const plainRow = (cells: readonly (string | undefined)[]) => ({
  cells: new Map(
    cells.flatMap((text, at) => (text === undefined ? [] : [[at, { text }] as const])),
  ),
  attributes: {},
});
const of = (...rows: (readonly (string | undefined)[])[]): Workbook => [
  {
    name: 'S',
    rows: new Map(rows.map((row, at) => [at, plainRow(row)])),
    rowCount: undefined,
    attributes: {},
  },
];
const named = (name: string, text: string): Workbook =>
  of([text]).map((sheet) => ({ ...sheet, name }));
const stored = (text: string) => JSON.parse(text) as unknown;

describe('readWorkbook and writeWorkbook', () => {
  it('preserve random workbooks', () => {
    fc.assert(
      fc.property(workbook, (made) => {
        expect(readWorkbook(writeWorkbook(made))).toEqual(made);
      }),
      { numRuns: RUNS },
    );
  });

  it('preserve unknown attributes of ShowDoc tables', () => {
    expect(stored(writeWorkbook(readWorkbook(OLD)))).toEqual(stored(OLD));
  });

  it.each([
    ['nothing', '', 0],
    ['null', 'null', 0],
    ['an empty object', '{}', 0],
    ['one sheet', '{"name":"a","rows":{}}', 1],
    ['a list in an object', '{"sheets":[{"name":"a","rows":[["x"]]}]}', 1],
  ])('read %s', (_what, text, sheets) => {
    expect(readWorkbook(text)).toHaveLength(sheets);
  });

  it('read HTML-escaped JSON', () => {
    const escaped = OLD.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    expect(stored(writeWorkbook(readWorkbook(escaped)))).toEqual(stored(OLD));
  });

  it('read text that is not a table as lines', () => {
    expect(toText(readWorkbook('first\nsecond'))).toBe('sheet1\nfirst\nsecond');
  });

  it('do not pollute prototypes', () => {
    const read = readWorkbook(
      '[{"__proto__":{"a":1},"rows":{"0":{"cells":{"__proto__":{"text":"x"}}}}}]',
    );
    expect(({} as { a?: number }).a).toBeUndefined();
    expect(toText(read)).toBe('sheet1');
  });

  it.each([
    ['rows', { rows: { 10_000: { cells: { 0: { text: 'x' } } } } }],
    ['columns', { rows: { 0: { cells: { 702: { text: 'x' } } } } }],
    ['cellText', { rows: { 0: { cells: { 0: { text: 'x'.repeat(32_768) } } } } }],
  ])('report an exceeded limit: %s', (excess, sheet) => {
    expect(exceededLimit(readWorkbook(JSON.stringify([sheet])))).toBe(excess);
  });
});

describe('the FortuneSheet format', () => {
  it('preserves random workbooks', () => {
    fc.assert(
      fc.property(workbook, (made) => {
        const back = fromFortune(toFortune(made, 'first'));
        expect(compareWorkbooks(made, back).flatMap(({ lines }) => lines)).toEqual([]);
        expect(compareWorkbooks(made, back).flatMap(({ cells }) => cells)).toEqual(
          // A merged area is also stored in its first cell.
          compareWorkbooks(made, back)
            .flatMap(({ cells }) => cells)
            .filter(({ after }) => after?.['merge'] !== undefined),
        );
        expect(back.map(({ name }) => name)).toEqual(made.map(({ name }) => name));
        for (const [at, { attributes }] of back.entries())
          expect(attributes['merges']).toEqual(made[at]?.attributes['merges']);
      }),
      { numRuns: RUNS },
    );
  });

  it('preserves unknown attributes', () => {
    const back = stored(writeWorkbook(fromFortune(toFortune(readWorkbook(OLD), 'first'))));
    expect(back).toEqual([
      { ...(stored(OLD) as object[])[0], id: 's1', rows: expect.objectContaining({ len: 500 }) },
    ]);
    expect(back).toMatchObject(
      (stored(OLD) as { rows: object }[]).map(({ rows }) => ({ rows: { ...rows, len: 500 } })),
    );
  });

  it('is serialized again only for changed rows', () => {
    const { write } = createFortuneWriter();
    const data = [[{ v: 1, m: '1' }], [{ v: 'a', m: 'a' }]];
    const engine = (rows: FortuneSheet['data'] & object): FortuneSheet[] => [
      { name: 'S', data: rows },
    ];
    const first = write(engine(data));
    expect(write(engine([...data]))).toBe(first);
    const next = write(engine([data[0] ?? [], [{ v: 'b', m: 'b' }]]));
    expect(toText(readWorkbook(next))).toBe('S\n1\nb');
  });

  it('preserves dates and digits stored as text', () => {
    const date = { v: 45_000, m: '2023-03-15', ct: { fa: 'yyyy-MM-dd', t: 'd' } };
    const digits = { v: '12', m: '12', ct: { fa: '@', t: 's' } };
    const [sheet] = fromFortune([{ name: 'S', data: [[date, digits]] }]);
    expect(sheet?.rows.get(0)?.cells.get(0)).toMatchObject({ text: '2023-03-15', value: 45_000 });
    const [again] = toFortune(sheet ? [sheet] : [], 'first');
    expect(again?.celldata?.map(({ v }) => v)).toEqual([date, digits]);
  });
});

describe('merging', () => {
  it('combines the changed cells of both sides', () => {
    const { decide, conflicts } = mergeWorkbooks(
      of(['a', 'b'], ['c']),
      of(['A', 'b'], ['c']),
      of(['a', 'b'], ['c', 'new']),
    );
    expect(conflicts).toEqual([]);
    expect(toText(decide(new Set()))).toBe('S\nA\tb\nc\tnew');
  });

  it('reports a conflict for a cell that both sides changed', () => {
    const merged = mergeWorkbooks(of(['a']), of(['theirs']), of(['mine']));
    expect(merged.conflicts).toMatchObject([{ row: 0, column: 0, theirs: 'theirs', mine: 'mine' }]);
    expect(toText(merged.decide(new Set()))).toBe('S\nmine');
    expect(toText(merged.decide(new Set(merged.conflicts)))).toBe('S\ntheirs');
  });

  it('removes a deleted sheet unless the other side changed it', () => {
    const two: Workbook = [...of(['a']), ...named('T', 'b')];
    expect(mergeWorkbooks(two, of(['a']), two).decide(new Set())).toHaveLength(1);
    const changed: Workbook = [...of(['a']), ...named('T', 'B')];
    expect(mergeWorkbooks(two, of(['a']), changed).decide(new Set())).toHaveLength(2);
  });

  it(
    'returns the changed side if the other side is unchanged',
    () => {
      fc.assert(
        fc.property(workbook, workbook, (base, changed) => {
          for (const merged of [
            mergeWorkbooks(base, base, changed),
            mergeWorkbooks(base, changed, base),
          ]) {
            expect(merged.conflicts).toEqual([]);
            expect(compareWorkbooks(changed, merged.decide(new Set()))).toEqual([]);
          }
        }),
        { numRuns: RUNS },
      );
    },
    TEST_TIMEOUT_MS,
  );
});

describe('importing another workbook', () => {
  const now = [...of(['a', 'b']), ...named('T', 'kept')];
  const file = [...of(['A', undefined, 'c']), ...named('U', 'new')];

  it.each([
    ['add', 'S\na\tb\nT\nkept\nS (2)\nA\tc\nU\nnew'],
    ['replace', 'S\nA\tc\nU\nnew'],
    ['merge', 'S\nA\tb\tc\nT\nkept\nU\nnew'],
  ] as const)('supports the mode %s', (way, expected) => {
    expect(toText(importWorkbook(now, file, way))).toBe(expected);
  });
});

describe('the HTML preview', () => {
  it('escapes HTML', () => {
    const html = renderPreview(of(['<img src=x onerror=alert(1)>', '"&"']));
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('&quot;&amp;&quot;');
    expect(html).not.toContain('<img');
  });

  it('renders merged cells and formula results', () => {
    const html = renderPreview(readWorkbook(OLD));
    expect(html).toContain('<td rowspan="2">100% &amp; &lt;b&gt;</td>');
    expect(html).toContain('<td class="strong">Code</td>');
  });
});
