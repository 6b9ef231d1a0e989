import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

type LockInfo = CallResponse<typeof calls.page.isLock>;
export type LockAsk = LockInfo['asks'][number];

/** The user who has locked the page. */
export interface Holder {
  readonly lock_username: string;
  readonly lock_name: string;
  readonly addtime: string | null;
}

/** The edit lock of one page, as seen by one editor; docs/architecture.md has the state diagram. */
export type LockState =
  /** A new page has no lock before its first save. */
  | { readonly kind: 'none' }
  /** The editor wants the lock. `acquireNow`: the lock is acquired even in a background tab. */
  | { readonly kind: 'wanted'; readonly isDue: boolean }
  | { readonly kind: 'held'; readonly token: string; readonly asks: readonly LockAsk[] }
  /** Unlocked by the user: not acquired again automatically. */
  | { readonly kind: 'released' }
  | {
      readonly kind: 'other';
      readonly holder: Holder;
      readonly ask: LockInfo['ask'];
      /** The editor acquires the lock when it becomes free; false after the user has unlocked the page. */
      readonly isWanted: boolean;
    }
  /** A newer tab or another device of the same user has the lock. */
  | { readonly kind: 'elsewhere' };

export type LockEvent =
  /** The editor shows another page, such as a new page after its first save; 0: not saved yet. */
  | { readonly kind: 'opened'; readonly page_id: number }
  | { readonly kind: 'taken'; readonly token: string; readonly asks: readonly LockAsk[] }
  /** The server rejected the lock or a save because another user has locked the page. */
  | { readonly kind: 'refused'; readonly holder: Holder }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'looked'; readonly info: LockInfo }
  | { readonly kind: 'asked' }
  | { readonly kind: 'released' };

const WANTED: LockState = { kind: 'wanted', isDue: false };
const DUE: LockState = { kind: 'wanted', isDue: true };

export function nextLockState(state: LockState, event: LockEvent): LockState {
  switch (event.kind) {
    case 'opened':
      return event.page_id > 0 ? DUE : { kind: 'none' };
    case 'taken':
      return { kind: 'held', token: event.token, asks: event.asks };
    case 'refused': {
      const ask = state.kind === 'other' ? state.ask : 'none';
      return { kind: 'other', holder: event.holder, ask, isWanted: true };
    }
    case 'replaced':
      return { kind: 'elsewhere' };
    case 'asked':
      return state.kind === 'other' ? { ...state, ask: 'waiting', isWanted: true } : state;
    case 'released':
      return state.kind === 'held' ? { kind: 'released' } : state;
    case 'looked':
      return state.kind === 'none' ? state : afterLook(state, event.info);
  }
}

function afterLook(state: LockState, info: LockInfo): LockState {
  if (!info.lock) return afterVacancy(state);
  if (info.is_cur_editor === 1 && state.kind === 'held') return { ...state, asks: info.asks };
  if (info.is_cur_user === 1) {
    if (state.kind === 'released') return state;
    // The holder has agreed: the server reserves the lock for the user who requested it.
    return state.kind === 'other' && state.ask === 'waiting' ? DUE : { kind: 'elsewhere' };
  }
  const { lock_username, lock_name, addtime, ask } = info;
  const isWanted = state.kind === 'other' ? state.isWanted : state.kind !== 'released';
  return { kind: 'other', holder: { lock_username, lock_name, addtime }, ask, isWanted };
}

/** The next state when the page is not locked. */
function afterVacancy(state: LockState): LockState {
  switch (state.kind) {
    case 'held':
      // The lease has expired, for example while the computer was asleep.
      return DUE;
    case 'other':
      return state.isWanted ? WANTED : { kind: 'released' };
    case 'elsewhere':
      return WANTED;
    default:
      return state;
  }
}

/** The name that notices show for the lock holder. */
export const holderName = ({ lock_name, lock_username }: Holder) => lock_name || lock_username;
