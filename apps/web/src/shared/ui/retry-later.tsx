import type { ReactNode } from 'react';
import { useRetryCountdown, useSecondsUntil } from '../hooks/retry-countdown.ts';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { FailureState, WaitingLabel } from './state-block.tsx';

interface RetryLaterProps {
  icon: ReactNode;
  title: string;
  text: string;
  level: 'screen' | 'part';
  onRetry: () => void;
}

/** Shown when the server is temporarily unavailable: retries automatically, or at once on a click. */
export function RetryLater({ icon, title, text, level, onRetry }: RetryLaterProps) {
  const { t } = useText();
  const seconds = useSecondsUntil(useRetryCountdown(onRetry).end);
  return (
    <FailureState
      role="alert"
      level={level}
      icon={icon}
      tone="warning"
      title={title}
      actions={
        <>
          <Button onClick={onRetry}>{t('states.tryNow')}</Button>
          {/* Screen readers do not announce every change of a timer. */}
          <span role="timer">
            <WaitingLabel>{t('states.retryIn', { seconds })}</WaitingLabel>
          </span>
        </>
      }
    >
      {text}
    </FailureState>
  );
}
