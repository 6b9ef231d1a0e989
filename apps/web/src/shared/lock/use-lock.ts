import { useSyncExternalStore } from 'react';
import type { LockState, PageLock } from './page-lock.ts';

export function useLock(lock: PageLock): LockState {
  return useSyncExternalStore(lock.subscribe, lock.getState);
}
