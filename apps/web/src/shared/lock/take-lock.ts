import { calls } from '@octavo/contract';
import { errors } from '@octavo/contract/errors';
import { RELEASE } from '@octavo/contract/page-lock';
import { BusinessError } from '../api/call-error.ts';
import { call } from '../api/call.ts';
import { nextLockState, type Holder, type LockEvent, type LockState } from './lock-state.ts';

/** The refusal of a lock or a save because of another's lock; undefined for any other failure. */
export function lockRefusal(error: unknown): LockEvent | undefined {
  if (!(error instanceof BusinessError) || error.code !== errors.pageLocked.code) return undefined;
  // The facts that the contract promises with this code.
  const { is_cur_user, lock_username, lock_name, addtime } = error.data as Holder & {
    is_cur_user: 0 | 1;
  };
  if (is_cur_user === 1) return { kind: 'replaced' };
  return { kind: 'refused', holder: { lock_username, lock_name, addtime } };
}

/** Takes a page for this editor; with the token of a lock it has, renews it. */
export async function takeLock(page_id: number, lock_token?: string): Promise<LockEvent> {
  const input = { page_id, ...(lock_token !== undefined && { lock_token }) };
  try {
    const { lock_token: token, asks } = await call(calls.page.setLock, input, { silent: true });
    return { kind: 'taken', token, asks };
  } catch (error) {
    const refusal = lockRefusal(error);
    if (refusal) return refusal;
    throw error;
  }
}

/** Takes the lock of a page that an editor is about to open; without an answer it tries again. */
export async function openLock(page_id: number): Promise<LockState> {
  const state = nextLockState({ kind: 'none' }, { kind: 'opened', page_id });
  if (state.kind === 'none') return state;
  return takeLock(page_id).then(
    (event) => nextLockState(state, event),
    () => state,
  );
}

/** Releases a page; as a beacon, which a tab that is being closed can still send. */
export function releaseLock(page_id: number, lock_token: string): void {
  const body = new URLSearchParams({
    page_id: String(page_id),
    lock_to: String(RELEASE),
    lock_token,
  });
  navigator.sendBeacon(calls.page.setLock.path, body);
}
