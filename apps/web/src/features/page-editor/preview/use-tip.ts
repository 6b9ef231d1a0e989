import { useState } from 'react';

function isTold(name: string): boolean {
  try {
    return sessionStorage.getItem(`octavo.${name}`) !== null;
  } catch {
    return false;
  }
}

/** A tip that is given once in a session. */
export function useTip(name: string): { isShown: boolean; dismiss: () => void } {
  const [isShown, setShown] = useState(() => !isTold(name));
  return {
    isShown,
    dismiss() {
      setShown(false);
      try {
        sessionStorage.setItem(`octavo.${name}`, '1');
      } catch {
        // Storage is forbidden: it is told again after a reload.
      }
    },
  };
}
