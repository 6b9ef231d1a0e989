import { expect, it } from 'vitest';
import { index, selectionOf } from '../../../tests/helpers/tree-sample.ts';
import { visibleRows } from '../model/menu.ts';
import { findSelection, keyAfterRemoval, keysBetween } from './selection.ts';
import { removeRows } from './moves/tree-move.ts';

const tree = index();
const { menu } = tree.item;

it('finds the selected rows in the order of the tree, without rows inside a selected catalog', () => {
  const found = findSelection(menu, new Set(['p42', 'c20', 'p31', 'p2', 'p999']));
  expect(found.pages.map(({ page_id }) => page_id)).toEqual([2, 42]);
  expect(found.catalogs.map(({ cat_id }) => cat_id)).toEqual([20]);
  expect(found.count).toBe(4);
});

it('selects a range in both directions', () => {
  expect(keysBetween(tree.rows, 'p2', 'p12')).toEqual(['p2', 'c10', 'p11', 'p12']);
  expect(keysBetween(tree.rows, 'p12', 'p11')).toEqual(['p11', 'p12']);
  expect(keysBetween(tree.rows, undefined, 'p11')).toEqual(['p11']);
});

it('focuses the next row after a removal, otherwise the previous one', () => {
  const focusAfter = (keys: string) => {
    const left = removeRows(menu, selectionOf(tree, keys));
    return keyAfterRemoval(tree.rows, visibleRows(left, new Set([10, 20, 30, 70])));
  };
  expect(focusAfter('p1')).toBe('p2');
  expect(focusAfter('c10')).toBe('c40');
  expect(focusAfter('p2 p11')).toBe('c10');
  expect(focusAfter('c70')).toBe('c60');
  expect(focusAfter('p999')).toBe(undefined);
});
