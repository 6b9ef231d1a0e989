import type { AdminItemRow } from '@octavo/contract/admin.entities';
import { ArchiveRestore, ArrowRightLeft, Globe, Lock, Trash2 } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { ItemTile } from '../../../shared/items/item-type.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from '../parts/rows.module.css';
import { useMayChange } from '../parts/use-may-change.ts';

export type ItemAction = 'attorn' | 'delete' | 'recover';

interface ItemTableProps {
  items: readonly AdminItemRow[];
  onAct: (action: ItemAction, item: AdminItemRow) => void;
}

export function ItemTable({ items, onAct }: ItemTableProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const areDeleted = items.some(({ del_time }) => del_time !== null);
  return (
    <DataTable
      label={t('adminItem.title')}
      rows={items}
      keyOf={({ item_id }) => item_id}
      columns={[
        {
          label: t('adminItem.item'),
          render: (item) => (
            <span className={styles.item}>
              <ItemTile item={item} />
              <b>{item.item_name}</b>
            </span>
          ),
        },
        { label: t('adminItem.owner'), width: 140, render: ({ username }) => username },
        {
          label: t('adminItem.visibility'),
          width: 120,
          ...(areDeleted && { kind: 'wide' }),
          render: (item) => <Visibility item={item} />,
        },
        {
          label: t('adminItem.pages'),
          width: 76,
          kind: 'number',
          render: ({ page_count }) => page_count,
        },
        {
          label: t('adminItem.members'),
          width: 86,
          kind: 'number',
          render: ({ member_num }) => member_num,
        },
        {
          label: areDeleted ? t('adminItem.deletedAt') : t('adminItem.created'),
          width: 160,
          ...(!areDeleted && { kind: 'wide' }),
          render: ({ addtime, del_time }) => (
            <span className={styles.quiet}>
              <Time value={del_time ?? addtime} />
            </span>
          ),
        },
        ...(mayChange
          ? [
              {
                label: t('adminItem.actions'),
                width: 96,
                kind: 'actions' as const,
                render: (item: AdminItemRow) => <Actions item={item} onAct={onAct} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Visibility({ item: { is_private, is_archived } }: { item: AdminItemRow }) {
  const { t } = useText();
  if (is_archived) return <Tag kind="line">{t('adminItem.archived')}</Tag>;
  return (
    <span className={styles.seen}>
      {is_private ? <Lock /> : <Globe />}
      {is_private ? t('adminItem.private') : t('adminItem.open')}
    </span>
  );
}

function Actions({ item, onAct }: { item: AdminItemRow } & Pick<ItemTableProps, 'onAct'>) {
  const { t } = useText();
  const names = { item: item.item_name };
  if (item.del_time !== null)
    return (
      <IconButton label={t('adminItem.recover', names)} onClick={() => onAct('recover', item)}>
        <ArchiveRestore />
      </IconButton>
    );
  return (
    <>
      <IconButton label={t('adminItem.attorn', names)} onClick={() => onAct('attorn', item)}>
        <ArrowRightLeft />
      </IconButton>
      <IconButton danger label={t('adminItem.delete', names)} onClick={() => onAct('delete', item)}>
        <Trash2 />
      </IconButton>
    </>
  );
}
