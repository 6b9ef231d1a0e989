import { MAX_POSITION } from '@octavo/contract/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOrder, moveRows, restoreRows } from './positions.policy.ts';
import type { Positioned, RemovedRow } from './positions.policy.ts';

const sorted = (rows: readonly Positioned[]) =>
  rows.toSorted((a, b) => a.s_number - b.s_number || a.id - b.id);

/** The list after the move. */
function apply(rows: readonly Positioned[], ids: readonly number[], after: number | undefined) {
  const { inserted, renumbered } = moveRows(rows, ids, after);
  const changed = new Map([...inserted, ...renumbered].map((row) => [row.id, row]));
  const others = rows.filter(({ id }) => !changed.has(id));
  return { list: sorted([...others, ...changed.values()]), written: changed.size };
}

const equal = (count: number, s_number = 99): Positioned[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, s_number }));
const numbered = (count: number): Positioned[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, s_number: index + 1 }));

describe('moveRows', () => {
  it('puts rows at the requested place in any list, in the given order', () => {
    const list = fc
      .array(fc.oneof(fc.constant(99), fc.integer({ min: 0, max: 30 }), fc.nat(MAX_POSITION)), {
        maxLength: 40,
      })
      .map((numbers) => sorted(numbers.map((s_number, index) => ({ id: index + 1, s_number }))));
    const moved = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(list, moved, fc.option(fc.nat()), (rows, ids, place) => {
        const choices = [0, ...rows.map(({ id }) => id)];
        const after = place === null ? undefined : choices[place % choices.length];
        const before = rows.map(({ id }) => id);
        const rest = before.filter((id) => !ids.includes(id));
        const kept =
          after === undefined
            ? rest
            : before.slice(0, before.indexOf(after) + 1).filter((id) => !ids.includes(id));
        const { list: result } = apply(rows, ids, after);
        expect(result.map(({ id }) => id)).toEqual([...kept, ...ids, ...rest.slice(kept.length)]);
        for (const { s_number } of result) {
          expect(s_number).toBeGreaterThanOrEqual(0);
          expect(s_number).toBeLessThanOrEqual(MAX_POSITION);
        }
      }),
    );
  });

  it('writes only the moved row if there is a gap, and at the end of the list', () => {
    const rows = [
      { id: 1, s_number: 10 },
      { id: 2, s_number: 12 },
      { id: 3, s_number: 13 },
    ];
    expect(apply(rows, [9], 1).written).toBe(1);
    expect(apply(rows, [9], 0).written).toBe(1);
    expect(apply(equal(20_000), [9], undefined).written).toBe(1);
    expect(apply(numbered(20_000), [9], undefined).written).toBe(1);
  });

  it.each([
    ['equal', equal(20_000)],
    ['numbered from 1', numbered(20_000)],
  ])('writes few rows on average in a list of 20,000 with %s positions', (_what, rows) => {
    let list = rows;
    let written = 0;
    let random = 7;
    const next = () => (random = (random * 48_271) % 2_147_483_647);
    for (let move = 0; move < 100; move += 1) {
      const id = (next() % list.length) + 1;
      const after = list[next() % list.length]?.id ?? 0;
      const moved = apply(list, [id], after);
      ({ list } = moved);
      written += moved.written;
    }
    expect(written).toBeLessThan(25_000);
  });

  it('finds room behind the same row a thousand times', () => {
    let list = numbered(100);
    let written = 0;
    for (let move = 0; move < 1000; move += 1) {
      const moved = apply(list, [1000 + move], 50);
      ({ list } = moved);
      written += moved.written;
    }
    expect(list).toHaveLength(1100);
    expect(written).toBeLessThan(40_000);
  });

  it('rejects an unknown sibling', () => {
    expect(() => moveRows(equal(3), [1], 7)).toThrow('notFound');
  });
});

describe('restoreRows', () => {
  const restore = (siblings: readonly Positioned[], removed: readonly RemovedRow[]) => {
    const { inserted, renumbered } = restoreRows(siblings, removed);
    const changed = new Map([...siblings, ...renumbered, ...inserted].map((row) => [row.id, row]));
    return [...changed.values()]
      .toSorted((a, b) => a.s_number - b.s_number || a.id - b.id)
      .map(({ id }) => id);
  };
  const row = (id: number, s_number: number) => ({ id, s_number });

  it('gives back the former positions if the list has not changed', () => {
    const removed = [
      { ...row(3, 99), after: 2 },
      { ...row(2, 99), after: 1 },
    ];
    expect(restoreRows([row(1, 99), row(4, 99)], removed)).toEqual({
      inserted: [row(2, 99), row(3, 99)],
      renumbered: [],
    });
  });

  it('inserts rows behind their predecessors in a list with other positions', () => {
    const removed = [
      { ...row(1, 99), after: 0 },
      { ...row(3, 99), after: 2 },
      { ...row(4, 99), after: 3 },
      { ...row(6, 99), after: 5 },
    ];
    for (const positions of [
      [1, 2, 3],
      [98, 99, 100],
      [500, 500, 500],
      [0, 0, 0],
    ]) {
      const siblings = [2, 5, 7].map((id, at) => row(id, positions[at] ?? 0));
      expect(restore(siblings, removed)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    }
  });

  it('uses the former position of a row whose predecessor is gone', () => {
    const removed = [
      { ...row(3, 30), after: 2 },
      { ...row(5, 50), after: 4 },
    ];
    expect(restore([row(1, 10), row(4, 60)], removed)).toEqual([1, 3, 4, 5]);
    expect(restore([row(4, 60)], [{ ...row(3, 30), after: 2 }])).toEqual([3, 4]);
  });
});

describe('changesOrder', () => {
  it('compares the order before and after', () => {
    const rows = numbered(3);
    expect(changesOrder(rows, new Map([[1, 0]]))).toBe(false);
    expect(changesOrder(rows, new Map([[1, 2]]))).toBe(false);
    expect(changesOrder(rows, new Map([[1, 3]]))).toBe(true);
    expect(changesOrder(rows, new Map([[2, 1]]))).toBe(false);
    expect(changesOrder(rows, new Map([[2, 0]]))).toBe(true);
  });
});
