import { calls } from '@octavo/contract';
import { errors } from '@octavo/contract/errors';
import { RELEASE_LOCK } from '@octavo/contract/page-lock';
import { BusinessError } from '../api/call-error.ts';
import { call } from '../api/call.ts';
import { nextLockState, type LockHolder, type LockEvent, type LockState } from './lock-state.ts';

/** The lock event for a lock or save that another lock has rejected; undefined for any other error. */
export function lockRejection(error: unknown): LockEvent | undefined {
  if (!(error instanceof BusinessError) || error.code !== errors.pageLocked.code) return undefined;
  // The contract defines the data of this error code.
  const { is_cur_user, lock_username, lock_name, addtime } = error.data as LockHolder & {
    is_cur_user: 0 | 1;
  };
  if (is_cur_user === 1) return { kind: 'replaced' };
  return { kind: 'refused', holder: { lock_username, lock_name, addtime } };
}

/** Acquires the lock of a page; with the token of a held lock, renews it. */
export async function acquireLock(page_id: number, lock_token?: string): Promise<LockEvent> {
  const input = { page_id, ...(lock_token !== undefined && { lock_token }) };
  try {
    const { lock_token: token, asks } = await call(calls.page.setLock, input, { silent: true });
    return { kind: 'taken', token, asks };
  } catch (error) {
    const rejection = lockRejection(error);
    if (rejection) return rejection;
    throw error;
  }
}

/** Acquires the lock for an editor that is about to open; without a response the editor retries later. */
export async function acquireInitialLock(page_id: number): Promise<LockState> {
  const state = nextLockState({ kind: 'none' }, { kind: 'opened', page_id });
  if (state.kind === 'none') return state;
  return acquireLock(page_id).then(
    (event) => nextLockState(state, event),
    () => state,
  );
}

/** Releases the lock with a beacon, which a closing tab can still send. */
export function releaseLock(page_id: number, lock_token: string): void {
  const body = new URLSearchParams({
    page_id: String(page_id),
    lock_to: String(RELEASE_LOCK),
    lock_token,
  });
  navigator.sendBeacon(calls.page.setLock.path, body);
}
