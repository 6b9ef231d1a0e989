import { createJournal } from './journal.ts';
import type { DraftStore } from './draft-store.ts';
import {
  hasSameFields,
  type BaseVersion,
  type PageFields,
  type Draft,
  type DraftRevision,
  type PendingRequest,
} from './draft.ts';
import { randomId } from './random-id.ts';
import type { DraftText, ServerDrafts } from './server-drafts.ts';
import { createServerJournal, type ServerDraftState } from './server-journal.ts';
import { stateAfterError, type SaveResult, type SaveInput, type SaveState } from './save-state.ts';

export interface AutosaveState {
  readonly page_id: number;
  readonly isChanged: boolean;
  readonly savedAt: number | null;
  /** When this device last stored the draft. */
  readonly storedAt: number | null;
  /** The draft cannot be stored on this device: storage is blocked or full. */
  readonly storageFailed: boolean;
  readonly serverDraft: ServerDraftState;
  /** The note for the version that the next save creates. */
  readonly note: string;
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
  readonly drafts: ServerDrafts;
  /** The drafts on the server that this editor continues. */
  readonly replacedDrafts?: readonly DraftRevision[];
  readonly send: (input: SaveInput) => Promise<SaveResult>;
  /** Resolves when running uploads have put their links into the text; undefined if there are none. */
  readonly pendingUploads?: () => Promise<void> | undefined;
  /** Removes what only the editor shows, such as files that could not be uploaded; they stay an unsaved change. */
  readonly toSaved?: (fields: PageFields) => PageFields;
}

export interface Autosave {
  readonly getState: () => AutosaveState;
  readonly subscribe: (listener: () => void) => () => void;
  /** The last version that the server has confirmed. */
  readonly base: () => BaseVersion;
  readonly touch: () => void;
  readonly setNote: (note: string) => void;
  readonly flush: () => Promise<void>;
  /**
   * Saves the text; a pending request is repeated first. What was changed during a running save is saved after it. Resolves
   * when no save is running.
   */
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

/** Keeps one text as a draft on this device and on the server while the user types, and saves it. */
export function createAutosave(options: AutosaveOptions): Autosave {
  const { id, uid, item_id, page_type, read, store, send } = options;
  const { toSaved = (fields: PageFields) => fields } = options;
  const pageTypeInput = page_type === undefined ? {} : { page_type };
  let base = options.base;
  let pendingRequest = options.unanswered ?? null;
  let state: AutosaveState = {
    page_id: options.page_id,
    isChanged: pendingRequest !== null || !hasSameFields(read(), base.fields),
    savedAt: null,
    storedAt: null,
    storageFailed: false,
    serverDraft: { kind: 'none' },
    note: '',
    save: { kind: 'rest' },
  };
  /** The note when the user has last asked for a save. */
  let submittedNote = '';
  /** Resolves when the running save and those that follow it have ended. */
  let runningSave: Promise<void> | undefined;
  /** During the running save the user has asked for a save of later changes. */
  let isSaveQueued = false;
  let retryAfter = MIN_RETRY_DELAY_MS;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
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
      server_drafts: serverJournal.drafts(),
      is_on_server: isOnServer(fields),
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

  /** The catalog is sent only if it was changed here: another user may have moved the page in the meantime. */
  function toDraftText({ title, content, cat_id }: PageFields): DraftText | null {
    const isUnchanged = hasSameFields({ title, content, cat_id }, base.fields);
    if (pendingRequest === null && isUnchanged) return null;
    const { page_id } = state;
    return {
      page_id,
      // Another user may have moved the page to another item.
      ...(page_id === 0 && { item_id }),
      ...pageTypeInput,
      ...((page_id === 0 || cat_id !== base.fields.cat_id) && { cat_id }),
      page_title: title,
      page_content: content,
      ...(base.version !== undefined && { base_version: base.version }),
    };
  }

  function isOnServer(fields: PageFields): boolean {
    const text = toDraftText(fields);
    return text !== null && serverJournal.hasStored(text);
  }

  const serverJournal = createServerJournal({
    drafts: options.drafts,
    replacedDrafts: options.replacedDrafts ?? [],
    read: () => toDraftText(read()),
    isBeingSaved: () =>
      state.save.kind === 'saving' &&
      pendingRequest !== null &&
      hasSameFields(toSaved(read()), pendingRequest.fields),
    onState: (serverDraft) => setState({ serverDraft }),
    onLastSent: () => void journal.flush(),
    onStored: () => void store.update(id, markStored).catch(() => {}),
    onDraftsChanged: journal.touch,
  });

  /** The draft on this device may be older or newer than the text that the server has confirmed. */
  const markStored = (draft: Draft): Draft =>
    isOnServer(draft.fields)
      ? { ...draft, server_drafts: serverJournal.drafts(), is_on_server: true }
      : draft;

  function save(): Promise<void> {
    // A listener may save again as soon as a save has failed, before its promise has resolved: it merges a table.
    if (runningSave && state.save.kind === 'saving') return runningSave;
    const saving = sendSave().finally(() => {
      if (runningSave === saving) runningSave = undefined;
    });
    runningSave = saving;
    return saving;
  }

  async function sendSave(): Promise<void> {
    clearTimeout(retryTimer);
    const wasWaiting = state.save.kind === 'waiting' || state.save.kind === 'busy';
    const since = state.save.kind === 'waiting' ? state.save.since : Date.now();
    // A repeated request has its text already.
    const uploads = pendingRequest === null ? options.pendingUploads?.() : undefined;
    if (uploads) {
      setState({ save: { kind: 'saving', awaitsUploads: true } });
      await uploads;
      // The editor was closed: its text has no links for these uploads and stays a draft.
      if (isStopped) return setState({ save: { kind: 'rest' } });
    }
    const request = pendingRequest ?? newRequest();
    const isRetry = pendingRequest !== null;
    pendingRequest = request;
    isSaveQueued = false;
    setState({ save: { kind: 'saving' } });
    try {
      // The draft with its request id is stored first, so that the request can be repeated after a crash.
      await withStorageTimeout(journal.flush());
      onSaved(request, await send(toInput(request)));
      // Changes since the first attempt were meant to be saved as well, and a note for them.
      const hasNote = state.note !== '' && state.note === submittedNote;
      const isSaved = hasSameFields(toSaved(read()), base.fields);
      const isFollowed = isRetry || wasWaiting || isSaveQueued;
      if (isFollowed && !isStopped && (!isSaved || hasNote)) await sendSave();
    } catch (error) {
      const next = stateAfterError(error, since);
      const willRetry = next.kind === 'waiting' || next.kind === 'busy';
      if (!willRetry && next.kind !== 'login') pendingRequest = null;
      setState({ save: next });
      // The draft of a closed editor may belong to another editor by now.
      if (isStopped) return;
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
      ...(state.note !== '' && { page_comments: state.note }),
      closed_drafts: serverJournal.drafts(),
      fields: toSaved(read()),
    };
  }

  /** Omits the item and an unchanged title and catalog: another user may have renamed or moved the page in the meantime. */
  function toInput({ fields, ...rest }: PendingRequest): SaveInput {
    const { title, content, cat_id } = fields;
    const isNew = rest.page_id === 0;
    return {
      ...rest,
      ...pageTypeInput,
      uid,
      ...(isNew && { item_id }),
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
    const note = state.note === request.page_comments ? '' : state.note;
    setState({ page_id, isChanged, note, savedAt: Date.now(), save: { kind: 'rest' } });
    serverJournal.onSaved(request.closed_drafts ?? []);
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
      serverJournal.touch();
    },
    setNote: (note) => setState({ note }),
    flush: journal.flush,
    save() {
      submittedNote = state.note;
      if (runningSave && pendingRequest) {
        const { fields, page_comments = '' } = pendingRequest;
        isSaveQueued ||= !hasSameFields(toSaved(read()), fields) || state.note !== page_comments;
      }
      return save();
    },
    rebase(next) {
      base = next;
      setState({ save: { kind: 'rest' } });
      journal.touch();
      serverJournal.touch();
    },
    dismiss: () => setState({ save: { kind: 'rest' } }),
    requireLogin: () => setState({ save: { kind: 'login' } }),
    convertToNewPage() {
      base = { fields: { ...base.fields, content: '' } };
      pendingRequest = null;
      setState({ page_id: 0, isChanged: true, save: { kind: 'rest' } });
      serverJournal.touch();
    },
    start() {
      isStopped = false;
      const stop = journal.start();
      const stopServerJournal = serverJournal.start();
      addEventListener('online', onOnline);
      return () => {
        isStopped = true;
        removeEventListener('online', onOnline);
        clearTimeout(retryTimer);
        stopServerJournal();
        stop();
      };
    },
  };
}
