import { Clock, Undo2 } from 'lucide-react';
import { useText } from '../../../shared/i18n/texts.tsx';
import { Time } from '../../../shared/i18n/time.tsx';
import { Avatar, clothOf } from '../../../shared/ui/avatar.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import type { DeletedPage } from '../deleted-page.ts';
import styles from './recycle-bin.module.css';

/** From here on the days left are a warning. */
const FEW_DAYS = 3;

interface DeletedPagesProps {
  pages: readonly DeletedPage[];
  /** Absent where nothing can be recovered. */
  onRecover: ((page: DeletedPage) => void) | undefined;
}

export function DeletedPages({ pages, onRecover }: DeletedPagesProps) {
  const { t } = useText();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{t('itemSetting.page')}</th>
          <th>{t('itemSetting.deletedBy')}</th>
          <th>{t('itemSetting.deletedTime')}</th>
          <th>{t('itemSetting.left')}</th>
          {onRecover && (
            <th>
              <span className="visually-hidden">{t('itemSetting.action')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <tr key={page.page_id}>
            <td className={styles.page}>
              <b>{page.page_title}</b>
              <span>
                {page.old_place
                  ? t('itemSetting.wasIn', { place: page.old_place })
                  : t('itemSetting.wasAtRoot')}
              </span>
            </td>
            <td>
              <span className={styles.person}>
                <Avatar small id={clothOf(page.del_by_username)} name={page.del_by_username} />
                {page.del_by_username}
              </span>
            </td>
            <td className={styles.time}>
              <Time value={page.del_time} />
            </td>
            <td>
              <DaysLeft days={page.days_left} />
            </td>
            {onRecover && (
              <td className={styles.action}>
                <Button
                  size="small"
                  icon={<Undo2 />}
                  aria-label={t('itemSetting.recoverPage', { page: page.page_title })}
                  onClick={() => onRecover(page)}
                >
                  {t('itemSetting.recover')}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DaysLeft({ days: count }: { days: number }) {
  const { t } = useText();
  const words =
    count < 1
      ? t('itemSetting.lastDay')
      : count === 1
        ? t('itemSetting.oneDay')
        : t('itemSetting.days', { count });
  if (count > FEW_DAYS) return <span className={styles.days}>{words}</span>;
  return (
    <Tag kind="warning" icon={<Clock />}>
      {words}
    </Tag>
  );
}
