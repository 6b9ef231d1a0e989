import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { describe, expect, it } from 'vitest';
import type { Menu } from '../../model/menu.ts';
import {
  isFullyLoaded,
  mayCreateIn,
  moveRules,
  targetReasons,
  toTargetTree,
  withCatalog,
} from './move-target.ts';

const page = (page_id: number, cat_id: number): MenuPage => ({
  page_id,
  page_title: `Page ${page_id}`,
  cat_id,
  s_number: 99,
  method: '',
});

function catalog(
  cat_id: number,
  parent_cat_id: number,
  below: Partial<Menu> & { loaded?: boolean } = {},
): MenuCatalog {
  const { pages = [], catalogs = [], loaded = true } = below;
  const row = { cat_id, cat_name: `Catalog ${cat_id}`, parent_cat_id, level: 1, s_number: 99 };
  return { ...row, loaded, pages, catalogs };
}

/** 1 · 10(2 3 · 11(4 · 12())) · 20() */
const menu: Menu = {
  pages: [page(1, 0)],
  catalogs: [
    catalog(10, 0, {
      pages: [page(2, 10), page(3, 10)],
      catalogs: [catalog(11, 10, { pages: [page(4, 11)], catalogs: [catalog(12, 11)] })],
    }),
    catalog(20, 0),
  ],
};
const tree = toTargetTree(menu, undefined);
const [ten, twenty] = menu.catalogs as [MenuCatalog, MenuCatalog];
const eleven = ten.catalogs[0] as MenuCatalog;

it('has the number of pages directly in each loaded catalog', () => {
  expect([...tree.pageCounts]).toEqual([
    [0, 1],
    [10, 2],
    [11, 1],
    [12, 0],
    [20, 0],
  ]);
  const large: Menu = { pages: [], catalogs: [catalog(10, 0, { loaded: false }), catalog(20, 0)] };
  expect(isFullyLoaded(menu)).toBe(true);
  expect(isFullyLoaded(large)).toBe(false);
  const groups = [
    { cat_id: 10, cat_name: 'A', parent_cat_id: 0, level: 1, s_number: 1, catalogs: [] },
  ];
  const loaded = toTargetTree(large, undefined, groups);
  expect(loaded.menu.catalogs.map(({ cat_name }) => cat_name)).toEqual(['A']);
  expect(loaded.pageCounts.get(10)).toBeUndefined();
  expect(loaded.pageCounts.get(20)).toBe(0);
});

describe('targetReasons', () => {
  const reasons = (rules: ReturnType<typeof moveRules>, itemId = 1, of = tree) =>
    [0, 10, 11, 12, 20].map((catId) => targetReasons(rules, itemId, of).get(catId));

  it('pages fit everywhere but in their own catalog', () => {
    const rules = moveRules(1, { pages: [page(2, 10), page(3, 10)], catalogs: [] }, tree);
    expect(reasons(rules)).toEqual([undefined, 'here', undefined, undefined, undefined]);
    expect(reasons(rules, 8)).toEqual(Array.from({ length: 5 }));
  });

  it('pages of several catalogs fit everywhere', () => {
    const rules = moveRules(1, { pages: [page(1, 0), page(2, 10)], catalogs: [] }, tree);
    expect(reasons(rules)).toEqual(Array.from({ length: 5 }));
  });

  it('a catalog does not fit into itself and where its levels do not fit', () => {
    const rules = moveRules(1, { pages: [], catalogs: [eleven] }, tree);
    expect(rules.height).toBe(2);
    expect(reasons(rules)).toEqual([undefined, 'here', 'inside', 'inside', undefined]);
    const other = moveRules(1, { pages: [], catalogs: [twenty] }, tree);
    expect(reasons(other)).toEqual(['here', undefined, undefined, 'tooDeep', 'inside']);
    expect(reasons(moveRules(1, { pages: [], catalogs: [ten] }, tree), 8)).toEqual([
      undefined,
      'tooDeep',
      'tooDeep',
      'tooDeep',
      'tooDeep',
    ]);
  });

  it('takes the levels of a catalog that is not loaded from the complete list', () => {
    const closed = catalog(11, 10, { loaded: false });
    expect(moveRules(1, { pages: [], catalogs: [closed] }, tree).height).toBe(2);
  });

  it('only editable catalogs are targets', () => {
    const limited = toTargetTree(menu, [20]);
    const rules = moveRules(1, { pages: [page(9, 20)], catalogs: [] }, limited);
    expect(reasons(rules, 1, limited)).toEqual([
      'readOnly',
      'readOnly',
      'readOnly',
      'readOnly',
      'here',
    ]);
  });
});

it('catalogs stay in their first-level catalog if the right is limited to catalogs', () => {
  const limited = toTargetTree(menu, [10, 20]);
  const rules = moveRules(1, { pages: [], catalogs: eleven.catalogs }, limited);
  expect([0, 10, 11, 20].map((catId) => targetReasons(rules, 1, limited).get(catId))).toEqual([
    'readOnly',
    undefined,
    'here',
    'outside',
  ]);
  const pages = moveRules(1, { pages: [page(2, 10)], catalogs: [] }, limited);
  expect(targetReasons(pages, 1, limited).get(20)).toBeUndefined();
});

describe('a new catalog', () => {
  it('is possible where it and the selection fit', () => {
    const pages = moveRules(1, { pages: [page(1, 0)], catalogs: [] }, tree);
    expect([0, 10, 11, 12, 99].map((catId) => mayCreateIn(pages, tree, catId))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    const catalogs = moveRules(1, { pages: [], catalogs: [twenty] }, tree);
    expect([0, 10, 11].map((catId) => mayCreateIn(catalogs, tree, catId))).toEqual([
      true,
      true,
      false,
    ]);
    expect(mayCreateIn(pages, toTargetTree(menu, [20]), 0)).toBe(false);
    expect(mayCreateIn(pages, toTargetTree(menu, [20]), 20)).toBe(true);
  });

  it('appears once in the tree', () => {
    const row = { cat_id: 13, cat_name: 'New', parent_cat_id: 11, level: 3, s_number: 99 };
    const added = withCatalog(withCatalog(tree, row), row);
    const names = added.menu.catalogs[0]?.catalogs[0]?.catalogs.map(({ cat_name }) => cat_name);
    expect(names).toEqual(['Catalog 12', 'New']);
    expect(added.pageCounts.get(13)).toBe(0);
  });
});
