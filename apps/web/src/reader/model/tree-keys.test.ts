import { expect, it } from 'vitest';
import type { TreeRow } from './menu.ts';
import { treeKeyAction } from './tree-keys.ts';

function catalog(cat_id: number, level: number, isOpen: boolean): TreeRow {
  const fields = { cat_id, cat_name: `Catalog ${cat_id}`, parent_cat_id: 0, level, s_number: 0 };
  const node = { ...fields, loaded: true, pages: [], catalogs: [] };
  return { kind: 'catalog', key: `c${cat_id}`, level, at: 1, of: 1, catalog: node, isOpen };
}

function page(page_id: number, level: number, page_title: string): TreeRow {
  const fields = { page_id, page_title, cat_id: 0, s_number: 0, method: '' };
  return { kind: 'page', key: `p${page_id}`, level, at: 1, of: 1, page: fields };
}

const rows = [
  catalog(1, 1, true),
  page(1, 2, 'Orders'),
  page(2, 2, 'Order lines'),
  catalog(2, 1, false),
];
const row = (key: string, at: number) => {
  const action = treeKeyAction(key, rows, at);
  return action && 'row' in action ? action.row?.key : action;
};

it('arrow keys, Home and End move between rows', () => {
  expect(row('ArrowDown', 0)).toBe('p1');
  expect(row('ArrowUp', 1)).toBe('c1');
  expect(row('ArrowUp', 0)).toBeUndefined();
  expect(row('Home', 3)).toBe('c1');
  expect(row('End', 0)).toBe('c2');
});

it('Right opens a catalog and then enters it, Left closes it and then goes to the parent', () => {
  expect(row('ArrowRight', 3)).toEqual({ toggle: 2, open: true });
  expect(row('ArrowRight', 0)).toBe('p1');
  expect(row('ArrowRight', 1)).toBeUndefined();
  expect(row('ArrowLeft', 2)).toBe('c1');
  expect(row('ArrowLeft', 0)).toEqual({ toggle: 1, open: false });
});

it('letters select the title that starts with them, ignoring case', () => {
  expect(row('o', 0)).toBe('p1');
  expect(row('R', 1)).toBe('p1');
  for (const letter of 'der ') row(letter, 1);
  expect(row('l', 1)).toBe('p2');
});

it('other keys are left to the browser', () => {
  expect(treeKeyAction('Tab', rows, 0)).toBeUndefined();
  expect(treeKeyAction('Enter', rows, 0)).toEqual({ press: true });
});
