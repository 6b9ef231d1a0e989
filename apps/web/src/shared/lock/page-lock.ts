import { calls } from '@octavo/contract';
import { call } from '../api/call.ts';
import { nextLockState, type LockEvent, type LockState } from './lock-state.ts';
import { releaseLock, acquireLock } from './acquire-lock.ts';
import { useSyncExternalStore } from 'react';

export interface PageLock {
  readonly getState: () => LockState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Rejects when the server does not respond. */
  readonly acquire: () => Promise<void>;
  /** Unlocks the page on the user's request; the lock is not renewed after that. */
  readonly release: () => void;
  /** Requests the lock from its holder; rejects when the server does not respond. */
  readonly requestLock: () => Promise<void>;
  readonly answerRequest: (username: string, isAgreed: boolean) => Promise<void>;
  /** Reports an event that another call has received, such as a rejected save. */
  readonly report: (event: LockEvent) => void;
  /** Polls the lock state now instead of at the next interval. */
  readonly poll: () => Promise<void>;
  /** Continues with the id of a new page after its first save. */
  readonly switchPage: (page_id: number) => void;
  readonly start: () => () => void;
}

/** Well below the lease of 300 s. */
const RENEW_INTERVAL_MS = 180_000;
/** Poll interval of the holder, for requests of other users and takeovers by other tabs; also after the user has unlocked. */
const POLL_INTERVAL_MS = 20_000;
/** Poll interval of an editor that waits for the lock. */
const POLL_INTERVAL_WITHOUT_LOCK_MS = 5000;

/** One editor's lock on a page: acquired, renewed in the background, released when the editor closes. */
export function createPageLock(first: { page_id: number; state: LockState }): PageLock {
  let { page_id, state } = first;
  /** Counts state changes: the response to a poll that was sent before the last change is out of date and ignored. */
  let revision = 0;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;
  const listeners = new Set<() => void>();

  function dispatch(event: LockEvent): void {
    const next = nextLockState(state, event);
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    revision += 1;
    schedulePoll();
    for (const listener of listeners) listener();
  }

  async function acquire(): Promise<void> {
    const id = page_id;
    const event = await acquireLock(id, state.kind === 'held' ? state.token : undefined);
    if (id === page_id && isStarted) dispatch(event);
    // The editor was closed while the request was running.
    else if (event.kind === 'taken') releaseLock(id, event.token);
  }

  // Without a response the state stays: the lock counts as lost only if the server reports it.
  const tryAcquire = () => acquire().catch(() => {});

  async function poll(): Promise<void> {
    if (state.kind === 'none') return;
    const requestRevision = revision;
    const input = { page_id, ...(state.kind === 'held' && { lock_token: state.token }) };
    const info = await call(calls.page.isLock, input, { silent: true }).catch(() => undefined);
    if (!info || requestRevision !== revision) return;
    dispatch({ kind: 'looked', info });
    // A background tab leaves a free page to others until the user returns to the tab.
    if (state.kind === 'wanted' && (state.acquireNow || document.visibilityState !== 'hidden'))
      await tryAcquire();
  }

  function schedulePoll(): void {
    clearTimeout(pollTimer);
    if (!isStarted) return;
    const isStable = state.kind === 'held' || state.kind === 'released';
    pollTimer = setTimeout(
      () => void poll().finally(schedulePoll),
      isStable ? POLL_INTERVAL_MS : POLL_INTERVAL_WITHOUT_LOCK_MS,
    );
  }

  function releaseHeldLock(): void {
    if (state.kind === 'held') releaseLock(page_id, state.token);
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    acquire,
    release() {
      releaseHeldLock();
      dispatch({ kind: 'released' });
    },
    async requestLock() {
      const { lock } = await call(calls.page.askLock, { page_id }, { silent: true });
      if (lock) dispatch({ kind: 'asked' });
      else await poll();
    },
    async answerRequest(username, is_agreed) {
      await call(calls.page.answerLock, { page_id, username, is_agreed }, { silent: true });
      await poll();
    },
    report: dispatch,
    poll,
    switchPage(next) {
      if (next === page_id) return;
      releaseHeldLock();
      page_id = next;
      dispatch({ kind: 'opened', page_id });
      if (state.kind === 'wanted') void tryAcquire();
    },
    start() {
      isStarted = true;
      if (state.kind === 'wanted') void tryAcquire();
      schedulePoll();
      const renewTimer = setInterval(
        () => state.kind === 'held' && void tryAcquire(),
        RENEW_INTERVAL_MS,
      );
      // Polls immediately when the tab is visible again, for example after the computer was asleep.
      const onVisible = () => document.visibilityState === 'visible' && void poll();
      const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && void poll();
      document.addEventListener('visibilitychange', onVisible);
      addEventListener('pagehide', releaseHeldLock);
      addEventListener('pageshow', onPageShow);
      return () => {
        isStarted = false;
        clearTimeout(pollTimer);
        clearInterval(renewTimer);
        document.removeEventListener('visibilitychange', onVisible);
        removeEventListener('pagehide', releaseHeldLock);
        removeEventListener('pageshow', onPageShow);
        releaseHeldLock();
        // If the same editor is started again, it acquires the lock again.
        if (state.kind === 'held') state = { kind: 'wanted', acquireNow: true };
      };
    },
  };
}

export function useLock(lock: PageLock): LockState {
  return useSyncExternalStore(lock.subscribe, lock.getState);
}
