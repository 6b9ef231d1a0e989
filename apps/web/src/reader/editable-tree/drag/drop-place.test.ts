import { describe, expect, it } from 'vitest';
import {
  dropPlaceAt,
  indexRows,
  levelsAt,
  LINE_LEFT,
  movedRows,
  spotAt,
  type DropLine,
  type DropPlace,
  type DropSpot,
  type MovedRows,
} from './drop-place.ts';
import type { MoveTarget } from '../moves/tree-move.ts';
import { visibleRows, type Menu } from '../../model/menu.ts';
import { catalog, index, page, rowAt, selectionOf } from '../../../../tests/helpers/tree-sample.ts';

const ITEM = 7;
const place = (spot: DropSpot, keys: string, options: Parameters<typeof index>[0] = {}) => {
  const tree = index(options);
  return dropPlaceAt(tree, movedRows(selectionOf(tree, keys)), spot);
};
/** The target without the item, and the lines as `gap/level`. */
const summary = (found: DropPlace | undefined) => {
  if (!found) return undefined;
  const { itemId, ...target } = found.target;
  expect(itemId).toBe(ITEM);
  return [target, found.lines.map(({ gap, level }) => `${gap}/${level}`).join(' ')];
};
const gapOf = (key: string, options: Parameters<typeof index>[0] = {}) =>
  rowAt(index(options), key);

describe('the index of the rows', () => {
  it('has the parent and the end of the branch of each row', () => {
    const { rows, parents, ends } = index();
    const keys = rows.map(({ key }) => key);
    expect(keys.map((key, at) => `${key}<${keys[parents[at] ?? -1] ?? ''}`).join(' ')).toBe(
      'p1< p2< c10< p11<c10 p12<c10 c20<c10 p21<c20 c30<c20 p31<c30 c40< c60< c70<',
    );
    expect([...ends]).toEqual([1, 2, 9, 4, 5, 9, 7, 9, 9, 10, 11, 12]);
  });

  it('of an empty tree is empty', () => {
    const tree = indexRows({ item_id: ITEM, menu: { pages: [], catalogs: [] } }, []);
    expect(levelsAt(tree, 0)).toEqual({ min: 1, max: 1 });
    const moved = movedRows({ pages: [page(1)], catalogs: [] });
    expect(spotAt(tree, moved, { x: 90, y: 500, rowHeight: 31 })).toEqual({ gap: 0, level: 1 });
    expect(summary(dropPlaceAt(tree, moved, { gap: 0, level: 1 }))).toEqual([
      { catId: 0, afterPageId: 0 },
      '0/1',
    ]);
  });
});

describe('the moved rows', () => {
  it('have the height of the highest catalog', () => {
    const height = (keys: string) => movedRows(selectionOf(index(), keys)).height;
    expect(height('p1')).toBe(0);
    expect(height('c30')).toBe(1);
    expect(height('c20')).toBe(2);
    expect(height('c70 c10 p1')).toBe(3);
    // What an unloaded catalog contains is not known here; the server checks it.
    expect(height('c60')).toBe(1);
  });

  it('have the keys of the rows', () => {
    expect([...movedRows(selectionOf(index(), 'p1 c40')).keys]).toEqual(['p1', 'c40']);
  });
});

describe('the levels of a gap', () => {
  it.each([
    ['before the first row', 0, 1, 1],
    ['between pages', 1, 1, 1],
    ['below an open catalog with pages', 3, 2, 2],
    ['inside a branch', 6, 3, 3],
    ['at the end of three branches', 9, 1, 4],
    ['below a closed catalog', 10, 1, 1],
    ['below a catalog that is not loaded', 11, 1, 1],
    ['below an open empty catalog at the end', 12, 1, 2],
  ])('%s', (_, gap, min, max) => {
    expect(levelsAt(index(), gap)).toEqual({ min, max });
  });

  it('below an open catalog that is still loading are those of its siblings', () => {
    const tree = index({ open: [60] });
    expect(levelsAt(tree, rowAt(tree, 'c60') + 1)).toEqual({ min: 1, max: 1 });
  });

  it('outside of the levels there is no place', () => {
    expect(place({ gap: 4, level: 1 }, 'p1')).toBeUndefined();
    expect(place({ gap: 4, level: 3 }, 'p1')).toBeUndefined();
    expect(place({ gap: 13, level: 1 }, 'p1')).toBeUndefined();
    expect(place({ into: 0 }, 'p2')).toBeUndefined();
    expect(place({ into: 99 }, 'p2')).toBeUndefined();
  });
});

describe('pages', () => {
  it.each<[string, DropSpot, object, string]>([
    ['first at the root', { gap: 0, level: 1 }, { catId: 0, afterPageId: 0 }, '0/1'],
    ['after a page of the root', { gap: 1, level: 1 }, { catId: 0, afterPageId: 1 }, '1/1'],
    ['last page of the root', { gap: 2, level: 1 }, { catId: 0, afterPageId: 2 }, '2/1'],
    ['first in a catalog', { gap: 3, level: 2 }, { catId: 10, afterPageId: 0 }, '3/2'],
    ['after a page', { gap: 4, level: 2 }, { catId: 10, afterPageId: 11 }, '4/2'],
    ['first in the second level', { gap: 6, level: 3 }, { catId: 20, afterPageId: 0 }, '6/3'],
    ['before a catalog', { gap: 7, level: 3 }, { catId: 20, afterPageId: 21 }, '7/3'],
    ['in a catalog of the third level', { gap: 8, level: 4 }, { catId: 30, afterPageId: 0 }, '8/4'],
    ['end of a branch, level 4', { gap: 9, level: 4 }, { catId: 30, afterPageId: 31 }, '9/4'],
    ['end of a branch, level 3', { gap: 9, level: 3 }, { catId: 20, afterPageId: 21 }, '7/3'],
    ['end of a branch, level 2', { gap: 9, level: 2 }, { catId: 10, afterPageId: 12 }, '5/2'],
    ['end of a branch, level 1', { gap: 9, level: 1 }, { catId: 0, afterPageId: 2 }, '2/1'],
    ['between catalogs', { gap: 10, level: 1 }, { catId: 0, afterPageId: 2 }, '2/1'],
    ['after the last catalog', { gap: 12, level: 1 }, { catId: 0, afterPageId: 2 }, '2/1'],
    ['in an empty catalog', { gap: 12, level: 2 }, { catId: 70, afterPageId: 0 }, '12/2'],
  ])('%s', (_, spot, target, lines) => {
    expect(summary(place(spot, 'p99'))).toEqual([target, lines]);
  });

  it.each<[string, number[], string, object, string]>([
    ['a closed catalog', [], 'c40', { catId: 40 }, ''],
    ['a catalog that is not loaded', [], 'c60', { catId: 60 }, ''],
    ['a catalog that is loading', [60], 'c60', { catId: 60 }, ''],
    ['an open catalog', [], 'c10', { catId: 10 }, '5/2'],
    ['an open empty catalog', [], 'c70', { catId: 70 }, '12/2'],
  ])('at the end of %s', (_, open, key, target, lines) => {
    expect(summary(place({ into: gapOf(key, { open }) }, 'p99', { open }))).toEqual([
      target,
      lines,
    ]);
  });

  it('never follow a page that also moves', () => {
    expect(summary(place({ gap: 2, level: 1 }, 'p2'))).toEqual([
      { catId: 0, afterPageId: 1 },
      '2/1',
    ]);
    expect(summary(place({ gap: 2, level: 1 }, 'p1 p2'))).toEqual([
      { catId: 0, afterPageId: 0 },
      '2/1',
    ]);
    expect(summary(place({ gap: 9, level: 2 }, 'p12 p2'))).toEqual([
      { catId: 10, afterPageId: 11 },
      '5/2',
    ]);
  });

  it('have no limit of depth', () => {
    expect(place({ gap: 9, level: 4 }, 'p1')?.problem).toBeUndefined();
    expect(place({ into: gapOf('c30') }, 'p1')?.problem).toBeUndefined();
  });
});

describe('catalogs', () => {
  it.each<[string, DropSpot, object, string]>([
    ['before the pages of the root', { gap: 0, level: 1 }, { catId: 0, afterCatId: 0 }, '2/1'],
    ['between pages of the root', { gap: 1, level: 1 }, { catId: 0, afterCatId: 0 }, '2/1'],
    ['first of the catalogs', { gap: 2, level: 1 }, { catId: 0, afterCatId: 0 }, '2/1'],
    ['before the pages of a catalog', { gap: 3, level: 2 }, { catId: 10, afterCatId: 0 }, '5/2'],
    ['end of a branch, level 3', { gap: 9, level: 3 }, { catId: 20, afterCatId: 30 }, '9/3'],
    ['end of a branch, level 2', { gap: 9, level: 2 }, { catId: 10, afterCatId: 20 }, '9/2'],
    ['end of a branch, level 1', { gap: 9, level: 1 }, { catId: 0, afterCatId: 10 }, '9/1'],
    ['after a closed catalog', { gap: 10, level: 1 }, { catId: 0, afterCatId: 40 }, '10/1'],
    ['last', { gap: 12, level: 1 }, { catId: 0, afterCatId: 70 }, '12/1'],
    ['first in an empty catalog', { gap: 12, level: 2 }, { catId: 70, afterCatId: 0 }, '12/2'],
    ['end of an open catalog', { into: 2 }, { catId: 10 }, '9/2'],
    ['end of a closed catalog', { into: 9 }, { catId: 40 }, ''],
  ])('%s', (_, spot, target, lines) => {
    const found = place(spot, 'c99');
    expect(summary(found)).toEqual([target, lines]);
    expect(found?.problem).toBeUndefined();
  });

  it('never follow a catalog that also moves', () => {
    expect(summary(place({ gap: 11, level: 1 }, 'c60'))?.[0]).toEqual({ catId: 0, afterCatId: 40 });
    expect(summary(place({ gap: 11, level: 1 }, 'c10 c40 c60'))?.[0]).toEqual({
      catId: 0,
      afterCatId: 0,
    });
  });

  it.each<[string, string, DropSpot, boolean]>([
    ['one level in the third', 'c70', { gap: 9, level: 3 }, true],
    ['one level in the fourth', 'c70', { gap: 9, level: 4 }, false],
    ['one level between the pages of the fourth', 'c70', { gap: 8, level: 4 }, false],
    ['one level into a catalog of the third', 'c70', { into: 7 }, false],
    ['two levels in the second', 'c40', { gap: 9, level: 2 }, true],
    ['two levels in the third', 'c40', { gap: 9, level: 3 }, false],
    ['two levels into a catalog of the first', 'c40', { into: 10 }, true],
    ['two levels into a catalog of the second', 'c40', { into: 5 }, false],
    ['three levels at the root', 'c10', { gap: 12, level: 1 }, true],
    ['three levels into a catalog', 'c10', { into: 9 }, false],
    ['the highest of several counts', 'c40 c70', { gap: 9, level: 3 }, false],
    ['pages beside them change nothing', 'p1 c70', { gap: 9, level: 3 }, true],
    ['a mixed selection in the fourth level', 'p1 c70', { gap: 9, level: 4 }, false],
  ])('depth: %s', (_, keys, spot, fits) => {
    expect(place(spot, keys)?.problem).toBe(fits ? undefined : 'tooDeep');
  });

  it.each<[string, string, DropSpot]>([
    ['into itself', 'c10', { into: 2 }],
    ['into a closed catalog that moves', 'c40', { into: 9 }],
    ['below its own row', 'c10', { gap: 3, level: 2 }],
    ['into a descendant', 'c10', { into: 7 }],
    ['between rows of a descendant', 'c10', { gap: 8, level: 4 }],
    ['at the end of its branch, inside', 'c20', { gap: 9, level: 3 }],
    ['into one of several', 'p1 c70 c40', { into: 9 }],
  ])('cannot be moved %s', (_, keys, spot) => {
    expect(place(spot, keys)?.problem).toBe('insideItself');
  });

  it('can be moved out at the end of their own branch', () => {
    const found = place({ gap: 9, level: 1 }, 'c20');
    expect(summary(found)).toEqual([{ catId: 0, afterCatId: 10 }, '9/1']);
    expect(found?.problem).toBeUndefined();
  });
});

describe('a mixed selection', () => {
  it('among pages: the pages stay there, the catalogs come first after the pages', () => {
    const found = place({ gap: 1, level: 1 }, 'p99 c99');
    expect(summary(found)).toEqual([{ catId: 0, afterPageId: 1, afterCatId: 0 }, '1/1 2/1']);
    expect(found).toMatchObject({ separated: 'catalogs', position: { name: 'Page 1' } });
  });

  it('among catalogs: the catalogs stay there, the pages are the last pages', () => {
    const found = place({ gap: 10, level: 1 }, 'p99 c99');
    expect(summary(found)).toEqual([{ catId: 0, afterPageId: 2, afterCatId: 40 }, '2/1 10/1']);
    expect(found).toMatchObject({ separated: 'pages', position: { name: 'Catalog 40' } });
  });

  it('between the pages and the catalogs of a level is together', () => {
    const found = place({ gap: 2, level: 1 }, 'p99 c99');
    expect(summary(found)).toEqual([{ catId: 0, afterPageId: 2, afterCatId: 0 }, '2/1']);
    expect(found).toMatchObject({ separated: undefined, position: { name: 'Page 2' } });
  });

  it('at the end of a catalog gets the end of its pages and of its catalogs', () => {
    expect(summary(place({ into: 2 }, 'p99 c99'))).toEqual([{ catId: 10 }, '5/2 9/2']);
    expect(summary(place({ into: 9 }, 'p99 c99'))).toEqual([{ catId: 40 }, '']);
    expect(summary(place({ into: 11 }, 'p99 c99'))).toEqual([{ catId: 70 }, '12/2']);
  });
});

describe('the words of a place', () => {
  it.each<[string, DropSpot, string, string | undefined, string]>([
    ['first at the root', { gap: 0, level: 1 }, 'p99', undefined, 'first'],
    ['after a page', { gap: 4, level: 2 }, 'p99', 'Catalog 10', 'Page 11'],
    ['a page between catalogs', { gap: 10, level: 1 }, 'p99', undefined, 'Page 2'],
    ['first in a catalog', { gap: 3, level: 2 }, 'p99', 'Catalog 10', 'first'],
    ['a catalog after pages', { gap: 3, level: 2 }, 'c99', 'Catalog 10', 'Page 12'],
    ['a catalog after a catalog', { gap: 9, level: 2 }, 'c99', 'Catalog 10', 'Catalog 20'],
    ['a catalog after pages, itself first', { gap: 9, level: 2 }, 'c20', 'Catalog 10', 'Page 12'],
    ['into an empty catalog', { gap: 12, level: 2 }, 'c99', 'Catalog 70', 'first'],
    ['at the end', { into: 9 }, 'c99', 'Catalog 40', 'last'],
  ])('%s', (_, spot, keys, parentName, position) => {
    const found = place(spot, keys);
    expect(found?.parentName).toBe(parentName);
    expect(found?.position.kind === 'after' ? found.position.name : found?.position.kind).toBe(
      position,
    );
  });

  it('have the row of the catalog', () => {
    expect(place({ gap: 9, level: 3 }, 'p99')?.parentAt).toBe(5);
    expect(place({ gap: 9, level: 1 }, 'p99')?.parentAt).toBe(-1);
    expect(place({ into: 9 }, 'p99')?.parentAt).toBe(9);
  });
});

describe('limited rights', () => {
  const only = (spot: DropSpot, keys: string) => place(spot, keys, { editable: [10, 60] })?.problem;

  it('allow places in the editable catalogs and below them', () => {
    expect(only({ gap: 4, level: 2 }, 'p31')).toBeUndefined();
    expect(only({ gap: 8, level: 4 }, 'p11')).toBeUndefined();
    expect(only({ into: 10 }, 'p11')).toBeUndefined();
  });

  it('exclude the root and other catalogs', () => {
    expect(only({ gap: 1, level: 1 }, 'p31')).toBe('notEditable');
    expect(only({ gap: 9, level: 1 }, 'c20')).toBe('notEditable');
    expect(only({ into: 9 }, 'p31')).toBe('notEditable');
    expect(only({ gap: 12, level: 2 }, 'p31')).toBe('notEditable');
  });

  it('to no catalog exclude everything', () => {
    expect(place({ gap: 4, level: 2 }, 'p31', { editable: [] })?.problem).toBe('notEditable');
  });
});

describe('the same place', () => {
  it.each<[string, string, DropSpot, boolean]>([
    ['before the row', 'p2', { gap: 1, level: 1 }, true],
    ['after the row', 'p2', { gap: 2, level: 1 }, true],
    ['between catalogs, for the last page', 'p2', { gap: 10, level: 1 }, true],
    ['another gap', 'p2', { gap: 0, level: 1 }, false],
    ['another catalog', 'p2', { gap: 4, level: 2 }, false],
    ['pages side by side', 'p11 p12', { gap: 4, level: 2 }, true],
    ['pages of several catalogs', 'p1 p11', { gap: 0, level: 1 }, false],
    ['a catalog before itself', 'c40', { gap: 9, level: 1 }, true],
    ['a catalog after its branch', 'c10', { gap: 9, level: 1 }, true],
    ['a catalog at another level', 'c20', { gap: 9, level: 1 }, false],
    ['the end of its own catalog, as the last', 'p12', { into: 2 }, true],
    ['the end of its own catalog, not as the last', 'p11', { into: 2 }, false],
    ['the last catalog of its catalog', 'c20', { into: 2 }, true],
    ['pages in place, catalogs not', 'p2 c40', { gap: 2, level: 1 }, false],
    ['pages and catalogs in place', 'p2 c10', { gap: 2, level: 1 }, true],
    ['a catalog that is not loaded', 'p1', { into: 10 }, false],
  ])('%s', (_, keys, spot, isSame) => {
    expect(place(spot, keys)?.isSame).toBe(isSame);
  });

  it('of a closed catalog that contains the rows as the last ones', () => {
    const tree = index({ open: [] });
    const moved = movedRows({ pages: [page(42)], catalogs: [] });
    expect(dropPlaceAt(tree, moved, { into: rowAt(tree, 'c40') })?.isSame).toBe(true);
  });

  it('is not a different order of the same rows', () => {
    const tree = index();
    const moved = movedRows({ pages: [page(12), page(11)], catalogs: [] });
    expect(dropPlaceAt(tree, moved, { gap: 3, level: 2 })?.isSame).toBe(false);
  });
});

describe('the spot under the pointer', () => {
  const H = 30;
  const at = (y: number, x: number, keys = 'p99') => {
    const tree = index();
    return spotAt(tree, movedRows(selectionOf(tree, keys)), { x, y: y * H, rowHeight: H });
  };

  it('of a page row is above or below it', () => {
    expect(at(3.4, 100)).toEqual({ gap: 3, level: 2 });
    expect(at(3.6, 100)).toEqual({ gap: 4, level: 2 });
  });

  it('of a catalog row is above, into or below it', () => {
    expect(at(9.2, 100)).toEqual({ gap: 9, level: 1 });
    expect(at(9.3, 100)).toEqual({ into: 9 });
    expect(at(9.7, 100)).toEqual({ into: 9 });
    expect(at(9.8, 100)).toEqual({ gap: 10, level: 1 });
    expect(at(2.8, 100)).toEqual({ gap: 3, level: 2 });
  });

  it('at the end of branches has the level of the horizontal position', () => {
    const level = (x: number) => at(8.8, x);
    expect(level(-30)).toEqual({ gap: 9, level: 1 });
    expect(LINE_LEFT.map(level)).toEqual([1, 2, 3, 4].map((one) => ({ gap: 9, level: one })));
    expect(level(20)).toEqual({ gap: 9, level: 1 });
    expect(level(21)).toEqual({ gap: 9, level: 2 });
    expect(level(300)).toEqual({ gap: 9, level: 4 });
  });

  it('at the upper edge of the next row is beside this row', () => {
    expect(at(9.1, 300)).toEqual({ gap: 9, level: 1 });
  });

  it('outside of the rows is at the start or the end', () => {
    expect(at(-5, 100)).toEqual({ gap: 0, level: 1 });
    expect(at(40, 100)).toEqual({ gap: 12, level: 2 });
    expect(at(40, 10)).toEqual({ gap: 12, level: 1 });
  });

  it('of a row that moves is never into it', () => {
    expect(at(9.5, 100, 'c40')).toEqual({ gap: 10, level: 1 });
    expect(at(9.4, 100, 'c40')).toEqual({ gap: 9, level: 1 });
    expect(at(2.9, 100, 'c10')).toEqual({ gap: 2, level: 1 });
  });

  it('gives a place for every point of the tree', () => {
    const tree = index();
    const missing: string[] = [];
    for (const keys of SELECTIONS) {
      const moved = movedRows(selectionOf(tree, keys));
      for (let y = -H; y < 14 * H; y += 3)
        for (let x = -20; x < 120; x += 7)
          if (!dropPlaceAt(tree, moved, spotAt(tree, moved, { x, y, rowHeight: H })))
            missing.push(`${keys} ${x},${y}`);
    }
    expect(missing).toEqual([]);
  });
});

const SELECTIONS = ['p1', 'p99', 'p2 p12', 'c40', 'c10', 'c20 c70', 'p2 c20', 'p31 c40', 'p99 c99'];

/** The menu after a move, written without the rows. */
function afterMove(menu: Menu, { selection, catIds, pageIds }: MovedRows, to: MoveTarget): Menu {
  const insert = <Row>(rows: Row[], added: readonly Row[], after: (row: Row) => boolean) =>
    rows.toSpliced(rows.findIndex(after) + 1, 0, ...added);
  const rebuild = ({ pages, catalogs }: Menu, catId: number): Menu => {
    const left = {
      pages: pages.filter(({ page_id }) => !pageIds.has(page_id)),
      catalogs: catalogs
        .filter(({ cat_id }) => !catIds.has(cat_id))
        .map((one) => ({ ...one, ...rebuild(one, one.cat_id) })),
    };
    if (catId !== to.catId) return left;
    const last = (ids: number[]) => ids.at(-1) ?? 0;
    const afterPage = to.afterPageId ?? last(left.pages.map(({ page_id }) => page_id));
    const afterCat = to.afterCatId ?? last(left.catalogs.map(({ cat_id }) => cat_id));
    return {
      pages: insert(left.pages, selection.pages, ({ page_id }) => page_id === afterPage),
      catalogs: insert(left.catalogs, selection.catalogs, ({ cat_id }) => cat_id === afterCat),
    };
  };
  return rebuild(menu, 0);
}

describe('after the drop', () => {
  const tree = index();
  const spots: DropSpot[] = [];
  for (let gap = 0; gap <= tree.rows.length; gap++) {
    const { min, max } = levelsAt(tree, gap);
    for (let level = min; level <= max; level++) spots.push({ gap, level });
    if (tree.rows[gap]?.kind === 'catalog') spots.push({ into: gap });
  }
  const keysOf = (menu: Menu) =>
    visibleRows(menu, new Set([10, 20, 30, 70])).map(({ key, level }) => `${key}/${level}`);

  it.each(SELECTIONS)('%s is where the lines were, from each spot', (keys) => {
    const moved = movedRows(selectionOf(tree, keys));
    const { pages, catalogs } = moved.selection;
    const isMovedAt = (at: number): boolean =>
      at >= 0 && (moved.keys.has(tree.rows[at]?.key ?? '') || isMovedAt(tree.parents[at] ?? -1));
    let drops = 0;
    for (const spot of spots) {
      const found = dropPlaceAt(tree, moved, spot);
      if (!found || found.problem) continue;
      const before = keysOf(tree.item.menu);
      const after = keysOf(afterMove(tree.item.menu, moved, found.target));
      // The content of a closed catalog is not visible.
      if (found.lines.length === 0) continue;
      expect(after.join() === before.join()).toBe(found.isSame);
      drops += 1;
      const expectAt = (key: string, line: DropLine | undefined, others: ReadonlySet<string>) => {
        const now = after.indexOf(`${key}/${line?.level}`);
        expect(now).toBeGreaterThanOrEqual(0);
        const above = after.slice(0, now).findLast((one) => !others.has(one.split('/')[0] ?? ''));
        let was = (line?.gap ?? 0) - 1;
        while (isMovedAt(was)) was -= 1;
        expect(above).toBe(before[was]);
      };
      if (pages[0]) expectAt(`p${pages[0].page_id}`, found.lines[0], new Set());
      if (catalogs[0])
        expectAt(
          `c${catalogs[0].cat_id}`,
          found.lines.at(-1),
          new Set(pages.map(({ page_id }) => `p${page_id}`)),
        );
    }
    expect(drops).toBeGreaterThan(5);
  });
});

it('finds a place among 20,000 rows without walking them', () => {
  const pages = Array.from({ length: 20_000 }, (_, at) => page(1000 + at));
  const tree = index({ menu: { pages: [], catalogs: [catalog(10, { pages }), catalog(20)] } });
  const walked = new Proxy(tree.rows, {
    get: (rows, key, self) => {
      reads += 1;
      return Reflect.get(rows, key, self) as unknown;
    },
  });
  let reads = 0;
  const moved = movedRows({ pages: [], catalogs: [catalog(99)] });
  const watched = { ...tree, rows: walked };
  const spot = spotAt(watched, moved, { x: 0, y: 20_000 * 31 + 30, rowHeight: 31 });
  expect(dropPlaceAt(watched, moved, spot)?.lines).toEqual([{ gap: 20_001, level: 1 }]);
  expect(reads).toBeLessThan(40);
});
