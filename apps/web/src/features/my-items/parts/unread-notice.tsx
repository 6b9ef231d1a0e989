import { calls } from '@octavo/contract';
import type { Notice } from '@octavo/contract/notice.entities';
import { paths } from '@octavo/contract/paths';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { NoticePicture } from '../../../shared/notices/notice-picture.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import styles from './unread-notice.module.css';

const DISPLAY_MS = 10_000;

/** Shows the number of unread notices for ten seconds, again for each new notice. */
export function UnreadNotice() {
  const { data } = useCall(
    calls.notice.getList,
    { notice_type: 'unread', count: 1 },
    { silent: true },
  );
  const notice = data?.list[0];
  const [dismissedId, setDismissedId] = useState<number>();
  return (
    <div aria-live="polite">
      {notice && notice.notice_id !== dismissedId && (
        <NoticeCard
          key={notice.notice_id}
          notice={notice}
          count={data.unread}
          onClose={() => setDismissedId(notice.notice_id)}
        />
      )}
    </div>
  );
}

/** Closes the card after its time, but not while it is hovered or focused. */
function useAutoClose(card: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = card.current;
    let timer = setTimeout(close, DISPLAY_MS);
    const pause = () => clearTimeout(timer);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(close, DISPLAY_MS);
    };
    const listeners = {
      pointerenter: pause,
      focusin: pause,
      pointerleave: restart,
      focusout: restart,
    };
    for (const [event, act] of Object.entries(listeners)) element?.addEventListener(event, act);
    return () => {
      clearTimeout(timer);
      for (const [event, act] of Object.entries(listeners))
        element?.removeEventListener(event, act);
    };
  }, [card]);
}

interface NoticeCardProps {
  /** The newest unread notice. */
  notice: Notice;
  count: number;
  onClose: () => void;
}

function NoticeCard({ notice, count, onClose }: NoticeCardProps) {
  const { t } = useText();
  const card = useRef<HTMLElement>(null);
  useAutoClose(card, onClose);
  return (
    <section ref={card} className={styles.card} aria-label={t('notice.newNotice')}>
      <NoticePicture notice={notice} />
      <div className={styles.words}>
        <b>{t('notice.unreadMessage', { count })}</b>
        <span>{notice.notice_title}</span>
        <ButtonLink size="small" to={paths.notices.href()}>
          {t('notice.view')}
        </ButtonLink>
      </div>
      <IconButton label={t('shell.close')} onClick={onClose}>
        <X />
      </IconButton>
      <span className={styles.line} aria-hidden="true" />
    </section>
  );
}
