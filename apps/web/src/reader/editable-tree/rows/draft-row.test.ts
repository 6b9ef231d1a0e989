import { expect, it } from 'vitest';
import { catalog, index, page, rowAt } from '../../../../tests/helpers/tree-sample.ts';
import { visibleRows } from '../../model/menu.ts';
import { draftAt, draftKey, withDraft } from './draft-row.ts';
import { withName } from './rename-rows.ts';

const inCatalog = (cat_id: number, ids: readonly number[]) =>
  ids.map((id) => ({ ...page(id), cat_id }));

const menu = {
  pages: inCatalog(0, [1, 2]),
  catalogs: [
    catalog(10, {
      pages: inCatalog(10, [11, 12]),
      catalogs: [catalog(20, { pages: inCatalog(20, [21]), catalogs: [catalog(30)] })],
    }),
    catalog(40),
    catalog(70),
  ],
};
const tree = index({ menu });

function keysWith(kind: 'page' | 'catalog', origin?: string): string {
  const row = origin === undefined ? undefined : tree.rows[rowAt(tree, origin)];
  const rows = visibleRows(withDraft(menu, draftAt(row, kind)), new Set([10, 20, 70]));
  const key = draftKey({ kind, catId: 0, requestId: '' });
  const at = rows.findIndex((one) => one.key === key);
  return [rows[at - 1]?.key ?? 'start', rows[at + 1]?.key ?? 'end', rows[at]?.level].join(' ');
}

it('puts a new page below a page, or at the end of the pages of a catalog', () => {
  expect(keysWith('page', 'p11')).toBe('p11 p12 2');
  expect(keysWith('page', 'c10')).toBe('p12 c20 2');
  expect(keysWith('page', 'c70')).toBe('c70 end 2');
  expect(keysWith('page')).toBe('p2 c10 1');
});

it('puts a new catalog at the end of the catalogs', () => {
  expect(keysWith('catalog', 'p11')).toBe('c30 c40 2');
  expect(keysWith('catalog', 'c20')).toBe('c30 c40 3');
  expect(keysWith('catalog', 'p1')).toBe('c70 end 1');
});

it('renames a row wherever it is', () => {
  const [, , , , , c20, p21] = tree.rows;
  if (!c20 || !p21) throw new Error('the sample has changed');
  expect(JSON.stringify(withName(menu, c20, 'New'))).toBe(
    JSON.stringify(menu).replace('Catalog 20', 'New'),
  );
  expect(JSON.stringify(withName(menu, p21, 'New'))).toBe(
    JSON.stringify(menu).replace('Page 21', 'New'),
  );
});
