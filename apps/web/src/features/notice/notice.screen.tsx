import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { keepPreviousData } from '@tanstack/react-query';
import { CheckCheck, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import { useCommand } from '../../shared/api/use-command.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { FeedbackDialog } from '../../shared/notices/feedback-dialog.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Column } from '../../shared/ui/column.tsx';
import { LoadError } from '../../shared/ui/load-error.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { Pager } from '../../shared/ui/pager.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { EmptyState } from '../../shared/ui/state-block.tsx';
import styles from './notice.module.css';
import { NoticeList } from './parts/notice-list.tsx';

const PAGE_SIZE = 6;

type NoticeFilter = 'all' | 'unread';

export function NoticeScreen() {
  const { t } = useText();
  const [type, setType] = useState<NoticeFilter>('all');
  const [page, setPage] = useState(1);
  const [isFeedbackOpen, setFeedbackOpen] = useState(false);
  const query = useCall(
    calls.notice.getList,
    { notice_type: type, count: PAGE_SIZE, page },
    { placeholderData: keepPreviousData },
  );
  const { data, error, refetch } = query;
  const markAll = useCommand(calls.notice.setAllRead, { refresh: [calls.notice.getList] });
  const unread = data?.unread ?? 0;
  const shownTotal = type === 'all' ? (data?.total ?? 0) : unread;
  const show = (next: NoticeFilter) => {
    setType(next);
    setPage(1);
  };
  return (
    <Column width="form">
      <PageTitle screen={t('notice.title')} />
      <PageHead
        title={t('notice.title')}
        context={unread > 0 ? t('notice.unreadCount', { count: unread }) : undefined}
        back={{ to: paths.myItems.href(), label: t('item.backToItems') }}
        action={
          <Button icon={<MessageSquare />} onClick={() => setFeedbackOpen(true)}>
            {t('notice.feedbackButton')}
          </Button>
        }
      />
      {data && data.total > 0 && (
        <div className={styles.bar}>
          <Segmented
            label={t('notice.show')}
            value={type}
            onValue={show}
            options={[
              {
                value: 'all',
                label: <LabelWithCount label={t('notice.all')} count={data.total} />,
              },
              {
                value: 'unread',
                label: <LabelWithCount label={t('notice.unread')} count={unread} />,
              },
            ]}
          />
          {unread > 0 && (
            <Button
              variant="quiet"
              size="small"
              icon={<CheckCheck />}
              loading={markAll.isPending}
              onClick={() => markAll.mutate({})}
            >
              {t('notice.markAll')}
            </Button>
          )}
        </div>
      )}
      {data ? (
        <>
          <Card>
            {data.list.length > 0 ? <NoticeList notices={data.list} /> : <EmptyList type={type} />}
          </Card>
          {shownTotal > 0 && (
            <Pager total={shownTotal} size={PAGE_SIZE} page={page} onPage={setPage} />
          )}
        </>
      ) : error ? (
        <Card>
          <LoadError error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Skeleton shape="rows" />
      )}
      {isFeedbackOpen && <FeedbackDialog onClosed={() => setFeedbackOpen(false)} />}
    </Column>
  );
}

function LabelWithCount({ label, count }: { label: string; count: number }) {
  return (
    <>
      {label} <span className={styles.count}>{count}</span>
    </>
  );
}

function EmptyList({ type }: { type: NoticeFilter }) {
  const { t } = useText();
  return type === 'all' ? (
    <EmptyState title={t('notice.emptyTitle')}>{t('notice.emptyText')}</EmptyState>
  ) : (
    <EmptyState title={t('notice.noUnreadTitle')}>{t('notice.noUnreadText')}</EmptyState>
  );
}
