import { errors } from '@octavo/contract/errors';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import { cpuTime } from '../../../tests/helpers/cpu-time.ts';
import { branchOf, attachBranch, heightOf, withNewIds } from './branch.policy.ts';
import { buildTree, withPathNames } from './catalog-tree.policy.ts';
import { positionUnder, applyTreeChanges } from './catalog.policy.ts';
import type { Catalog, CatalogChange } from './catalog.policy.ts';

function row(cat_id: number, parent_cat_id: number, level: number, top_cat_id: number): Catalog {
  return { cat_id, cat_name: `c${cat_id}`, parent_cat_id, level, top_cat_id, s_number: 99 };
}

/**
 * 1 ─ 11 ─ 111
 *   └ 12
 * 2 ─ 21
 * 3
 */
const tree = [
  row(1, 0, 1, 1),
  row(11, 1, 2, 1),
  row(111, 11, 3, 1),
  row(12, 1, 2, 1),
  row(2, 0, 1, 2),
  row(21, 2, 2, 2),
  row(3, 0, 1, 3),
];

function errorOf(act: () => unknown): string | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError && error.errorName in errors) return error.errorName;
    throw error;
  }
  return undefined;
}

/** `id: parent/level/top` of the changed rows. */
function positionsOf(rows: readonly Catalog[]) {
  return Object.fromEntries(
    rows.map((r) => [r.cat_id, `${r.parent_cat_id}/${r.level}/${r.top_cat_id}`]),
  );
}

describe('a changed tree', () => {
  it.each<[string, CatalogChange[], Record<number, string>]>([
    ['nothing is sent', [], {}],
    ['everything is sent unchanged', tree, {}],
    ['a name changes', [{ cat_id: 12, cat_name: 'new' }], { 12: '1/2/1' }],
    ['an order changes', [{ cat_id: 3, s_number: 1 }], { 3: '0/1/3' }],
    ['a leaf moves up', [{ cat_id: 111, parent_cat_id: 0 }], { 111: '0/1/111' }],
    ['a leaf moves to another parent', [{ cat_id: 12, parent_cat_id: 2 }], { 12: '2/2/2' }],
    [
      'a branch becomes first-level with its children',
      [{ cat_id: 11, parent_cat_id: 0 }],
      { 11: '0/1/11', 111: '11/2/11' },
    ],
    [
      'a branch moves to another first-level catalog',
      [{ cat_id: 11, parent_cat_id: 3 }],
      { 11: '3/2/3', 111: '11/3/3' },
    ],
    [
      'parent and child swap positions',
      [
        { cat_id: 21, parent_cat_id: 0 },
        { cat_id: 2, parent_cat_id: 21 },
      ],
      { 21: '0/1/21', 2: '21/2/21' },
    ],
    [
      'a branch moves to a position that another branch has left',
      [
        { cat_id: 111, parent_cat_id: 12 },
        { cat_id: 11, parent_cat_id: 21 },
      ],
      { 111: '12/3/1', 11: '21/3/2' },
    ],
  ])('has the right positions when %s', (_what, changes, expected) => {
    expect(positionsOf(applyTreeChanges(tree, changes, 'all'))).toEqual(expected);
  });

  it.each<[string, CatalogChange[], string]>([
    ['an unknown catalog', [{ cat_id: 999, cat_name: 'x' }], 'notFound'],
    ['an unknown parent', [{ cat_id: 12, parent_cat_id: 999 }], 'notFound'],
    ['itself as parent', [{ cat_id: 12, parent_cat_id: 12 }], 'invalidRequest'],
    ['its child as parent', [{ cat_id: 2, parent_cat_id: 21 }], 'invalidRequest'],
    ['its grandchild as parent', [{ cat_id: 1, parent_cat_id: 111 }], 'invalidRequest'],
    [
      'a cycle of two',
      [
        { cat_id: 3, parent_cat_id: 2 },
        { cat_id: 2, parent_cat_id: 3 },
      ],
      'invalidRequest',
    ],
    ['a fourth level', [{ cat_id: 3, parent_cat_id: 111 }], 'catalogTooDeep'],
    ['a fourth level below', [{ cat_id: 2, parent_cat_id: 12 }], 'catalogTooDeep'],
    ['a fourth level two below', [{ cat_id: 2, parent_cat_id: 111 }], 'catalogTooDeep'],
    ['a branch that ends too deep', [{ cat_id: 11, parent_cat_id: 21 }], 'catalogTooDeep'],
    [
      'a duplicate catalog',
      [
        { cat_id: 12, parent_cat_id: 2 },
        { cat_id: 12, parent_cat_id: 3 },
      ],
      'invalidRequest',
    ],
  ])('is rejected completely with %s', (_what, changes, expected) => {
    expect(errorOf(() => applyTreeChanges(tree, changes, 'all'))).toBe(expected);
  });

  it('detects a cycle of twenty thousand catalogs quickly', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => row(at + 1, 0, 1, at + 1));
    const cycle = many.map(({ cat_id }) => ({ cat_id, parent_cat_id: (cat_id % 20_000) + 1 }));
    const cost = await cpuTime(() =>
      expect(errorOf(() => applyTreeChanges(many, cycle, 'all'))).toBe('invalidRequest'),
    );
    expect(cost).toBeLessThan(2000);
  });
});

describe('a limited editor', () => {
  it.each<[string, CatalogChange, Scope, string]>([
    ['renames inside', { cat_id: 11, cat_name: 'x' }, [1], 'ok'],
    ['moves inside', { cat_id: 111, parent_cat_id: 12 }, [1], 'ok'],
    ['renames the granted catalog', { cat_id: 1, cat_name: 'x' }, [1], 'forbidden'],
    ['sorts the granted catalog', { cat_id: 1, s_number: 1 }, [1], 'forbidden'],
    ['moves the granted catalog', { cat_id: 1, parent_cat_id: 3 }, [1], 'forbidden'],
    ['moves out to the root', { cat_id: 11, parent_cat_id: 0 }, [1], 'forbidden'],
    ['moves out to another catalog', { cat_id: 12, parent_cat_id: 2 }, [1], 'forbidden'],
    [
      'moves from one granted catalog to another',
      { cat_id: 12, parent_cat_id: 2 },
      [1, 2],
      'forbidden',
    ],
    ['moves in from another catalog', { cat_id: 21, parent_cat_id: 1 }, [1], 'forbidden'],
    ['renames another catalog', { cat_id: 21, cat_name: 'x' }, [1], 'forbidden'],
    ['sends the granted catalog unchanged', { cat_id: 1, cat_name: 'c1' }, [1], 'ok'],
  ])('who %s gets the expected result', (_what, change, edit, expected) => {
    expect(errorOf(() => applyTreeChanges(tree, [change], edit)) ?? 'ok').toBe(expected);
  });
});

describe('a position for a new catalog', () => {
  it.each<[string, number, Scope, number, unknown]>([
    ['at the root', 0, 'all', 1, { parent_cat_id: 0, level: 1, top_cat_id: 0 }],
    ['below a first-level catalog', 2, 'all', 1, { parent_cat_id: 2, level: 2, top_cat_id: 2 }],
    ['below a second-level catalog', 11, 'all', 1, { parent_cat_id: 11, level: 3, top_cat_id: 1 }],
    ['below a third-level catalog', 111, 'all', 1, 'catalogTooDeep'],
    ['for three levels at the root', 0, 'all', 3, { parent_cat_id: 0, level: 1, top_cat_id: 0 }],
    ['for three levels below another', 3, 'all', 3, 'catalogTooDeep'],
    ['below an unknown catalog', 999, 'all', 1, 'notFound'],
    ['inside a granted catalog', 11, [1], 1, { parent_cat_id: 11, level: 3, top_cat_id: 1 }],
    ['at the root with a limited grant', 0, [1], 1, 'forbidden'],
    ['outside a granted catalog', 2, [1], 1, 'forbidden'],
  ])('%s', (_what, parent, edit, height, expected) => {
    const getPosition = () => positionUnder(tree, parent, edit, height);
    expect(errorOf(getPosition) ?? getPosition()).toEqual(expected);
  });
});

describe('a branch', () => {
  it('contains all descendants, parents first, regardless of the order of the list', () => {
    expect(branchOf(tree.toReversed(), 1).map((r) => r.cat_id)).toEqual([1, 12, 11, 111]);
    expect(heightOf(branchOf(tree, 1))).toBe(3);
    expect(heightOf(branchOf(tree, 21))).toBe(1);
    expect(errorOf(() => branchOf(tree, 999))).toBe('notFound');
  });

  it('gets the right levels and first-level ancestors at its new position', () => {
    const position = { parent_cat_id: 7, level: 2, top_cat_id: 5 };
    expect(positionsOf(attachBranch(branchOf(tree, 11), position))).toEqual({
      11: '7/2/5',
      111: '11/3/5',
    });
    const root = { parent_cat_id: 0, level: 1, top_cat_id: 0 };
    expect(positionsOf(attachBranch(branchOf(tree, 11), root))).toEqual({
      11: '0/1/11',
      111: '11/2/11',
    });
  });

  it('is copied into itself without becoming its own ancestor', () => {
    const copied = withNewIds(branchOf(tree, 2), [50, 51]);
    const position = positionUnder(tree, 2, 'all', heightOf(copied));
    expect(positionsOf(attachBranch(copied, position))).toEqual({ 50: '2/2/2', 51: '50/3/2' });
  });
});

describe('the lists', () => {
  it('name each catalog by its path, in depth-first order', () => {
    expect(withPathNames(buildTree(tree)).map((r) => r.cat_name)).toEqual([
      'c1',
      'c1 / c11',
      'c1 / c11 / c111',
      'c1 / c12',
      'c2',
      'c2 / c21',
      'c3',
    ]);
  });
});
