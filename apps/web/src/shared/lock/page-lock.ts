import { calls } from '@octavo/contract';
import { call } from '../api/call.ts';
import { nextLockState, type LockEvent, type LockState } from './lock-state.ts';
import { releaseLock, takeLock } from './take-lock.ts';

export interface PageLock {
  readonly getState: () => LockState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Rejects when the server does not respond. */
  readonly take: () => Promise<void>;
  /** Unlocks the page on the user's request; the lock is not renewed after that. */
  readonly release: () => void;
  /** Requests the lock from its holder; rejects when the server does not respond. */
  readonly ask: () => Promise<void>;
  readonly answer: (username: string, isAgreed: boolean) => Promise<void>;
  /** Reports an event that another call has received, such as a rejected save. */
  readonly report: (event: LockEvent) => void;
  /** Polls the lock state now instead of at the next interval. */
  readonly look: () => Promise<void>;
  /** Continues with the id of a new page after its first save. */
  readonly begin: (page_id: number) => void;
  readonly start: () => () => void;
}

/** Well below the lease of 300 s. */
const RENEW = 180_000;
/** Poll interval of the holder, for requests of other users and takeovers by other tabs. */
const LOOK = 20_000;
/** Poll interval of an editor without the lock, until the lock is free. */
const LOOK_WITHOUT = 5000;

/** One editor's lock on a page: acquired, renewed in the background, released when the editor closes. */
export function createPageLock(first: { page_id: number; state: LockState }): PageLock {
  let { page_id, state } = first;
  /** Counts state changes: the response to an older request is ignored. */
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
    // The editor was closed while the request was running.
    else if (event.kind === 'taken') releaseLock(id, event.token);
  }

  // Without a response the state stays: the lock counts as lost only if the server reports it.
  const tryToTake = () => take().catch(() => {});

  async function look(): Promise<void> {
    if (state.kind === 'none') return;
    const asked = turn;
    const input = { page_id, ...(state.kind === 'held' && { lock_token: state.token }) };
    const info = await call(calls.page.isLock, input, { silent: true }).catch(() => undefined);
    if (!info || asked !== turn) return;
    dispatch({ kind: 'looked', info });
    // A background tab leaves a free page to others until the user returns to the tab.
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
      // Polls immediately when the computer wakes up.
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
        // If the same editor is started again, it acquires the lock again.
        if (state.kind === 'held') state = { kind: 'wanted', isDue: true };
      };
    },
  };
}
