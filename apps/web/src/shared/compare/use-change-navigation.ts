import { useState } from 'react';
import type { ComparisonResult } from './compare.ts';

/** The state of a comparison and the change that the user has navigated to. */
export function useChangeNavigation() {
  const [compared, setCompared] = useState<ComparisonResult>();
  const [at, setAt] = useState(0);
  const [onlyChanges, setOnlyChanges] = useState(true);
  const count = compared?.count ?? 0;
  return {
    compared,
    setCompared,
    at,
    onlyChanges,
    setOnlyChanges,
    goToChange(next: number) {
      const wrapped = (next + count) % count;
      setAt(wrapped);
      compared?.show(wrapped);
    },
  };
}

export type ChangeNavigation = ReturnType<typeof useChangeNavigation>;
