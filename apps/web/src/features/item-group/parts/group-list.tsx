import { calls } from '@octavo/contract';
import { Folder, Pencil, Trash2 } from 'lucide-react';
import { SortableList } from '../../../shared/dnd/sortable-list.tsx';
import { useSaveOrder } from '../../../shared/dnd/use-save-order.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Tile } from '../../../shared/ui/tile.tsx';
import { itemIdsOf, type ItemGroup } from '../item-group.ts';
import styles from './group-list.module.css';

interface GroupListProps {
  groups: readonly ItemGroup[];
  onEdit: (group: ItemGroup) => void;
  onDelete: (group: ItemGroup) => void;
}

export function GroupList({ groups, onEdit, onDelete }: GroupListProps) {
  const { t } = useText();
  const saveOrder = useSaveOrder({
    list: [calls.itemGroup.getList, {}],
    idOf: ({ id }) => id,
    save: calls.itemGroup.saveSort,
    inputOf: (ids) => ({ groups: ids.map((id, at) => ({ id, s_number: at + 1 })) }),
  });
  return (
    <SortableList
      label={t('itemGroup.list')}
      rows={groups.map((group) => ({ ...group, name: group.group_name }))}
      onSort={saveOrder}
      render={(group) => (
        <>
          <Tile id={group.id}>
            <Folder />
          </Tile>
          <span className={styles.name}>{group.group_name}</span>
          <Count items={itemIdsOf(group).length} />
          <span className={styles.actions}>
            <IconButton
              label={t('itemGroup.editGroup', { group: group.group_name })}
              onClick={() => onEdit(group)}
            >
              <Pencil />
            </IconButton>
            <IconButton
              danger
              label={t('itemGroup.deleteGroup', { group: group.group_name })}
              onClick={() => onDelete(group)}
            >
              <Trash2 />
            </IconButton>
          </span>
        </>
      )}
    />
  );
}

function Count({ items: count }: { items: number }) {
  const { t } = useText();
  return <span className={styles.count}>{t('itemGroup.items', { count })}</span>;
}
