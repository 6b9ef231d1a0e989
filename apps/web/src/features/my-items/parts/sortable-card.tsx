import type { ItemRow } from '@octavo/contract/item.entities';
import { areSingleKeysEnabled } from '../../../shared/device/single-keys.ts';
import { Grip } from '../../../shared/dnd/grip.tsx';
import { useSortableItem } from '../../../shared/dnd/use-sortable-item.ts';
import type { CardState } from './card-state.ts';
import cardStyles from './item-card.module.css';
import { ItemCard } from './item-card.tsx';
import styles from './item-grid.module.css';
import { StarButton } from './star-button.tsx';

interface SortableCardProps {
  item: ItemRow;
  sortable: boolean;
  /** Undefined until favourites and changes are loaded. */
  state: CardState | undefined;
  onLeave: (item: ItemRow) => void;
  onStar: (item: ItemRow, isFavourite: boolean) => void;
}

/** Re-renders on every drag move; the memoized card inside does not. */
export function SortableCard({ item, sortable, state, onLeave, onStar }: SortableCardProps) {
  const { itemProps, gripProps, isSlot } = useSortableItem(item.item_id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      {...itemProps}
      className={`${styles.place} ${isSlot ? styles.slot : ''} ${cardStyles.host}`}
      onKeyDown={(event) => {
        const isStarKey = event.key.toLowerCase() === 's' && areSingleKeysEnabled();
        const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
        if (state && isStarKey && !hasModifier && !event.repeat) onStar(item, !state.isFavourite);
      }}
    >
      <ItemCard item={item} changed={state?.changed ?? 0} onLeave={onLeave} />
      <span className={cardStyles.corner}>
        {sortable && (
          <span className={cardStyles.grip}>
            <Grip {...gripProps} name={item.item_name} />
          </span>
        )}
        {state && (
          <span className={state.isFavourite ? cardStyles.starred : cardStyles.star}>
            <StarButton
              id={item.item_id}
              name={item.item_name}
              isFavourite={state.isFavourite}
              shortcut="S"
              onToggle={(isFavourite) => onStar(item, isFavourite)}
            />
          </span>
        )}
      </span>
    </li>
  );
}
