import { useSyncExternalStore } from 'react';
import type { LockState } from './lock-state.ts';
import type { PageLock } from './page-lock.ts';

export function useLock(lock: PageLock): LockState {
  return useSyncExternalStore(lock.subscribe, lock.getState);
}
