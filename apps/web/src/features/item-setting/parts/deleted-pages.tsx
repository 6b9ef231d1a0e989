import type { Calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { Clock, Undo2 } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable, type TableColumn } from '../../../shared/ui/data-table.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from './recycle-bin.module.css';

export type DeletedPage = CallResponse<Calls['recycle']['getList']>[number];

/** With this many days left or fewer, the row shows a warning. */
const FEW_DAYS = 3;

interface DeletedPagesProps {
  pages: readonly DeletedPage[];
  /** Undefined when pages cannot be recovered. */
  onRecover: ((page: DeletedPage) => void) | undefined;
}

export function DeletedPages({ pages, onRecover }: DeletedPagesProps) {
  const { t } = useText();
  const columns: TableColumn<DeletedPage>[] = [
    {
      label: t('itemSetting.page'),
      render: (page) => (
        <span className={styles.page}>
          <b>{page.page_title}</b>
          {page.old_place
            ? t('itemSetting.wasIn', { place: page.old_place })
            : t('itemSetting.wasAtRoot')}
        </span>
      ),
    },
    {
      label: t('itemSetting.deletedBy'),
      width: 190,
      render: ({ del_by_username: name }) => (
        <span className={styles.person}>
          <Avatar small username={name} />
          {name}
        </span>
      ),
    },
    {
      label: t('itemSetting.deletedTime'),
      width: 160,
      render: (page) => (
        <span className={styles.time}>
          <Time value={page.del_time} />
        </span>
      ),
    },
    {
      label: t('itemSetting.left'),
      width: 108,
      render: (page) => <DaysLeft days={page.days_left} />,
    },
  ];
  if (onRecover)
    columns.push({
      label: t('team.actions'),
      width: 136,
      kind: 'actions',
      render: (page) => (
        <Button
          size="small"
          icon={<Undo2 />}
          aria-label={t('itemSetting.recoverPage', { page: page.page_title })}
          onClick={() => onRecover(page)}
        >
          {t('itemSetting.recover')}
        </Button>
      ),
    });
  return (
    <DataTable
      label={t('itemSetting.recycle')}
      columns={columns}
      rows={pages}
      keyOf={({ page_id }) => page_id}
    />
  );
}

/** Null: the site keeps deleted pages for ever. */
function DaysLeft({ days: count }: { days: number | null }) {
  const { t } = useText();
  if (count === null) return <span className={styles.days}>{t('itemSetting.noLimit')}</span>;
  const words = count < 1 ? t('itemSetting.lastDay') : t('itemSetting.days', { count });
  if (count > FEW_DAYS) return <span className={styles.days}>{words}</span>;
  return (
    <Tag kind="warning" icon={<Clock />}>
      {words}
    </Tag>
  );
}
