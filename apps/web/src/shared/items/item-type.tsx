import type { ItemRow } from '@octavo/contract/item.entities';
import { hasSinglePage, SINGLE_PAGE_ITEM, TABLE_ITEM } from '@octavo/contract/item-type';
import { BookOpen, FileText, Table2, type LucideIcon } from 'lucide-react';
import { Tile } from '../ui/tile.tsx';

type ItemWithType = Pick<ItemRow, 'item_type'>;

export function hasCatalogs({ item_type }: ItemWithType): boolean {
  return !hasSinglePage(item_type);
}

export function itemTypeKey({ item_type }: ItemWithType) {
  if (item_type === SINGLE_PAGE_ITEM) return 'item.singlePage';
  return item_type === TABLE_ITEM ? 'item.table' : 'item.regular';
}

const icons: Readonly<Record<number, LucideIcon>> = {
  [SINGLE_PAGE_ITEM]: FileText,
  [TABLE_ITEM]: Table2,
};

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
