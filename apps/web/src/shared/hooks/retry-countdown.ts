import { useEffect, useEffectEvent, useState } from 'react';
import { joinCountdown, type Countdown } from '../api/retry-countdown.ts';

const TICK_MS = 250;

/** The remaining whole seconds until `end`, at least one. */
export function useSecondsUntil(end: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(1, Math.ceil((end - now) / 1000));
}

/** Runs `onRetry` at the end of each countdown while the component is mounted. */
export function useRetryCountdown(onRetry: () => void): Countdown {
  const [countdown, setCountdown] = useState(joinCountdown);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const timer = setTimeout(() => {
      retry();
      setCountdown(joinCountdown());
    }, countdown.end - Date.now());
    return () => clearTimeout(timer);
  }, [countdown]);
  return countdown;
}
