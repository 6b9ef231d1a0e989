import { useState } from 'react';

const ALERT_BLOCK = 500;

/**
 * Blocks submits of the login form for 500 ms after an alert, so that the key press that dismisses the alert does
 * not submit the form again.
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
