import { createJournal } from './journal.ts';
import type { DraftStore } from './draft-store.ts';
import {
  hasSameFields,
  type BaseVersion,
  type PageFields,
  type Draft,
  type PendingRequest,
} from './draft.ts';
import { randomId } from './random-id.ts';
import { stateAfterError, type SaveResult, type SaveInput, type SaveState } from './save-state.ts';

export interface AutosaveState {
  readonly page_id: number;
  readonly isChanged: boolean;
  readonly savedAt: number | null;
  /** When this device last stored the draft. */
  readonly storedAt: number | null;
  /** The draft cannot be stored on this device: storage is blocked or full. */
  readonly storageFailed: boolean;
  readonly save: SaveState;
}

interface AutosaveOptions {
  readonly id: string;
  readonly uid: number;
  readonly item_id: number;
  readonly page_id: number;
  /** The type of a new page; absent: Markdown. */
  readonly page_type?: number;
  readonly base: BaseVersion;
  readonly unanswered?: PendingRequest | null;
  /** Returns the current content of the editor. */
  readonly read: () => PageFields;
  readonly store: DraftStore;
  readonly send: (input: SaveInput) => Promise<SaveResult>;
}

export interface Autosave {
  readonly getState: () => AutosaveState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The last version that the server has confirmed. */
  readonly base: () => BaseVersion;
  readonly touch: () => void;
  readonly flush: () => Promise<void>;
  /** Saves the text; a pending request is repeated first. Does nothing while a save is running. */
  readonly save: () => Promise<void>;
  /** Sets a new base version after the text was merged with a version that was saved in the meantime. */
  readonly rebase: (base: BaseVersion) => void;
  /** Returns to editing; the changes stay unsaved. */
  readonly dismiss: () => void;
  /** Another call has reported that the session has expired. */
  readonly requireLogin: () => void;
  /** The page was deleted: the next save creates a new page. */
  readonly convertToNewPage: () => void;
  readonly start: () => () => void;
}

const MIN_RETRY_DELAY_MS = 1000;
const MAX_RETRY_DELAY_MS = 15_000;
/** Slow local storage must not delay a save for longer than this. */
const STORAGE_TIMEOUT_MS = 1000;

const withStorageTimeout = (work: Promise<void>) =>
  Promise.race([
    work,
    new Promise<void>((resolve) => {
      setTimeout(resolve, STORAGE_TIMEOUT_MS);
    }),
  ]);

/** Stores one text as a draft on this device while the user types, and on the server when it is saved. */
export function createAutosave(options: AutosaveOptions): Autosave {
  const { id, uid, item_id, page_type, read, store, send } = options;
  const pageTypeInput = page_type === undefined ? {} : { page_type };
  let base = options.base;
  let pendingRequest = options.unanswered ?? null;
  let state: AutosaveState = {
    page_id: options.page_id,
    isChanged: pendingRequest !== null || !hasSameFields(read(), base.fields),
    savedAt: null,
    storedAt: null,
    storageFailed: false,
    save: { kind: 'rest' },
  };
  let retryAfter = MIN_RETRY_DELAY_MS;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function setState(change: Partial<AutosaveState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function toDraft(): Draft | null {
    const fields = read();
    const isChanged = pendingRequest !== null || !hasSameFields(fields, base.fields);
    if (isChanged !== state.isChanged) setState({ isChanged });
    if (!isChanged) return null;
    const { page_id } = state;
    const time = Date.now();
    return {
      id,
      uid,
      item_id,
      page_id,
      ...pageTypeInput,
      fields,
      base,
      unanswered: pendingRequest,
      time,
      state: 'open',
    };
  }

  const journal = createJournal({
    store,
    id,
    read: toDraft,
    onStored: (text) => setState({ storedAt: text?.time ?? null, storageFailed: false }),
    onFailed: () => setState({ storedAt: null, storageFailed: true }),
  });

  async function save(): Promise<void> {
    if (state.save.kind === 'saving') return;
    clearTimeout(retryTimer);
    const wasWaiting = state.save.kind === 'waiting' || state.save.kind === 'busy';
    const since = state.save.kind === 'waiting' ? state.save.since : Date.now();
    const request = pendingRequest ?? newRequest();
    const isRetry = pendingRequest !== null;
    pendingRequest = request;
    setState({ save: { kind: 'saving' } });
    try {
      // The draft with its request id is stored first, so that the request can be repeated after a crash.
      await withStorageTimeout(journal.flush());
      onSaved(request, await send(toInput(request)));
      // Changes since the first attempt were meant to be saved as well.
      if ((isRetry || wasWaiting) && state.isChanged) await save();
    } catch (error) {
      const next = stateAfterError(error, since);
      const willRetry = next.kind === 'waiting' || next.kind === 'busy';
      if (!willRetry && next.kind !== 'login') pendingRequest = null;
      setState({ save: next });
      journal.touch();
      if (next.kind === 'waiting') retryLater();
      if (next.kind === 'busy') retryIn(next.retryAt - Date.now());
    }
  }

  function newRequest(): PendingRequest {
    const { version } = base;
    return {
      request_id: randomId(),
      page_id: state.page_id,
      ...(version !== undefined && { base_version: version }),
      fields: read(),
    };
  }

  /** Omits an unchanged title and catalog: another user may have renamed or moved the page in the meantime. */
  function toInput({ fields, ...rest }: PendingRequest): SaveInput {
    const { title, content, cat_id } = fields;
    const isNew = rest.page_id === 0;
    return {
      ...rest,
      ...pageTypeInput,
      item_id,
      ...((isNew || cat_id !== base.fields.cat_id) && { cat_id }),
      ...((isNew || title !== base.fields.title) && { page_title: title }),
      page_content: content,
    };
  }

  function onSaved(request: PendingRequest, { page_id, version }: SaveResult): void {
    pendingRequest = null;
    base = { fields: request.fields, version };
    retryAfter = MIN_RETRY_DELAY_MS;
    const isChanged = !hasSameFields(read(), base.fields);
    setState({ page_id, isChanged, savedAt: Date.now(), save: { kind: 'rest' } });
    void journal.flush();
  }

  function retryLater(): void {
    retryIn(retryAfter);
    retryAfter = Math.min(retryAfter * 2, MAX_RETRY_DELAY_MS);
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
      if (!state.isChanged) setState({ isChanged: true });
      journal.touch();
    },
    flush: journal.flush,
    save,
    rebase(next) {
      base = next;
      setState({ save: { kind: 'rest' } });
      journal.touch();
    },
    dismiss: () => setState({ save: { kind: 'rest' } }),
    requireLogin: () => setState({ save: { kind: 'login' } }),
    convertToNewPage() {
      base = { fields: { ...base.fields, content: '' } };
      pendingRequest = null;
      setState({ page_id: 0, isChanged: true, save: { kind: 'rest' } });
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
