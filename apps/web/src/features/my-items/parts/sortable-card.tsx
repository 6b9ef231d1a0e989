import type { ItemRow } from '@octavo/contract/item.entities';
import { Grip } from '../../../shared/dnd/grip.tsx';
import { useSortableItem } from '../../../shared/dnd/use-sortable-item.ts';
import cardStyles from './item-card.module.css';
import { ItemCard } from './item-card.tsx';
import styles from './item-grid.module.css';

interface SortableCardProps {
  item: ItemRow;
  sortable: boolean;
  onLeave: (item: ItemRow) => void;
}

/** Re-renders on every drag move; the memoized card inside does not. */
export function SortableCard({ item, sortable, onLeave }: SortableCardProps) {
  const { itemProps, gripProps, isSlot } = useSortableItem(item.item_id);
  return (
    <li
      {...itemProps}
      className={`${styles.place} ${isSlot ? styles.slot : ''} ${cardStyles.host}`}
    >
      <ItemCard item={item} onLeave={onLeave} />
      {sortable && (
        <span className={cardStyles.grip}>
          <Grip {...gripProps} name={item.item_name} />
        </span>
      )}
    </li>
  );
}
