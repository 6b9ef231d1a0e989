import { calls } from '@octavo/contract';
import type { ItemRow } from '@octavo/contract/item.entities';
import { rectSortingStrategy } from '@dnd-kit/sortable';
import { useCallback, useMemo } from 'react';
import { SortArea } from '../../../shared/dnd/sort-area.tsx';
import { useSaveOrder } from '../../../shared/dnd/use-save-order.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import type { CardState } from './card-state.ts';
import { ItemCard } from './item-card.tsx';
import styles from './item-grid.module.css';
import { SortableCard } from './sortable-card.tsx';

interface ItemGridProps {
  items: readonly ItemRow[];
  groupId: number;
  sortable: boolean;
  stateOf: (itemId: number) => CardState | undefined;
  onLeave: (item: ItemRow) => void;
  onStar: (item: ItemRow, isFavourite: boolean) => void;
}

export function ItemGrid(props: ItemGridProps) {
  const { items, groupId, sortable, stateOf, onLeave, onStar } = props;
  const { t } = useText();
  const saveOrder = useSaveOrder({
    list: [calls.item.myList, { item_group_id: groupId }],
    idOf: ({ item_id }) => item_id,
    save: calls.item.sort,
    inputOf: (sorted) => ({
      data: Object.fromEntries(sorted.map((id, at) => [String(id), at + 1])),
      item_group_id: groupId,
    }),
  });
  const ids = useMemo(() => items.map(({ item_id }) => item_id), [items]);
  const byId = useMemo(() => new Map(items.map((item) => [item.item_id, item])), [items]);
  const nameOf = useCallback((id: number) => byId.get(id)?.item_name ?? '', [byId]);

  return (
    <SortArea
      ids={ids}
      nameOf={nameOf}
      strategy={rectSortingStrategy}
      disabled={!sortable}
      onSort={saveOrder}
      renderDragged={(id) => {
        const item = byId.get(id);
        return item && <ItemCard item={item} onLeave={onLeave} lifted />;
      }}
    >
      <ul className={styles.grid} aria-label={t('shell.myItems')}>
        {items.map((item) => (
          <SortableCard
            key={item.item_id}
            item={item}
            sortable={sortable}
            state={stateOf(item.item_id)}
            onLeave={onLeave}
            onStar={onStar}
          />
        ))}
      </ul>
    </SortArea>
  );
}
