import type { ItemRow } from '@octavo/contract/item.entities';
import { useText } from '../i18n/texts.tsx';
import { SelectInput } from '../ui/select-input.tsx';
import styles from './item-select.module.css';
import { ItemTile } from './item-type.tsx';

interface ItemSelectProps {
  items: readonly ItemRow[];
  value: number | undefined;
  onItem: (itemId: number) => void;
  loading?: boolean;
}

export function ItemSelect({ items, value, onItem, loading = false }: ItemSelectProps) {
  const { t } = useText();
  return (
    <SelectInput
      options={items.map((item) => ({
        value: item.item_id,
        name: item.item_name,
        label: (
          <span className={styles.option}>
            <ItemTile item={item} size="tiny" />
            <span className={styles.name}>{item.item_name}</span>
          </span>
        ),
      }))}
      value={value}
      onValue={onItem}
      placeholder={t('item.choose')}
      emptyText={t('item.noneNamed')}
      loading={loading}
    />
  );
}
