import { useState } from 'react';

export const ALERT_BLOCK = 500;

/**
 * After an alert of the login screen closes, no further one opens for 500 ms: the key press that
 * closed it must not submit the form a second time.
 */
export function createAlertBlock(now: () => number = () => performance.now()) {
  let until = -Infinity;
  return {
    closed(): void {
      until = now() + ALERT_BLOCK;
    },
    isBlocked(): boolean {
      return now() < until;
    },
  };
}

export function useAlertBlock() {
  return useState(() => createAlertBlock())[0];
}
