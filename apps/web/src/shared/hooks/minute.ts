import { useEffect, useState } from 'react';

const MINUTE = 60_000;

/** The time now, renewed every minute: "5 minutes ago" stays true on a screen left open. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
