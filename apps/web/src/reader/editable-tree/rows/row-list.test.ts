import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import { describe, expect, it } from 'vitest';
import { visibleRows, type Menu } from '../../model/menu.ts';
import { createRowList } from './row-list.ts';

function page(page_id: number, page_title = `Page ${page_id}`): MenuPage {
  return { page_id, page_title, cat_id: 0, s_number: 99, method: '' };
}

function catalog(cat_id: number, { pages = [], catalogs = [] }: Partial<Menu> = {}): MenuCatalog {
  const cat_name = `Catalog ${cat_id}`;
  const parent_cat_id = 0;
  return { cat_id, cat_name, parent_cat_id, level: 1, s_number: 99, loaded: true, pages, catalogs };
}

const inner = catalog(10, { pages: [page(2)], catalogs: [catalog(11, { pages: [page(3)] })] });
const outer = catalog(20, { pages: [page(4)] });
/** 1 · 10(2 · 11(3)) · 20(4) */
const menu: Menu = { pages: [page(1)], catalogs: [inner, outer] };
const ALL = [10, 11, 20];

/** The pages whose rows are the same objects after a change. */
function keptPages(before: Menu, after: Menu, open: readonly number[] = ALL) {
  const listRows = createRowList();
  const former = new Set(listRows(before, new Set(ALL)));
  const rows = listRows(after, new Set(open));
  // The result does not depend on the rows of before.
  expect(rows).toEqual(visibleRows(after, new Set(open)));
  return rows.flatMap((row) => (row.page && former.has(row) ? [row.page.page_id] : []));
}

describe('the rows of pages', () => {
  it('stay the same objects if a change leaves the pages alone', () => {
    expect(keptPages(menu, menu)).toEqual([1, 2, 3, 4]);
    expect(keptPages(menu, menu, [10, 11])).toEqual([1, 2, 3]);
    expect(keptPages(menu, { ...menu, pages: [page(1, 'Renamed')] })).toEqual([2, 3, 4]);
  });

  it('are new if the number or the order of the rows around them changes', () => {
    const longer = { ...outer, pages: [...outer.pages, page(5)] };
    expect(keptPages(menu, { ...menu, catalogs: [inner, longer] })).toEqual([1, 2, 3]);
    expect(keptPages(menu, { ...menu, catalogs: [outer, inner] })).toEqual([1]);
  });

  it('are new if their catalog moves into the one above it', () => {
    const moved = catalog(10, { pages: [page(3)] });
    const beside: Menu = { pages: [], catalogs: [catalog(20), moved] };
    const within: Menu = { pages: [], catalogs: [catalog(20, { catalogs: [moved] })] };
    expect(keptPages(beside, beside)).toEqual([3]);
    expect(keptPages(beside, within)).toEqual([]);
  });
});
