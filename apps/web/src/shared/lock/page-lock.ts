import { calls } from '@octavo/contract';
import { call } from '../api/call.ts';
import { releaseLock, takeLock, type Holder, type LockAsk, type Taken } from './take-lock.ts';

export type LockState =
  /** Nothing to hold: no page yet, or given back by hand. */
  | { readonly kind: 'none' }
  | { readonly kind: 'held'; readonly asks: readonly LockAsk[] }
  | { readonly kind: 'other'; readonly holder: Holder }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'unknown' };

export interface PageLock {
  readonly getState: () => LockState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly take: () => Promise<void>;
  /** Gives it back by hand; from then on nothing is renewed. */
  readonly release: () => void;
  readonly answer: (username: string, isAgreed: boolean) => Promise<void>;
  /** A new page has got its number. */
  readonly begin: (page_id: number) => Promise<void>;
  readonly start: () => () => void;
}

/** The lease lasts 300 s. */
const RENEW = 180_000;
/** How soon one hears that somebody asks, or that another tab has taken over. */
const LOOK = 20_000;

/** One editor's lock on a page: taken, renewed in silence, given back when the editor goes. */
export function createPageLock(first: { page_id: number; taken: Taken | undefined }): PageLock {
  let { page_id } = first;
  let token = first.taken?.kind === 'held' ? first.taken.lock_token : undefined;
  let state: LockState = first.taken ? stateOf(first.taken) : { kind: 'none' };
  const listeners = new Set<() => void>();

  function set(next: LockState): void {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function accept(taken: Taken): void {
    if (taken.kind === 'held') token = taken.lock_token;
    // Without an answer the lease still runs; what is not known to be lost is not called lost.
    if (taken.kind === 'unknown' && state.kind === 'held') return;
    set(stateOf(taken));
  }

  async function take(): Promise<void> {
    if (page_id > 0) accept(await takeLock(page_id));
  }

  async function renew(): Promise<void> {
    if (state.kind === 'held' && token !== undefined) accept(await takeLock(page_id, token));
    if (state.kind === 'unknown') await take();
  }

  async function look(): Promise<void> {
    if (state.kind === 'none' || page_id === 0) return;
    if (state.kind === 'unknown') return take();
    const input = { page_id, ...(token !== undefined && { lock_token: token }) };
    const now = await call(calls.page.isLock, input, { silent: true }).catch(() => undefined);
    if (!now || isGivenBack()) return;
    if (now.is_cur_editor) return set({ kind: 'held', asks: now.asks });
    // Run out, for instance while the machine slept, and nobody has come in between.
    if (!now.lock) return state.kind === 'held' ? take() : undefined;
    if (now.is_cur_user) return set({ kind: 'elsewhere' });
    const { lock_username, lock_name, addtime } = now;
    set({ kind: 'other', holder: { lock_username, lock_name, addtime } });
  }

  // Asked anew after waiting: it may have been given back meanwhile.
  const isGivenBack = () => state.kind === 'none';

  function give(): void {
    if (token !== undefined && page_id > 0) releaseLock(page_id, token);
    token = undefined;
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take,
    release() {
      give();
      set({ kind: 'none' });
    },
    async answer(username, is_agreed) {
      await call(calls.page.answerLock, { page_id, username, is_agreed }, { silent: true });
      await look();
    },
    async begin(next) {
      if (next === page_id) return;
      give();
      page_id = next;
      await take();
    },
    start() {
      if (state.kind === 'held' && token === undefined) void take();
      const renewing = setInterval(() => void renew(), RENEW);
      const looking = setInterval(() => void look(), LOOK);
      // A machine that wakes up looks at once.
      const onSeen = () => document.visibilityState === 'visible' && void look();
      const onBack = ({ persisted }: PageTransitionEvent) => persisted && void take();
      document.addEventListener('visibilitychange', onSeen);
      addEventListener('pagehide', give);
      addEventListener('pageshow', onBack);
      return () => {
        clearInterval(renewing);
        clearInterval(looking);
        document.removeEventListener('visibilitychange', onSeen);
        removeEventListener('pagehide', give);
        removeEventListener('pageshow', onBack);
        give();
      };
    },
  };
}

function stateOf(taken: Taken): LockState {
  return taken.kind === 'held' ? { kind: 'held', asks: taken.asks } : taken;
}
