import { useState } from 'react';

function isDismissed(name: string): boolean {
  try {
    return sessionStorage.getItem(`octavo.${name}`) !== null;
  } catch {
    return false;
  }
}

/** A tip that is shown until it is dismissed, once per browser session. */
export function useTip(name: string): { isShown: boolean; dismiss: () => void } {
  const [isShown, setShown] = useState(() => !isDismissed(name));
  return {
    isShown,
    dismiss() {
      setShown(false);
      try {
        sessionStorage.setItem(`octavo.${name}`, '1');
      } catch {
        // Session storage is not available: the tip appears again after a reload.
      }
    },
  };
}
