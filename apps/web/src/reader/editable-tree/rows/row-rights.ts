import type { ItemInfo } from '@octavo/contract/item.entities';
import type { TreeRow } from '../../model/menu.ts';

/** inside: a first-level catalog that the user may fill but not change itself. */
export type RowRights = 'all' | 'inside' | 'none';

/** The rights of the user on each visible row. */
export function rightsOnRows(
  { edit_cat_ids }: Pick<ItemInfo, 'edit_cat_ids'>,
  rows: readonly TreeRow[],
): readonly RowRights[] {
  if (!edit_cat_ids) return rows.map(() => 'all');
  let isEditable = false;
  return rows.map((row) => {
    if (row.level > 1) return isEditable ? 'all' : 'none';
    isEditable = row.kind === 'catalog' && edit_cat_ids.includes(row.catalog.cat_id);
    return isEditable ? 'inside' : 'none';
  });
}
