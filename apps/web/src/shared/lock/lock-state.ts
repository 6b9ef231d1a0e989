import type { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';

type LockInfo = CallResponse<typeof calls.page.isLock>;
export type LockAsk = LockInfo['asks'][number];

/** The person who has the page. */
export interface Holder {
  readonly lock_username: string;
  readonly lock_name: string;
  readonly addtime: string | null;
}

/** The edit lock of one page as one editor sees it; docs/architecture.md has the diagram. */
export type LockState =
  /** A new page has no lock before its first save. */
  | { readonly kind: 'none' }
  /** The editor wants the lock and has no answer yet. `isDue`: it is this editor's to take. */
  | { readonly kind: 'wanted'; readonly isDue: boolean }
  | { readonly kind: 'held'; readonly token: string; readonly asks: readonly LockAsk[] }
  /** Unlocked by hand: not taken again by itself. */
  | { readonly kind: 'released' }
  | {
      readonly kind: 'other';
      readonly holder: Holder;
      readonly ask: LockInfo['ask'];
      /** The editor takes the page when it is free; false after it was unlocked by hand. */
      readonly isWanted: boolean;
    }
  /** A newer tab or another device of the same person has it. */
  | { readonly kind: 'elsewhere' };

export type LockEvent =
  /** Another page, such as a new one after its first save; 0: not saved yet. */
  | { readonly kind: 'opened'; readonly page_id: number }
  | { readonly kind: 'taken'; readonly token: string; readonly asks: readonly LockAsk[] }
  /** The server refused the lock or a save, because another person has the page. */
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
    // The holder has agreed: the server keeps the page for the person who asked.
    return state.kind === 'other' && state.ask === 'waiting' ? DUE : { kind: 'elsewhere' };
  }
  const { lock_username, lock_name, addtime, ask } = info;
  const isWanted = state.kind === 'other' ? state.isWanted : state.kind !== 'released';
  return { kind: 'other', holder: { lock_username, lock_name, addtime }, ask, isWanted };
}

/** Nobody has the page. */
function afterVacancy(state: LockState): LockState {
  switch (state.kind) {
    case 'held':
      // The lease ran out, for instance while the machine slept.
      return DUE;
    case 'other':
      return state.isWanted ? WANTED : { kind: 'released' };
    case 'elsewhere':
      return WANTED;
    default:
      return state;
  }
}

/** The one name of a person on every notice. */
export const holderName = ({ lock_name, lock_username }: Holder) => lock_name || lock_username;
