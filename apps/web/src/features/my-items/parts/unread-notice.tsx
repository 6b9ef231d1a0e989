import { calls } from '@octavo/contract';
import type { Notice } from '@octavo/contract/notice.entities';
import { paths } from '@octavo/contract/paths';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useText } from '../../../shared/i18n/texts.tsx';
import { NoticePicture } from '../../../shared/notices/notice-picture.tsx';
import { ButtonLink } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import styles from './unread-notice.module.css';

const SHOWN_MS = 10_000;

/** The newest unread notice, for ten seconds; each one once. */
export function UnreadNotice() {
  const { data } = useCall(
    calls.notice.getList,
    { notice_type: 'unread', count: 1 },
    { silent: true },
  );
  const notice = data?.list[0];
  const [over, setOver] = useState<number>();
  return (
    <div aria-live="polite">
      {notice && notice.notice_id !== over && (
        <Announced
          key={notice.notice_id}
          notice={notice}
          onOver={() => setOver(notice.notice_id)}
        />
      )}
    </div>
  );
}

/** Whoever points at it or is in it by the keyboard keeps it. */
function Announced({ notice, onOver }: { notice: Notice; onOver: () => void }) {
  const { t } = useText();
  const [held, setHeld] = useState(false);
  const leave = useEffectEvent(onOver);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(leave, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <section
      className={styles.card}
      aria-label={t('notice.newNotice')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <NoticePicture notice={notice} />
      <div className={styles.words}>
        <b>{notice.notice_title}</b>
        <span>{notice.from_name}</span>
        <ButtonLink size="small" to={paths.notices.href()}>
          {t('notice.view')}
        </ButtonLink>
      </div>
      <IconButton label={t('shell.close')} onClick={onOver}>
        <X />
      </IconButton>
      {!held && <span className={styles.line} aria-hidden="true" />}
    </section>
  );
}
