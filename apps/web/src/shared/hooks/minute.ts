import { useSyncExternalStore } from 'react';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    now = Date.now();
    timer = setInterval(tick, MINUTE);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/**
 * The time now, renewed every minute: "5 minutes ago" stays true on a screen left open. Undefined
 * where the server draws the screen, which knows neither the reader's zone nor when they look.
 */
export function useMinute(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => undefined,
  );
}
