import type { ItemRow } from '@octavo/contract/item.entities';
import { Grip } from '../../../shared/dnd/grip.tsx';
import { useSortPlace } from '../../../shared/dnd/use-sort-place.ts';
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
  const { place, grip, isSlot } = useSortPlace(item.item_id);
  return (
    <li {...place} className={`${styles.place} ${isSlot ? styles.slot : ''} ${cardStyles.host}`}>
      <ItemCard item={item} onLeave={onLeave} />
      {sortable && (
        <span className={cardStyles.grip}>
          <Grip {...grip} name={item.item_name} />
        </span>
      )}
    </li>
  );
}
