import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../shared/api/call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Time } from '../../shared/i18n/time.tsx';
import { holderName } from '../../shared/lock/lock-state.ts';
import { Note } from '../../shared/ui/note.tsx';
import styles from './lock-note.module.css';

const POLL_INTERVAL_MS = 20_000;

/** Warns the reader that another user is editing the page, so its content may soon be out of date. */
export function LockNote({ pageId }: { pageId: number }) {
  const { t, rich } = useText();
  const [lock, setLock] = useState<CallResponse<typeof calls.page.isLock>>();
  useEffect(() => {
    let isUnmounted = false;
    const update = async () => {
      if (document.visibilityState === 'hidden') return;
      const info = await call(calls.page.isLock, { page_id: pageId }, { silent: true });
      if (!isUnmounted) setLock(info);
    };
    // A failed request keeps the last state.
    const poll = () => void update().catch(() => {});
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    document.addEventListener('visibilitychange', poll);
    return () => {
      isUnmounted = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [pageId]);
  const isTheirs = lock?.lock === 1 && lock.is_cur_user === 0;
  return (
    <output className={styles.state}>
      {isTheirs && (
        <div className={styles.note}>
          <Note kind="warning" icon={<Lock />}>
            <b>{t('reader.lockedBy', { name: holderName(lock) })}</b>
            {lock.addtime && rich('reader.lockedText', { time: <Time value={lock.addtime} /> })}
          </Note>
        </div>
      )}
    </output>
  );
}
