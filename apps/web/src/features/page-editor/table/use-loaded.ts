import { useEffect, useState } from 'react';

/** Loads something when it is first needed. Without a connection it is missing, and the next use tries again. */
export function useLoaded<T>(isNeeded: boolean, load: () => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<{ readonly value: T }>();
  useEffect(() => {
    if (!isNeeded || loaded) return;
    load().then(
      (value) => setLoaded({ value }),
      () => {},
    );
  }, [isNeeded, loaded, load]);
  return loaded?.value;
}
