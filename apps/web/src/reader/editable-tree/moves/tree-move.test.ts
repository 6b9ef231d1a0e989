import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { describe, expect, it } from 'vitest';
import type { Menu } from '../../model/menu.ts';
import {
  applyMove,
  isInPlace,
  placeRows,
  positionsOf,
  removeRows,
  resolveTarget,
  type MoveTarget,
  type TreeSelection,
} from './tree-move.ts';

function page(page_id: number, cat_id: number): MenuPage {
  return { page_id, page_title: `Page ${page_id}`, cat_id, s_number: 99, method: '' };
}

function catalog(
  cat_id: number,
  parent_cat_id: number,
  level: number,
  below: Partial<Menu> & { loaded?: boolean } = {},
): MenuCatalog {
  const { pages = [], catalogs = [], loaded = true } = below;
  return {
    cat_id,
    cat_name: `Catalog ${cat_id}`,
    parent_cat_id,
    level,
    s_number: 99,
    loaded,
    pages,
    catalogs,
  };
}

/** 1 2 · 10(3 4 5 · 11(6 · 12())) · 20(7) · 30(not loaded) */
const menu: Menu = {
  pages: [page(1, 0), page(2, 0)],
  catalogs: [
    catalog(10, 0, 1, {
      pages: [page(3, 10), page(4, 10), page(5, 10)],
      catalogs: [catalog(11, 10, 2, { pages: [page(6, 11)], catalogs: [catalog(12, 11, 3)] })],
    }),
    catalog(20, 0, 1, { pages: [page(7, 20)] }),
    catalog(30, 0, 1, { loaded: false }),
  ],
};

function outline({ pages, catalogs }: Menu): string {
  return [
    ...pages.map(({ page_id }) => `${page_id}`),
    ...catalogs.map((each) => `${each.cat_id}(${outline(each)})`),
  ].join(' ');
}

function select(pageIds: readonly number[], catIds: readonly number[] = []): TreeSelection {
  const catalogs = [...menu.catalogs, ...menu.catalogs.flatMap((each) => each.catalogs)];
  const pages = [...menu.pages, ...catalogs.flatMap((each) => each.pages)];
  return {
    pages: pageIds.flatMap((id) => pages.filter(({ page_id }) => page_id === id)),
    catalogs: catIds.flatMap((id) => catalogs.filter(({ cat_id }) => cat_id === id)),
  };
}

const into = (catId: number, after: Partial<MoveTarget> = {}): MoveTarget => ({
  itemId: 1,
  catId,
  ...after,
});
const START = '1 2 10(3 4 5 11(6 12())) 20(7) 30()';

describe('applyMove', () => {
  it.each([
    [
      'to the end of another catalog',
      select([3, 5]),
      into(20),
      '1 2 10(4 11(6 12())) 20(7 3 5) 30()',
    ],
    [
      'after a page',
      select([1]),
      into(10, { afterPageId: 3 }),
      '2 10(3 1 4 5 11(6 12())) 20(7) 30()',
    ],
    [
      'to the first place',
      select([7]),
      into(0, { afterPageId: 0 }),
      '7 1 2 10(3 4 5 11(6 12())) 20() 30()',
    ],
    [
      'within a catalog',
      select([5]),
      into(10, { afterPageId: 0 }),
      '1 2 10(5 3 4 11(6 12())) 20(7) 30()',
    ],
    ['after a row that moves too', select([4, 5]), into(10, { afterPageId: 4 }), START],
    [
      'from several catalogs',
      select([1, 6, 7]),
      into(10, { afterPageId: 4 }),
      '2 10(3 4 1 6 7 5 11(12())) 20() 30()',
    ],
    [
      'a catalog to the root',
      select([], [11]),
      into(0, { afterCatId: 10 }),
      '1 2 10(3 4 5) 11(6 12()) 20(7) 30()',
    ],
    [
      'a catalog to the first place',
      select([], [20]),
      into(0, { afterCatId: 0 }),
      '1 2 20(7) 10(3 4 5 11(6 12())) 30()',
    ],
    [
      'pages with catalogs come last',
      select([2], [20]),
      into(10, { afterCatId: 0, afterPageId: 0 }),
      '1 10(3 4 5 2 20(7) 11(6 12())) 30()',
    ],
    [
      'into a catalog that is not loaded',
      select([3]),
      into(30),
      '1 2 10(4 5 11(6 12())) 20(7) 30()',
    ],
    [
      'after a page that is gone',
      select([1]),
      into(20, { afterPageId: 99 }),
      '2 10(3 4 5 11(6 12())) 20(7 1) 30()',
    ],
  ])('%s', (_name, selection, target, expected) => {
    expect(outline(applyMove(menu, selection, target))).toBe(expected);
    expect(outline(menu)).toBe(START);
  });

  it('changes the parents and the levels of moved rows', () => {
    const moved = applyMove(menu, select([1], [11]), into(0));
    const root = moved.catalogs.at(-1);
    expect(root).toMatchObject({ cat_id: 11, parent_cat_id: 0, level: 1 });
    expect(root?.catalogs[0]).toMatchObject({ cat_id: 12, level: 2 });
    expect(applyMove(menu, select([1]), into(11)).catalogs[0]?.catalogs[0]?.pages).toEqual([
      page(6, 11),
      page(1, 11),
    ]);
  });

  it('keeps branches that did not change as they are', () => {
    const moved = applyMove(menu, select([1]), into(20));
    expect(moved.catalogs[0]).toBe(menu.catalogs[0]);
    expect(moved.catalogs[2]).toBe(menu.catalogs[2]);
  });

  it('has the same result when it is applied twice', () => {
    const target = into(10, { afterPageId: 3 });
    const once = applyMove(menu, select([1, 7]), target);
    expect(outline(applyMove(once, select([1, 7]), target))).toBe(outline(once));
  });
});

it('removes the rows of a move to another item', () => {
  expect(outline(removeRows(menu, select([3], [20])))).toBe('1 2 10(4 5 11(6 12())) 30()');
});

describe('moving back', () => {
  it.each([
    ['one page', select([4]), into(20)],
    ['pages of several catalogs', select([1, 3, 5, 6, 7]), into(20)],
    ['catalogs and pages', select([2, 3], [11, 20]), into(0, { afterCatId: 0 })],
  ])('restores %s', (_name, selection, target) => {
    const positions = positionsOf(menu, selection);
    const moved = applyMove(menu, selection, target);
    expect(outline(moved)).not.toBe(START);
    expect(placeRows(moved, positions)).toEqual(menu);
    expect(placeRows(removeRows(menu, selection), positions)).toEqual(menu);
  });

  it('uses the current state of the rows', () => {
    const positions = positionsOf(menu, select([], [30]));
    const loaded = catalog(30, 20, 2, { pages: [page(8, 30)] });
    const moved = removeRows(menu, select([], [30]));
    const now: Menu = {
      ...moved,
      catalogs: moved.catalogs.map((each) =>
        each.cat_id === 20 ? { ...each, catalogs: [loaded] } : each,
      ),
    };
    expect(outline(placeRows(now, positions))).toBe('1 2 10(3 4 5 11(6 12())) 20(7) 30(8)');
  });
});

describe('resolveTarget', () => {
  it('replaces a reference that is moved itself by the row before it', () => {
    expect(resolveTarget(menu, select([4, 5]), into(10, { afterPageId: 5 }))).toEqual(
      into(10, { afterPageId: 3 }),
    );
    expect(resolveTarget(menu, select([3, 4]), into(10, { afterPageId: 4 }))).toEqual(
      into(10, { afterPageId: 0 }),
    );
  });

  it('has only the reference that applies to the selection', () => {
    const target = into(0, { afterPageId: 1, afterCatId: 10 });
    expect(resolveTarget(menu, select([3]), target)).toEqual(into(0, { afterPageId: 1 }));
    expect(resolveTarget(menu, select([3], [20]), target)).toEqual(into(0, { afterCatId: 10 }));
  });
});

it('recognizes a move that changes nothing', () => {
  expect(isInPlace(menu, select([4]), into(10, { afterPageId: 3 }))).toBe(true);
  expect(isInPlace(menu, select([4]), into(10, { afterPageId: 4 }))).toBe(true);
  expect(isInPlace(menu, select([5]), into(10))).toBe(true);
  expect(isInPlace(menu, select([4]), into(10))).toBe(false);
  expect(isInPlace(menu, select([], [10]), into(0, { afterCatId: 0 }))).toBe(true);
  expect(isInPlace(menu, select([1]), into(20))).toBe(false);
  expect(isInPlace(menu, select([1]), into(99))).toBe(false);
});

it.each([
  ['neighbours after the row before them', true, select([4, 5]), into(10, { afterPageId: 3 })],
  ['neighbours after one of them', true, select([3, 4]), into(10, { afterPageId: 4 })],
  ['the last two rows at the end', true, select([4, 5]), into(10)],
  ['all rows of the catalog', true, select([3, 4, 5]), into(10, { afterPageId: 0 })],
  ['rows that are not neighbours', false, select([3, 5]), into(10, { afterPageId: 3 })],
  ['neighbours before the row above them', false, select([4, 5]), into(10, { afterPageId: 0 })],
  ['rows of two catalogs', false, select([5, 6]), into(10)],
  ['a catalog with pages beside it', true, select([5], [11]), into(10)],
  ['a catalog with pages that are not last', false, select([3], [11]), into(10)],
  ['catalogs in their order', true, select([], [10, 20]), into(0, { afterCatId: 0 })],
  ['catalogs that are not neighbours', false, select([], [10, 30]), into(0, { afterCatId: 0 })],
])('a move of %s changes nothing: %s', (_name, isSame, selection, target) => {
  expect(isInPlace(menu, selection, target)).toBe(isSame);
  expect(outline(applyMove(menu, selection, target)) === START).toBe(isSame);
});

it('moves one of 20,000 pages by touching two lists', () => {
  const large: Menu = {
    pages: [],
    catalogs: Array.from({ length: 100 }, (_each, at) =>
      catalog(1000 + at, 0, 1, {
        pages: Array.from({ length: 200 }, (_page, index) => page(at * 200 + index + 1, 1000 + at)),
      }),
    ),
  };
  const moved = applyMove(large, { pages: [page(1, 1000)], catalogs: [] }, into(1050));
  const changed = moved.catalogs.filter((each, at) => each !== large.catalogs[at]);
  expect(changed.map(({ cat_id }) => cat_id)).toEqual([1000, 1050]);
});
