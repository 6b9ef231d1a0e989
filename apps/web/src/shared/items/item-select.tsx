import type { ItemRow } from '@octavo/contract/item.entities';
import { Select } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useText } from '../i18n/texts.tsx';
import { useFieldControl } from '../ui/field.tsx';
import styles from './item-select.module.css';
import { ItemTile } from './item-type.tsx';

interface ItemSelectProps {
  items: readonly ItemRow[];
  value: number | undefined;
  onItem: (itemId: number) => void;
  loading?: boolean;
}

/** One of many items, found by typing a part of its name. */
export function ItemSelect({ items, value, onItem, loading = false }: ItemSelectProps) {
  const { t } = useText();
  return (
    <Select<number>
      {...useFieldControl()}
      className={styles.select ?? ''}
      {...(value !== undefined && { value })}
      onChange={onItem}
      loading={loading}
      suffixIcon={<ChevronDown />}
      placeholder={t('item.choose')}
      showSearch={{
        filterOption: (typed, option) =>
          String(option?.title).toLowerCase().includes(typed.trim().toLowerCase()),
      }}
      notFoundContent={<span className={styles.none}>{t('item.noneNamed')}</span>}
      options={items.map((item) => ({
        value: item.item_id,
        title: item.item_name,
        label: (
          <span className={styles.option}>
            <ItemTile item={item} size="tiny" />
            <span className={styles.name}>{item.item_name}</span>
          </span>
        ),
      }))}
    />
  );
}
