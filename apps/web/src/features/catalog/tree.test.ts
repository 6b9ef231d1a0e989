import { describe, expect, it } from 'vitest';
import { project } from './projection.ts';
import { stepFrom } from './keyboard-steps.ts';
import {
  changedCatalogs,
  fitsAt,
  flatten,
  levelAt,
  moveCatalog,
  positionOf,
  visibleRows,
  type Catalog,
  type Tree,
} from './tree.ts';

/** Ids of the catalogs, named after the tree below. */
const GUIDES = 1;
const ORDERS = 2;
const FULFILMENT = 3;
const RETURNS = 4;
const PAYMENTS = 5;
const REFUNDS = 6;

function catalog(cat_id: number, catalogs: Catalog[] = []): Catalog {
  return { cat_id, cat_name: `c${cat_id}`, parent_cat_id: 0, level: 1, s_number: 99, catalogs };
}

/**
 * guides
 * orders
 *   fulfilment
 *     returns
 * payments
 *   refunds
 */
const tree: Tree = moveCatalog(
  [
    catalog(GUIDES),
    catalog(ORDERS, [catalog(FULFILMENT, [catalog(RETURNS)])]),
    catalog(PAYMENTS, [catalog(REFUNDS)]),
  ],
  GUIDES,
  { parent: 0, at: 0 },
);

const open = new Set<number>();
/** `2>3` means catalog 3 in catalog 2. */
const shape = (subject: Tree) =>
  flatten(subject).map(({ cat_id, parent_cat_id }) => `${parent_cat_id}>${cat_id}`);

describe('catalog tree', () => {
  it('returns a row for each catalog, except below collapsed ones', () => {
    expect(
      visibleRows(tree, open).map(({ catalog: { cat_id }, level }) => [cat_id, level]),
    ).toEqual([
      [GUIDES, 1],
      [ORDERS, 1],
      [FULFILMENT, 2],
      [RETURNS, 3],
      [PAYMENTS, 1],
      [REFUNDS, 2],
    ]);
    const closed = visibleRows(tree, new Set([ORDERS]));
    expect(closed.map((row) => row.catalog.cat_id)).toEqual([GUIDES, ORDERS, PAYMENTS, REFUNDS]);
  });

  it('moves a whole branch and updates the level and number of every catalog', () => {
    const after = moveCatalog(tree, FULFILMENT, { parent: 0, at: 1 });
    expect(shape(after)).toEqual(['0>1', '0>3', '3>4', '0>2', '0>5', '5>6']);
    expect(flatten(after).map(({ level }) => level)).toEqual([1, 1, 2, 1, 1, 2]);
    expect(after.map(({ s_number }) => s_number)).toEqual([1, 2, 3, 4]);
  });

  it('accepts a branch only if it stays within three levels', () => {
    expect(fitsAt(tree, REFUNDS, { parent: FULFILMENT, at: 0 })).toBe(true);
    expect(fitsAt(tree, REFUNDS, { parent: RETURNS, at: 0 })).toBe(false);
    expect(fitsAt(tree, PAYMENTS, { parent: FULFILMENT, at: 0 })).toBe(false);
    expect(fitsAt(tree, PAYMENTS, { parent: ORDERS, at: 0 })).toBe(true);
    expect(levelAt(tree, { parent: FULFILMENT, at: 0 })).toBe(3);
  });

  it('sends only the changed sibling lists to the server', () => {
    const after = moveCatalog(tree, REFUNDS, { parent: ORDERS, at: 0 });
    expect(changedCatalogs(tree, after)).toEqual([
      { cat_id: REFUNDS, parent_cat_id: ORDERS, s_number: 1 },
      { cat_id: FULFILMENT, parent_cat_id: ORDERS, s_number: 2 },
    ]);
    expect(changedCatalogs(tree, moveCatalog(tree, GUIDES, { parent: 0, at: 0 }))).toEqual([]);
  });
});

describe('moving by keyboard', () => {
  it.each([
    ['up among siblings', ORDERS, 'ArrowUp', { parent: 0, at: 0 }],
    ['up out of a parent, before it', FULFILMENT, 'ArrowUp', { parent: 0, at: 1 }],
    ['down among siblings', ORDERS, 'ArrowDown', { parent: 0, at: 2 }],
    ['down out of a parent, after it', REFUNDS, 'ArrowDown', { parent: 0, at: 3 }],
    ['right into the catalog above, at its end', PAYMENTS, 'ArrowRight', { parent: ORDERS, at: 1 }],
    ['left out of a parent, after it', RETURNS, 'ArrowLeft', { parent: ORDERS, at: 1 }],
    ['no further up than first', GUIDES, 'ArrowUp', undefined],
    ['no further down than last', PAYMENTS, 'ArrowDown', undefined],
    ['not right without a catalog above', GUIDES, 'ArrowRight', undefined],
    ['not out of the root', PAYMENTS, 'ArrowLeft', undefined],
  ])('moves %s', (_what, id, key, position) => {
    expect(stepFrom(tree, id, key)).toEqual(position);
  });

  it('reaches the last position from the first by moving down only', () => {
    let now: Tree = tree;
    for (let position = stepFrom(now, GUIDES, 'ArrowDown'); position;) {
      now = moveCatalog(now, GUIDES, position);
      position = stepFrom(now, GUIDES, 'ArrowDown');
    }
    expect(positionOf(now, GUIDES)).toEqual({ parent: 0, at: 2 });
  });
});

describe('moving by mouse', () => {
  function drop(id: number, overId: number, shift: number, closed = open) {
    return project({ tree, rows: visibleRows(tree, new Set([...closed, id])), id, overId, shift });
  }

  it('drops at the pointer position, on the level that the pointer selects', () => {
    // Refunds dragged up onto Returns: the surrounding rows allow level 3 only.
    expect(drop(REFUNDS, RETURNS, 0)).toEqual({
      position: { parent: FULFILMENT, at: 0 },
      level: 3,
      fits: true,
    });
    // Guides dragged below Returns: levels 1 to 4 are possible.
    expect(drop(GUIDES, RETURNS, 0)?.position).toEqual({ parent: 0, at: 1 });
    expect(drop(GUIDES, RETURNS, 1)?.position).toEqual({ parent: ORDERS, at: 1 });
    expect(drop(GUIDES, RETURNS, 2)?.position).toEqual({ parent: FULFILMENT, at: 1 });
  });

  it('does not fit below the third level', () => {
    expect(drop(GUIDES, RETURNS, 3)).toEqual({
      position: { parent: RETURNS, at: 0 },
      level: 4,
      fits: false,
    });
    // Payments has one level below it, so level 3 is already too deep.
    expect(drop(PAYMENTS, RETURNS, 2)).toMatchObject({ level: 3, fits: false });
  });

  it('changes only the level when moved horizontally', () => {
    expect(drop(PAYMENTS, PAYMENTS, 1)?.position).toEqual({ parent: ORDERS, at: 1 });
    expect(drop(REFUNDS, REFUNDS, -1)?.position).toEqual({ parent: 0, at: 3 });
  });

  it('drops at the end of a collapsed catalog and at the start of an expanded one', () => {
    expect(drop(PAYMENTS, PAYMENTS, 1, new Set([ORDERS]))?.position).toEqual({
      parent: ORDERS,
      at: 1,
    });
    expect(drop(GUIDES, ORDERS, 0)).toMatchObject({
      position: { parent: ORDERS, at: 0 },
      level: 2,
    });
  });

  it('becomes the first catalog when dropped on the first row', () => {
    expect(drop(REFUNDS, GUIDES, 0)).toMatchObject({ position: { parent: 0, at: 0 }, level: 1 });
  });
});
