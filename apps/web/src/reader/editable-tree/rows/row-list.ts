import { visibleRows, type Menu, type TreeRow } from '../../model/menu.ts';

/**
 * Lists the visible rows of a menu each time it changes. The rows of pages that a change leaves at their place stay the
 * same objects, because most changes concern few of many rows.
 */
export function createRowList() {
  let former: readonly TreeRow[] = [];
  return function listRows(menu: Menu, open: ReadonlySet<number>): readonly TreeRow[] {
    former = visibleRows(menu, open, (index, page, at, of, level) => {
      const row = former[index];
      const isSame = row?.page === page && row.at === at && row.of === of && row.level === level;
      return isSame ? row : undefined;
    });
    return former;
  };
}
