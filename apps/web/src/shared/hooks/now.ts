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
 * The current time, updated every minute, so that "5 minutes ago" stays correct on an open screen. Undefined during
 * server-side rendering, where the reader's time zone is unknown.
 */
export function useNow(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => undefined,
  );
}
