import { useState } from 'react';

const ALERT_BLOCK = 500;

/**
 * After an alert of the login screen no further one comes for 500 ms: the key press that met the
 * alert must not submit the form a second time.
 */
export function createAlertBlock(now: () => number = () => performance.now()) {
  let until = -Infinity;
  return {
    begin(): void {
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
