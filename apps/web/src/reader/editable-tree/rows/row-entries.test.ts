import { expect, it } from 'vitest';
import { index, rowAt } from '../../../../tests/helpers/tree-sample.ts';
import { rowEntries } from './row-entries.ts';
import { rightsOnRows, type RowRights } from './row-rights.ts';

const tree = index();

function entriesOf(key: string, options: Partial<Parameters<typeof rowEntries>[1]> = {}) {
  const row = tree.rows[rowAt(tree, key)];
  if (!row) throw new Error(`no row ${key}`);
  const given = { rights: 'all' as RowRights, isMany: false, isTouch: false, ...options };
  return rowEntries(row, given).map((group) => group.join(' '));
}

it('offers everything on a row that the user may change', () => {
  expect(entriesOf('p1')).toEqual([
    'newPage newCatalog',
    'rename duplicate move',
    'copyLink export',
    'delete',
  ]);
  expect(entriesOf('c10', { isTouch: true })[1]).toBe('select rename duplicate move');
});

it('offers no catalog below the third level', () => {
  expect(entriesOf('c20')[0]).toBe('newPage newCatalog');
  expect(entriesOf('p21')[0]).toBe('newPage newCatalog');
  expect(entriesOf('c30')[0]).toBe('newPage');
  expect(entriesOf('p31')[0]).toBe('newPage');
});

it('offers no link to a catalog without pages, unless its content is unknown', () => {
  expect(entriesOf('c70')).toContain('export');
  expect(entriesOf('c60')).toContain('copyLink export');
});

it('offers what applies to several rows', () => {
  expect(entriesOf('p1', { isMany: true })).toEqual(['move', 'delete']);
});

it('offers only new rows in a first-level catalog that limits the right', () => {
  expect(entriesOf('c10', { rights: 'inside' })).toEqual(['newPage newCatalog', 'copyLink export']);
});

it('limits the rights to the catalogs of the user', () => {
  const rightsOf = (editable: number[] | undefined) => {
    const limited = editable ? { edit_cat_ids: editable } : {};
    return rightsOnRows(limited, tree.rows).map((rights, at) => `${tree.rows[at]?.key} ${rights}`);
  };
  expect(new Set(rightsOf(undefined).map((line) => line.split(' ')[1]))).toEqual(new Set(['all']));
  expect(rightsOf([10, 70])).toEqual([
    'p1 none',
    'p2 none',
    'c10 inside',
    'p11 all',
    'p12 all',
    'c20 all',
    'p21 all',
    'c30 all',
    'p31 all',
    'c40 none',
    'c60 none',
    'c70 inside',
  ]);
});
