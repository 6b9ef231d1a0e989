import { calls } from '@octavo/contract';
import { paths } from '@octavo/contract/paths';
import { useQueryClient } from '@tanstack/react-query';
import { Bell, MessageSquare } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../shared/api/use-call.ts';
import { useText } from '../shared/i18n/texts.tsx';
import { useServerEvents } from '../shared/realtime/use-server-events.ts';
import { site } from '../shared/site/site-identity.ts';
import { FeedbackDialog } from '../shared/notices/feedback-dialog.tsx';
import { IconButton, IconLink } from '../shared/ui/icon-button.tsx';
import styles from './notice-buttons.module.css';

export function FeedbackButton() {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  if (site.feedback_link)
    return (
      <IconLink reloadDocument label={t('notice.feedbackButton')} to={site.feedback_link}>
        <MessageSquare />
      </IconLink>
    );
  return (
    <>
      <IconButton label={t('notice.feedbackButton')} onClick={() => setOpen(true)}>
        <MessageSquare />
      </IconButton>
      {isOpen && <FeedbackDialog onClosed={() => setOpen(false)} />}
    </>
  );
}

/** The bell with the unread marker. Server events refresh it and all notice lists on the screen. */
export function NoticesLink({ uid }: { uid: number }) {
  const { t } = useText();
  const queries = useQueryClient();
  const { data } = useCall(
    calls.notice.getList,
    { notice_type: 'unread', count: 1 },
    { silent: true },
  );
  useServerEvents(uid, 'notice', () => {
    void queries.invalidateQueries({ queryKey: [calls.notice.getList.path] });
  });
  const count = data?.unread ?? 0;
  const label = count > 0 ? t('notice.titleUnread', { count }) : t('notice.title');
  return (
    <IconLink label={label} to={paths.notices.href()}>
      <span className={styles.bell}>
        <Bell />
        {count > 0 && <span className={styles.dot} />}
      </span>
    </IconLink>
  );
}
