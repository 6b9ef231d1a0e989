import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Button } from './button.tsx';
import { FailureState, Waiting } from './state-block.tsx';

/** Seconds before each retry; the last one repeats. */
const DELAYS = [5, 8, 13, 21, 30];
const LAST_DELAY = 30;
/** A failure this long after the last retry is a new one. */
const RESET_MS = 60_000;

/** All waiting parts of a screen share one countdown. */
const countdown = { attempt: 0, end: 0 };

function joinCountdown(): number {
  const now = Date.now();
  if (countdown.end > now) return countdown.end;
  if (now - countdown.end > RESET_MS) countdown.attempt = 0;
  // At random, so that waiting browsers do not come back together.
  const delay = (DELAYS[countdown.attempt] ?? LAST_DELAY) * 1000 * (1 + Math.random() / 5);
  countdown.attempt += 1;
  countdown.end = now + delay;
  return countdown.end;
}

interface RetryLaterProps {
  icon: ReactNode;
  title: string;
  text: string;
  level: 'screen' | 'part';
  onRetry: () => void;
}

/** The server cannot answer now but soon will: the screen retries by itself, and at a press. */
export function RetryLater({ icon, title, text, level, onRetry }: RetryLaterProps) {
  const { t } = useText();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    let end = joinCountdown();
    const show = () => setSeconds(Math.max(1, Math.ceil((end - Date.now()) / 1000)));
    show();
    const timer = setInterval(() => {
      if (Date.now() >= end) {
        onRetry();
        end = joinCountdown();
      }
      show();
    }, 250);
    return () => clearInterval(timer);
  }, [onRetry]);
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
          {/* A timer is not announced each second. */}
          <span role="timer">
            <Waiting>{t('states.retryIn', { seconds })}</Waiting>
          </span>
        </>
      }
    >
      {text}
    </FailureState>
  );
}
