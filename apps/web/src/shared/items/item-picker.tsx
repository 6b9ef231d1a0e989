import type { ItemRow } from '@octavo/contract/item.entities';
import { useState } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { ItemTile } from './item-type.tsx';
import styles from './item-picker.module.css';

export type ItemIds = ReadonlySet<number>;

function toggle(ids: ItemIds, id: number): ItemIds {
  return new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]);
}

interface ItemPickerProps {
  items: readonly Pick<ItemRow, 'item_id' | 'item_type' | 'item_name'>[];
  /** The accessible name of the list. */
  label: string;
  filterLabel: string;
  /** Shown if there are no items. */
  emptyText: string;
  chosen: ItemIds;
  onChosen: (chosen: ItemIds) => void;
}

/** A list of items with checkboxes and a filter field. */
export function ItemPicker({
  items,
  label,
  filterLabel,
  emptyText,
  chosen,
  onChosen,
}: ItemPickerProps) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const keyword = typed.trim();
  const filteredItems = items.filter(({ item_name }) =>
    item_name.toLowerCase().includes(keyword.toLowerCase()),
  );
  return (
    <div className={styles.pick}>
      {items.length > 1 && <SearchInput label={filterLabel} value={typed} onText={setTyped} />}
      <ul className={styles.list} aria-label={label}>
        {filteredItems.map((item) => (
          <li key={item.item_id}>
            <label className={styles.row}>
              <Checkbox
                checked={chosen.has(item.item_id)}
                onChecked={() => onChosen(toggle(chosen, item.item_id))}
              />
              <ItemTile item={item} />
              <span className={styles.name}>{item.item_name}</span>
            </label>
          </li>
        ))}
        {filteredItems.length === 0 && (
          <li className={styles.none}>
            {items.length === 0 ? emptyText : t('itemGroup.noMatch', { keyword })}
          </li>
        )}
      </ul>
    </div>
  );
}
