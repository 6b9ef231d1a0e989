import { calls } from '@octavo/contract';
import { useId, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemTile } from '../../../shared/items/item-type.tsx';
import { Checkbox } from '../../../shared/ui/checkbox.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { SearchInput } from '../../../shared/ui/search-input.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { toggled, type ItemIds } from '../item-group.ts';
import styles from './item-table.module.css';

interface ItemTableProps {
  chosen: ItemIds;
  onChosen: (chosen: ItemIds) => void;
}

/** All items of the person, each with a box to tick. */
export function ItemTable({ chosen, onChosen }: ItemTableProps) {
  const { t } = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const { data: items, error, refetch } = useCall(calls.item.myList, { item_group_id: 0 });
  if (error && !items) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!items) return <Skeleton shape="rows" />;

  const keyword = typed.trim().toLowerCase();
  const found = items.filter(({ item_name }) => item_name.toLowerCase().includes(keyword));
  const count = items.filter(({ item_id }) => chosen.has(item_id)).length;
  return (
    <div>
      <div className={styles.head}>
        <span id={id}>{t('itemGroup.itemsInGroup')}</span>
        <output>{t('itemGroup.chosen', { count, total: items.length })}</output>
      </div>
      {items.length > 1 && (
        <SearchInput label={t('itemGroup.filter')} value={typed} onText={setTyped} />
      )}
      <ul className={styles.list} aria-labelledby={id}>
        {found.map((item) => (
          <li key={item.item_id}>
            <label className={styles.row}>
              <Checkbox
                checked={chosen.has(item.item_id)}
                onChecked={() => onChosen(toggled(chosen, item.item_id))}
              />
              <ItemTile item={item} />
              <span className={styles.name}>{item.item_name}</span>
            </label>
          </li>
        ))}
        {found.length === 0 && (
          <li className={styles.none}>
            {items.length === 0
              ? t('itemGroup.noItems')
              : t('itemGroup.noMatch', { keyword: typed.trim() })}
          </li>
        )}
      </ul>
    </div>
  );
}
