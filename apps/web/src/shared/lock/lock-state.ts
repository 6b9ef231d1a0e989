import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

type LockInfo = CallResponse<typeof calls.page.isLock>;
export type LockRequest = LockInfo['asks'][number];

/** The user who has locked the page. */
export interface LockHolder {
  readonly lock_username: string;
  readonly lock_name: string;
  readonly addtime: string | null;
}

/** The edit lock of one page, as seen by one editor; docs/architecture.md has the state diagram. */
export type LockState =
  /** A new page has no lock before its first save. */
  | { readonly kind: 'none' }
  /** The editor wants the lock. `acquireNow`: the lock is acquired even in a background tab. */
  | { readonly kind: 'wanted'; readonly acquireNow: boolean }
  | { readonly kind: 'held'; readonly token: string; readonly asks: readonly LockRequest[] }
  /** Unlocked by the user: not acquired again automatically. */
  | { readonly kind: 'released' }
  | {
      readonly kind: 'other';
      readonly holder: LockHolder;
      readonly ask: LockInfo['ask'];
      /** The editor acquires the lock when it becomes free; false after the user has unlocked the page. */
      readonly acquireWhenFree: boolean;
    }
  /** A newer tab or another device of the same user has the lock. */
  | { readonly kind: 'elsewhere' };

export type LockEvent =
  /** The editor shows another page, such as a new page after its first save; 0: not saved yet. */
  | { readonly kind: 'opened'; readonly page_id: number }
  | { readonly kind: 'taken'; readonly token: string; readonly asks: readonly LockRequest[] }
  /** The server rejected the lock or a save because another user has locked the page. */
  | { readonly kind: 'refused'; readonly holder: LockHolder }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'looked'; readonly info: LockInfo }
  | { readonly kind: 'asked' }
  | { readonly kind: 'released' };

const ACQUIRE_WHEN_VISIBLE: LockState = { kind: 'wanted', acquireNow: false };
const ACQUIRE_NOW: LockState = { kind: 'wanted', acquireNow: true };

export function nextLockState(state: LockState, event: LockEvent): LockState {
  switch (event.kind) {
    case 'opened':
      return event.page_id > 0 ? ACQUIRE_NOW : { kind: 'none' };
    case 'taken':
      return { kind: 'held', token: event.token, asks: event.asks };
    case 'refused': {
      const ask = state.kind === 'other' ? state.ask : 'none';
      return { kind: 'other', holder: event.holder, ask, acquireWhenFree: true };
    }
    case 'replaced':
      return { kind: 'elsewhere' };
    case 'asked':
      return state.kind === 'other' ? { ...state, ask: 'waiting', acquireWhenFree: true } : state;
    case 'released':
      return state.kind === 'held' ? { kind: 'released' } : state;
    case 'looked':
      return state.kind === 'none' ? state : afterPoll(state, event.info);
  }
}

function afterPoll(state: LockState, info: LockInfo): LockState {
  if (!info.lock) return afterUnlock(state);
  if (info.is_cur_editor === 1 && state.kind === 'held') return { ...state, asks: info.asks };
  if (info.is_cur_user === 1) {
    if (state.kind === 'released') return state;
    // The holder has agreed: the server reserves the lock for the user who requested it.
    return state.kind === 'other' && state.ask === 'waiting' ? ACQUIRE_NOW : { kind: 'elsewhere' };
  }
  const { lock_username, lock_name, addtime, ask } = info;
  const acquireWhenFree =
    state.kind === 'other' ? state.acquireWhenFree : state.kind !== 'released';
  return { kind: 'other', holder: { lock_username, lock_name, addtime }, ask, acquireWhenFree };
}

/** The next state when the page is not locked. */
function afterUnlock(state: LockState): LockState {
  switch (state.kind) {
    case 'held':
      // The lease has expired, for example while the computer was asleep.
      return ACQUIRE_NOW;
    case 'other':
      return state.acquireWhenFree ? ACQUIRE_WHEN_VISIBLE : { kind: 'released' };
    case 'elsewhere':
      return ACQUIRE_WHEN_VISIBLE;
    default:
      return state;
  }
}

/** The name that notices show for the lock holder. */
export const holderName = ({ lock_name, lock_username }: LockHolder) => lock_name || lock_username;
