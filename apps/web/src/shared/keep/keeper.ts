import { createJournal } from './journal.ts';
import type { KeptStore } from './kept-store.ts';
import { isSame, type Base, type Fields, type KeptText, type Unanswered } from './kept-text.ts';
import { randomId } from './random-id.ts';
import { stateAfter, type Saved, type SaveInput, type SaveState } from './save-state.ts';

export interface KeeperState {
  readonly page_id: number;
  readonly isChanged: boolean;
  readonly savedAt: number | null;
  /** When this device last stored the draft. */
  readonly keptAt: number | null;
  /** The draft cannot be stored on this device: storage is blocked or full. */
  readonly isUnkept: boolean;
  readonly save: SaveState;
}

interface KeeperOptions {
  readonly id: string;
  readonly uid: number;
  readonly item_id: number;
  readonly page_id: number;
  /** The type of a new page; absent: Markdown. */
  readonly page_type?: number;
  readonly base: Base;
  readonly unanswered?: Unanswered | null;
  /** Returns the current content of the editor. */
  readonly read: () => Fields;
  readonly store: KeptStore;
  readonly send: (input: SaveInput) => Promise<Saved>;
}

export interface Keeper {
  readonly getState: () => KeeperState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The last version that the server has confirmed. */
  readonly base: () => Base;
  readonly touch: () => void;
  readonly flush: () => Promise<void>;
  /** Saves the text; a pending request is repeated first. Does nothing while a save is running. */
  readonly save: () => Promise<void>;
  /** Sets a new base version after the text was merged with a version that was saved in the meantime. */
  readonly rebase: (base: Base) => void;
  /** Returns to editing; the changes stay unsaved. */
  readonly dismiss: () => void;
  /** Another call has reported that the session has expired. */
  readonly askLogin: () => void;
  /** The page was deleted: the next save creates a new page. */
  readonly becomeNew: () => void;
  readonly start: () => () => void;
}

const FIRST_RETRY = 1000;
const LAST_RETRY = 15_000;
/** Slow local storage must not delay a save for longer than this. */
const PATIENCE = 1000;

const soon = (work: Promise<void>) =>
  Promise.race([
    work,
    new Promise<void>((resolve) => {
      setTimeout(resolve, PATIENCE);
    }),
  ]);

/** Stores one text as a draft on this device while the user types, and on the server when it is saved. */
export function createKeeper(options: KeeperOptions): Keeper {
  const { id, uid, item_id, page_type, read, store, send } = options;
  const type = page_type === undefined ? {} : { page_type };
  let base = options.base;
  let unanswered = options.unanswered ?? null;
  let state: KeeperState = {
    page_id: options.page_id,
    isChanged: unanswered !== null || !isSame(read(), base.fields),
    savedAt: null,
    keptAt: null,
    isUnkept: false,
    save: { kind: 'rest' },
  };
  let retryAfter = FIRST_RETRY;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function set(change: Partial<KeeperState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function toKeep(): KeptText | null {
    const fields = read();
    const isChanged = unanswered !== null || !isSame(fields, base.fields);
    if (isChanged !== state.isChanged) set({ isChanged });
    if (!isChanged) return null;
    const { page_id } = state;
    const time = Date.now();
    return { id, uid, item_id, page_id, ...type, fields, base, unanswered, time, state: 'open' };
  }

  const journal = createJournal({
    store,
    id,
    read: toKeep,
    onKept: (text) => set({ keptAt: text?.time ?? null, isUnkept: false }),
    onFailed: () => set({ keptAt: null, isUnkept: true }),
  });

  async function save(): Promise<void> {
    if (state.save.kind === 'saving') return;
    clearTimeout(retryTimer);
    const wasWaiting = state.save.kind === 'waiting' || state.save.kind === 'busy';
    const since = state.save.kind === 'waiting' ? state.save.since : Date.now();
    const request = unanswered ?? newRequest();
    const isRepeated = unanswered !== null;
    unanswered = request;
    set({ save: { kind: 'saving' } });
    try {
      // The draft with its request id is stored first, so that the request can be repeated after a crash.
      await soon(journal.flush());
      accept(request, await send(toInput(request)));
      // Changes since the first attempt were meant to be saved as well.
      if ((isRepeated || wasWaiting) && state.isChanged) await save();
    } catch (error) {
      const next = stateAfter(error, since);
      const isSentAgain = next.kind === 'waiting' || next.kind === 'busy';
      if (!isSentAgain && next.kind !== 'login') unanswered = null;
      set({ save: next });
      journal.touch();
      if (next.kind === 'waiting') retryLater();
      if (next.kind === 'busy') retryIn(next.retryAt - Date.now());
    }
  }

  function newRequest(): Unanswered {
    const { version } = base;
    return {
      request_id: randomId(),
      page_id: state.page_id,
      ...(version !== undefined && { base_version: version }),
      fields: read(),
    };
  }

  function toInput({ fields, ...rest }: Unanswered): SaveInput {
    const { title, content, cat_id } = fields;
    return { ...rest, ...type, item_id, cat_id, page_title: title, page_content: content };
  }

  function accept(request: Unanswered, { page_id, version }: Saved): void {
    unanswered = null;
    base = { fields: request.fields, version };
    retryAfter = FIRST_RETRY;
    const isChanged = !isSame(read(), base.fields);
    set({ page_id, isChanged, savedAt: Date.now(), save: { kind: 'rest' } });
    void journal.flush();
  }

  function retryLater(): void {
    retryIn(retryAfter);
    retryAfter = Math.min(retryAfter * 2, LAST_RETRY);
  }

  function retryIn(ms: number): void {
    retryTimer = setTimeout(() => void save(), ms);
  }

  const onOnline = () => {
    if (state.save.kind === 'waiting') void save();
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    base: () => base,
    touch() {
      if (!state.isChanged) set({ isChanged: true });
      journal.touch();
    },
    flush: journal.flush,
    save,
    rebase(next) {
      base = next;
      set({ save: { kind: 'rest' } });
      journal.touch();
    },
    dismiss: () => set({ save: { kind: 'rest' } }),
    askLogin: () => set({ save: { kind: 'login' } }),
    becomeNew() {
      base = { fields: { ...base.fields, content: '' } };
      unanswered = null;
      set({ page_id: 0, isChanged: true, save: { kind: 'rest' } });
    },
    start() {
      const stop = journal.start();
      addEventListener('online', onOnline);
      return () => {
        removeEventListener('online', onOnline);
        clearTimeout(retryTimer);
        stop();
      };
    },
  };
}
