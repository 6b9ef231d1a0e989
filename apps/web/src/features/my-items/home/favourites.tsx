import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { HomeEntry } from '@octavo/contract/home.entities';
import { useCallback, useMemo } from 'react';
import { Grip } from '../../../shared/dnd/grip.tsx';
import { SortArea } from '../../../shared/dnd/sort-area.tsx';
import { useSortableItem } from '../../../shared/dnd/use-sortable-item.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { StarButton } from '../parts/star-button.tsx';
import { favouriteId } from '../use-favourites.ts';
import { EntryLink, entryName } from './entry-link.tsx';
import styles from './home.module.css';

interface FavouritesProps {
  favourites: readonly HomeEntry[];
  /** All of them, with their items and a star to remove them. */
  isList?: boolean;
  onStar: (entry: HomeEntry, isFavourite: boolean) => void;
  onSort: (ids: readonly number[]) => void;
}

/** Favourites that can be sorted by mouse, by touch at the grip, and by keyboard. */
export function Favourites({ favourites, isList = false, onStar, onSort }: FavouritesProps) {
  const { t } = useText();
  const ids = useMemo(() => favourites.map(favouriteId), [favourites]);
  const byId = useMemo(
    () => new Map(favourites.map((entry) => [favouriteId(entry), entry])),
    [favourites],
  );
  const nameOf = useCallback(
    (id: number) => {
      const entry = byId.get(id);
      return entry ? entryName(entry) : '';
    },
    [byId],
  );
  const rowProps = { isList, isSortable: favourites.length > 1, onStar };
  return (
    <SortArea
      ids={ids}
      nameOf={nameOf}
      strategy={verticalListSortingStrategy}
      disabled={!rowProps.isSortable}
      onSort={onSort}
      renderDragged={(id) => {
        const entry = byId.get(id);
        return (
          entry && (
            <div className={`${styles.row} ${styles.lifted}`}>
              <EntryLink entry={entry} withItem={isList} />
            </div>
          )
        );
      }}
    >
      <ul aria-label={t('home.favourites')}>
        {favourites.map((entry) => (
          <FavouriteRow key={favouriteId(entry)} entry={entry} {...rowProps} />
        ))}
      </ul>
    </SortArea>
  );
}

interface FavouriteRowProps {
  entry: HomeEntry;
  isList: boolean;
  isSortable: boolean;
  onStar: (entry: HomeEntry, isFavourite: boolean) => void;
}

function FavouriteRow({ entry, isList, isSortable, onStar }: FavouriteRowProps) {
  const { itemProps, gripProps, isSlot } = useSortableItem(favouriteId(entry));
  const name = entryName(entry);
  return (
    <li {...itemProps} className={isSlot ? `${styles.row} ${styles.slot}` : styles.row}>
      <EntryLink entry={entry} withItem={isList} />
      {isSortable && (
        <span className={isList ? styles.control : styles.grip}>
          <Grip {...gripProps} name={name} />
        </span>
      )}
      {isList && (
        <span className={styles.control}>
          <StarButton
            id={entry.item_id}
            name={name}
            isFavourite
            onToggle={(isFavourite) => onStar(entry, isFavourite)}
          />
        </span>
      )}
    </li>
  );
}
