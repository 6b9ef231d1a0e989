import { describe, expect, it } from 'vitest';
import { index, rowAt, selectionOf } from '../../../../tests/helpers/tree-sample.ts';
import { dropPlaceAt, movedRows } from './drop-place.ts';
import { firstSpot, isStepKey, moveByOne, stepFrom, type StepKey } from './drop-steps.ts';

const keyNames: Record<string, StepKey> = {
  U: 'ArrowUp',
  D: 'ArrowDown',
  L: 'ArrowLeft',
  R: 'ArrowRight',
};

/** The targets after each key: `catalog:after`; `-` if there is no further place, `!` before a problem. */
function walk(keys: string, steps: string, options: Parameters<typeof index>[0] = {}): string {
  const tree = index(options);
  const moved = movedRows(selectionOf(tree, keys));
  let at = firstSpot(tree, moved);
  return steps
    .split('')
    .map((step) => {
      const next = at && stepFrom(tree, moved, at, keyNames[step] ?? 'ArrowUp');
      if (!next) return '-';
      at = next;
      const place = dropPlaceAt(tree, moved, at.spot);
      if (!place) return '?';
      const { catId, afterPageId, afterCatId } = place.target;
      const after = [afterPageId, afterCatId].filter((one) => one !== undefined).join('+') || 'end';
      return `${place.problem ? '!' : ''}${catId}:${after}`;
    })
    .join(' ');
}

describe('lifted rows', () => {
  it('start where they are', () => {
    const tree = index();
    for (const keys of ['p1', 'p31', 'c40', 'c20', 'p2 c10', 'p11 p12']) {
      const moved = movedRows(selectionOf(tree, keys));
      const first = firstSpot(tree, moved);
      expect(first && dropPlaceAt(tree, moved, first.spot)?.isSame).toBe(true);
    }
    expect(firstSpot(tree, movedRows(selectionOf(tree, 'p99')))).toBeUndefined();
  });
});

describe('Up and Down', () => {
  it('move a page through all places for pages, also into closed catalogs', () => {
    const down = '0:2 10:0 10:11 10:12 20:0 20:21 30:0 30:31 40:end 60:end 70:0';
    expect(walk('p1', 'DDDDDDDDDDDD')).toBe(`${down} -`);
    expect(walk('p1', `${'D'.repeat(11)}${'U'.repeat(12)}`)).toBe(
      `${down} ${down.split(' ').toReversed().slice(1).join(' ')} 0:0 -`,
    );
  });

  it('move a catalog at its level, and deeper inside of open branches', () => {
    expect(walk('c70', 'UUUUUU')).toBe('0:40 0:10 20:0 10:0 0:0 -');
    expect(walk('c70', 'UUUUUDDDDDD')).toBe('0:40 0:10 20:0 10:0 0:0 10:0 20:0 0:10 0:40 0:60 -');
  });

  it('skip places that are too deep or inside of the moved catalog', () => {
    // Two levels fit below a catalog of the first level, not below one of the second.
    expect(walk('c40', 'UUU')).toBe('10:0 0:0 -');
    expect(walk('c10', 'DDDDD')).toBe('0:40 0:60 0:70 - -');
  });

  it('skip catalogs outside of the rights', () => {
    expect(walk('p11', 'UDDDDDDDDD', { editable: [10, 60] })).toBe(
      '- 10:12 20:0 20:21 30:0 30:31 60:end - - -',
    );
  });

  it('move a mixed selection through the places of both kinds', () => {
    expect(walk('p2 c70', 'UDDDDD')).toBe('0:0+0 0:1+0 10:0+0 10:11+0 10:12+0 20:0+0');
  });
});

describe('Left and Right', () => {
  it('move a catalog out of its catalog and back in', () => {
    expect(walk('c30', 'LLLRRR')).toBe('10:20 0:10 - 10:20 20:0 -');
  });

  it('move a catalog into the closed catalog above', () => {
    expect(walk('c70', 'RRL')).toBe('60:end - 0:60');
    expect(walk('c60', 'RDU')).toBe('40:end 0:40 10:20');
  });

  it('show a place that is too deep with its problem', () => {
    expect(walk('c40', 'RRRL')).toBe('10:20 !20:30 !30:0 !20:30');
    expect(walk('c40', 'RRD')).toBe('10:20 !20:30 0:10');
  });

  it('keep the chosen level where it is possible', () => {
    expect(walk('c60', 'UR')).toBe('0:10 10:20');
    expect(walk('c60', 'URRUD')).toBe('0:10 10:20 20:30 20:0 20:30');
  });

  it('move a page out to the last page of the outer level, and into the catalog below', () => {
    expect(walk('p21', 'LLLRR')).toBe('10:12 0:2 - 10:0 -');
    expect(walk('p2', 'RL')).toBe('10:0 0:1');
    expect(walk('p1', 'R')).toBe('-');
    expect(walk('p31', 'DLRD')).toBe('40:end 0:2 10:0 10:11');
  });

  it('move a page into a closed catalog below', () => {
    const menu = { ...index().item.menu, catalogs: index().item.menu.catalogs.slice(1) };
    expect(walk('p2', 'RRL', { menu })).toBe('40:end - 0:1');
  });
});

describe('one place up or down', () => {
  const one = (key: string, direction: 1 | -1, options: Parameters<typeof index>[0] = {}) => {
    const tree = index(options);
    const move = moveByOne(tree, rowAt(tree, key), direction);
    return move && [move.target.catId, move.target.afterPageId, move.target.afterCatId];
  };

  it.each([
    ['p2', -1, [0, 0, undefined]],
    ['p1', 1, [0, 2, undefined]],
    ['p12', -1, [10, 0, undefined]],
    ['c40', -1, [0, undefined, 0]],
    ['c60', -1, [0, undefined, 10]],
    ['c10', 1, [0, undefined, 40]],
    ['c60', 1, [0, undefined, 70]],
  ] as const)('%s by %i', (key, direction, target) => {
    expect(one(key, direction)).toEqual(target);
  });

  it.each([
    ['p1', -1],
    ['p2', 1],
    ['p12', 1],
    ['p31', 1],
    ['c10', -1],
    ['c20', -1],
    ['c20', 1],
    ['c70', 1],
    ['p99', 1],
  ] as const)('%s by %i is at the end of its level', (key, direction) => {
    expect(one(key, direction)).toBeUndefined();
  });

  it('needs the right to edit the level', () => {
    expect(one('p12', -1, { editable: [10] })).toEqual([10, 0, undefined]);
    expect(one('c40', -1, { editable: [10, 40] })).toBeUndefined();
  });
});

it('arrow keys are steps', () => {
  expect(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', ' '].map(isStepKey)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});
