import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { describe, expect, it } from 'vitest';
import {
  findNeighbours,
  findFirstPage,
  missingBranchIds,
  restoreBranches,
  visibleRows,
  breadcrumbTo,
  withBranch,
  type Menu,
} from './menu.ts';

function page(page_id: number, page_title = `Page ${page_id}`): MenuPage {
  return { page_id, page_title, cat_id: 0, s_number: 99, method: '' };
}

function catalog(cat_id: number, below: Partial<Menu> & { loaded?: boolean } = {}): MenuCatalog {
  const { pages = [], catalogs = [], loaded = true } = below;
  const cat_name = `Catalog ${cat_id}`;
  return { cat_id, cat_name, parent_cat_id: 0, level: 1, s_number: 99, loaded, pages, catalogs };
}

/** 1 · A(2 · B(3)) · C(4) */
const menu: Menu = {
  pages: [page(1)],
  catalogs: [
    catalog(10, { pages: [page(2)], catalogs: [catalog(11, { pages: [page(3)] })] }),
    catalog(20, { pages: [page(4)] }),
  ],
};
const closed: Menu = {
  pages: [],
  catalogs: [catalog(10, { loaded: false }), catalog(20, { pages: [page(4)] })],
};
const keys = (open: number[]) => visibleRows(menu, new Set(open)).map(({ key }) => key);

describe('the visible rows of the tree', () => {
  it('list pages before catalogs, and the content of open catalogs only', () => {
    expect(keys([])).toEqual(['p1', 'c10', 'c20']);
    expect(keys([10])).toEqual(['p1', 'c10', 'p2', 'c11', 'c20']);
    expect(keys([10, 11])).toEqual(['p1', 'c10', 'p2', 'c11', 'p3', 'c20']);
    // An open catalog inside a closed one is not visible.
    expect(keys([11])).toEqual(['p1', 'c10', 'c20']);
  });

  it('have a level and a position among their siblings', () => {
    const row = visibleRows(menu, new Set([10])).find(({ key }) => key === 'c11');
    expect(row).toMatchObject({ level: 2, at: 2, of: 2 });
  });
});

describe('the branches that are missing', () => {
  it('are those of open catalogs that are not loaded', () => {
    expect(missingBranchIds(closed, new Set([10, 20]))).toEqual([10]);
    expect(missingBranchIds(closed, new Set([20]))).toEqual([]);
    expect(missingBranchIds(menu, new Set([10, 11, 20]))).toEqual([]);
  });

  it('can be below loaded ones, and are not visible below a closed one', () => {
    const deep: Menu = {
      pages: [],
      catalogs: [catalog(10, { catalogs: [catalog(11, { loaded: false })] })],
    };
    expect(missingBranchIds(deep, new Set([10, 11]))).toEqual([11]);
    expect(missingBranchIds(deep, new Set([11]))).toEqual([]);
  });
});

it('the breadcrumb of a catalog starts at the first level', () => {
  expect(breadcrumbTo(menu, 11)?.map(({ cat_id }) => cat_id)).toEqual([10, 11]);
  expect(breadcrumbTo(menu, 0)).toEqual([]);
  expect(breadcrumbTo(menu, 99)).toBeUndefined();
});

describe('the neighbours of a page', () => {
  it('follow the reading order across catalogs', () => {
    expect(findNeighbours(menu, 3)).toMatchObject({
      previous: { page_id: 2 },
      next: { page_id: 4 },
    });
    expect(findNeighbours(menu, 1).previous).toBeNull();
    expect(findNeighbours(menu, 4).next).toBeNull();
    expect(findNeighbours(menu, 99)).toEqual({ previous: null, next: null });
  });

  it('can be in a branch that is not loaded yet', () => {
    const neighbours = findNeighbours(closed, 4);
    expect(neighbours.previous).toBeNull();
    expect(neighbours.unknown?.cat_id).toBe(10);
  });
});

describe('a branch', () => {
  it('is inserted into its catalog and leaves the rest unchanged', () => {
    const filled = withBranch(closed, 10, { pages: [page(2)], catalogs: [] });
    expect(filled.catalogs[0]).toMatchObject({ loaded: true, pages: [{ page_id: 2 }] });
    expect(filled.catalogs[1]).toBe(closed.catalogs[1]);
    expect(findFirstPage(filled)?.page_id).toBe(2);
  });

  it('that was loaded before is kept when the menu is refreshed', () => {
    const former = withBranch(closed, 10, { pages: [page(2)], catalogs: [] });
    expect(restoreBranches(closed, former).catalogs[0]?.pages[0]?.page_id).toBe(2);
  });

  it('inside another refreshed branch is kept as well', () => {
    const inner = (below: Parameters<typeof catalog>[1]): Menu => ({
      pages: [],
      catalogs: [catalog(10, { catalogs: [catalog(11, below)] })],
    });
    const former = withBranch(inner({ loaded: false }), 11, { pages: [page(3)], catalogs: [] });
    expect(restoreBranches(inner({ loaded: false }), former)).toEqual(former);
  });
});
