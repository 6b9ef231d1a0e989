import { useRetryCountdown, useSecondsUntil } from '../hooks/retry-countdown.ts';
import { useText } from '../i18n/texts.tsx';
import styles from './busy-note.module.css';
import { Button } from './button.tsx';

/** Shown instead of the content while the server is overloaded; retries automatically. */
export function BusyNote({ onRetry }: { onRetry: () => void }) {
  const { t } = useText();
  const { start, end } = useRetryCountdown(onRetry);
  const seconds = useSecondsUntil(end);
  const share = Math.min(1, (seconds * 1000) / (end - start));
  return (
    <div className={styles.note}>
      <span className={styles.ring} aria-hidden="true">
        <svg viewBox="0 0 36 36">
          <circle cx="18" cy="18" r="16" />
          <circle cx="18" cy="18" r="16" pathLength="1" strokeDasharray={`${share} 1`} />
        </svg>
        <b>{seconds}</b>
      </span>
      <span className={styles.text}>
        <output>{t('states.busyTitle')}</output>
        {/* Screen readers do not announce every change of a timer. */}
        <span role="timer">{t('states.busyPage', { seconds })}</span>
      </span>
      <Button onClick={onRetry}>{t('states.tryNow')}</Button>
    </div>
  );
}
