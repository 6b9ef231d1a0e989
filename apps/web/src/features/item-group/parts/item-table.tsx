import { calls } from '@octavo/contract';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { ItemPicker, type ItemIds } from '../../../shared/items/item-picker.tsx';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from './item-table.module.css';

interface ItemTableProps {
  chosen: ItemIds;
  onChosen: (chosen: ItemIds) => void;
}

/** All items of the user, each with a checkbox. */
export function ItemTable({ chosen, onChosen }: ItemTableProps) {
  const { t } = useText();
  const { data: items, error, refetch } = useCall(calls.item.myList, { item_group_id: 0 });
  if (error && !items) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!items) return <Skeleton shape="rows" />;

  const count = items.filter(({ item_id }) => chosen.has(item_id)).length;
  return (
    <div>
      <div className={styles.head}>
        <span>{t('itemGroup.itemsInGroup')}</span>
        <output>{t('itemGroup.chosen', { count, total: items.length })}</output>
      </div>
      <ItemPicker
        items={items}
        label={t('itemGroup.itemsInGroup')}
        filterLabel={t('itemGroup.filter')}
        emptyText={t('itemGroup.noItems')}
        chosen={chosen}
        onChosen={onChosen}
      />
    </div>
  );
}
