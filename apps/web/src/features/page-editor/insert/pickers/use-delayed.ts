import { useEffect, useState } from 'react';

/** Debounce: no request for every typed letter. */
const DEBOUNCE_MS = 150;

/** The value after it has not changed for a moment. */
export function useDelayed<Value>(value: Value): Value {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setDelayed, DEBOUNCE_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}
