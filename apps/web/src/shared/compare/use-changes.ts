import { useState } from 'react';
import type { Compared } from './compare.ts';

/** The state of a comparison and the change that the user has navigated to. */
export function useChanges() {
  const [compared, setCompared] = useState<Compared>();
  const [at, setAt] = useState(0);
  const [onlyChanges, setOnlyChanges] = useState(true);
  const count = compared?.count ?? 0;
  return {
    compared,
    setCompared,
    at,
    onlyChanges,
    setOnlyChanges,
    go(next: number) {
      const wrapped = (next + count) % count;
      setAt(wrapped);
      compared?.show(wrapped);
    },
  };
}

export type Changes = ReturnType<typeof useChanges>;
