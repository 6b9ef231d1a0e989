import type { ItemRow } from '@octavo/contract/item.entities';
import { BookOpen, FileText, Table2, type LucideIcon } from 'lucide-react';
import { Tile } from '../ui/tile.tsx';

export const SINGLE_PAGE = 2;
export const TABLE = 4;

type ItemWithType = Pick<ItemRow, 'item_type'>;

/** Types 0, 1 and 3 have pages in catalogs. */
export function hasCatalogs({ item_type }: ItemWithType): boolean {
  return item_type !== SINGLE_PAGE && item_type !== TABLE;
}

export function itemTypeKey({ item_type }: ItemWithType) {
  if (item_type === SINGLE_PAGE) return 'item.singlePage';
  return item_type === TABLE ? 'item.table' : 'item.regular';
}

const icons: Readonly<Record<number, LucideIcon>> = { [SINGLE_PAGE]: FileText, [TABLE]: Table2 };

export function ItemIcon({ item }: { item: ItemWithType }) {
  const Icon = icons[item.item_type] ?? BookOpen;
  return <Icon />;
}

interface ItemTileProps {
  item: Pick<ItemRow, 'item_id' | 'item_type'>;
  size?: 'tiny' | 'small';
}

/** The colour and type icon of an item. */
export function ItemTile({ item, size = 'small' }: ItemTileProps) {
  return (
    <Tile id={item.item_id} size={size}>
      <ItemIcon item={item} />
    </Tile>
  );
}
