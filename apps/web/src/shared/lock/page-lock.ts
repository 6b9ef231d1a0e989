import { calls } from '@octavo/contract';
import { call } from '../api/call.ts';
import { nextLockState, type LockEvent, type LockState } from './lock-state.ts';
import { releaseLock, takeLock } from './take-lock.ts';

export interface PageLock {
  readonly getState: () => LockState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Rejects when the server gives no answer. */
  readonly take: () => Promise<void>;
  /** Unlocks by hand; from then on nothing is renewed. */
  readonly release: () => void;
  /** Asks the holder for the page; rejects when the server gives no answer. */
  readonly ask: () => Promise<void>;
  readonly answer: (username: string, isAgreed: boolean) => Promise<void>;
  /** What another call learned about the lock, such as a refused save. */
  readonly report: (event: LockEvent) => void;
  /** Asks the server now instead of at the next interval. */
  readonly look: () => Promise<void>;
  /** A new page has got its number. */
  readonly begin: (page_id: number) => void;
  readonly start: () => () => void;
}

/** The lease lasts 300 s. */
const RENEW = 180_000;
/** How soon the holder learns that somebody asks, or that another tab has taken over. */
const LOOK = 20_000;
/** How soon an editor without the lock learns that it is free. */
const LOOK_WITHOUT = 5000;

/** One editor's lock on a page: taken, renewed in silence, released when the editor closes. */
export function createPageLock(first: { page_id: number; state: LockState }): PageLock {
  let { page_id, state } = first;
  /** Counts changes: an answer that was asked for before the last one is out of date. */
  let turn = 0;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;
  const listeners = new Set<() => void>();

  function dispatch(event: LockEvent): void {
    const next = nextLockState(state, event);
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    turn += 1;
    lookLater();
    for (const listener of listeners) listener();
  }

  async function take(): Promise<void> {
    const id = page_id;
    const event = await takeLock(id, state.kind === 'held' ? state.token : undefined);
    if (id === page_id && isStarted) dispatch(event);
    // The editor was closed while the answer was on its way.
    else if (event.kind === 'taken') releaseLock(id, event.token);
  }

  // Without an answer the state stays: what is not known to be lost is not called lost.
  const tryToTake = () => take().catch(() => {});

  async function look(): Promise<void> {
    if (state.kind === 'none') return;
    const asked = turn;
    const input = { page_id, ...(state.kind === 'held' && { lock_token: state.token }) };
    const info = await call(calls.page.isLock, input, { silent: true }).catch(() => undefined);
    if (!info || asked !== turn) return;
    dispatch({ kind: 'looked', info });
    // A tab in the background leaves a free page to others until its person comes back.
    if (state.kind === 'wanted' && (state.isDue || document.visibilityState !== 'hidden'))
      await tryToTake();
  }

  function lookLater(): void {
    clearTimeout(looking);
    if (!isStarted) return;
    const isCalm = state.kind === 'held' || state.kind === 'released';
    looking = setTimeout(() => void look().finally(lookLater), isCalm ? LOOK : LOOK_WITHOUT);
  }

  function giveBack(): void {
    if (state.kind === 'held') releaseLock(page_id, state.token);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take,
    release() {
      giveBack();
      dispatch({ kind: 'released' });
    },
    async ask() {
      const { lock } = await call(calls.page.askLock, { page_id }, { silent: true });
      if (lock) dispatch({ kind: 'asked' });
      else await look();
    },
    async answer(username, is_agreed) {
      await call(calls.page.answerLock, { page_id, username, is_agreed }, { silent: true });
      await look();
    },
    report: dispatch,
    look,
    begin(next) {
      if (next === page_id) return;
      giveBack();
      page_id = next;
      dispatch({ kind: 'opened', page_id });
      if (state.kind === 'wanted') void tryToTake();
    },
    start() {
      isStarted = true;
      if (state.kind === 'wanted') void tryToTake();
      lookLater();
      const renewing = setInterval(() => state.kind === 'held' && void tryToTake(), RENEW);
      // A machine that wakes up looks at once.
      const onSeen = () => document.visibilityState === 'visible' && void look();
      const onBack = ({ persisted }: PageTransitionEvent) => persisted && void look();
      document.addEventListener('visibilitychange', onSeen);
      addEventListener('pagehide', giveBack);
      addEventListener('pageshow', onBack);
      return () => {
        isStarted = false;
        clearTimeout(looking);
        clearInterval(renewing);
        document.removeEventListener('visibilitychange', onSeen);
        removeEventListener('pagehide', giveBack);
        removeEventListener('pageshow', onBack);
        giveBack();
        // Where the same editor starts again, it takes the lock anew.
        if (state.kind === 'held') state = { kind: 'wanted', isDue: true };
      };
    },
  };
}
