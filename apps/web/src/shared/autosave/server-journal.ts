import { BusinessError, NetworkError, isOverloaded } from '../api/call-error.ts';
import { joinCountdown } from '../api/retry-countdown.ts';
import { randomId } from './random-id.ts';
import { isTransientStatus } from './save-state.ts';
import type { DraftText, ServerDrafts } from './server-drafts.ts';

/** Delay after the last change. */
const IDLE_DELAY_MS = 2000;
/** Maximum delay while the user goes on typing. */
const MAX_DELAY_MS = 3000;
/** The pause after a request, as a multiple of its duration: long texts on slow connections are sent less often. */
const PAUSE_FACTOR = 4;
const MIN_RETRY_DELAY_MS = 3000;
const MAX_RETRY_DELAY_MS = 30_000;

/** Whether the server has the draft. */
export type ServerDraftState =
  | { readonly kind: 'none' }
  | { readonly kind: 'stored'; readonly time: number }
  /** It could not be sent and is sent again later. */
  | { readonly kind: 'failed' };

export interface ServerJournal {
  /** The current draft on the server, followed by those that it replaces. */
  ids(): readonly [string, ...string[]];
  /** Schedules a request after a change. */
  touch(): void;
  /** The page was saved, and the server has closed this draft. */
  onSaved(closedId: string | undefined): void;
  /** The returned function stops the requests; a pending change is sent once more. */
  start(): () => void;
}

interface ServerJournalOptions {
  readonly drafts: ServerDrafts;
  /** Drafts that this editor continues; they are removed when its own one is stored. */
  readonly replacedIds: readonly string[];
  /** The text to store; null if everything is saved. */
  readonly read: () => DraftText | null;
  readonly onState: (state: ServerDraftState) => void;
  readonly onIdsChanged: () => void;
}

/** Keeps the draft on the server while the user types. One request at a time; the newest text wins. */
export function createServerJournal(options: ServerJournalOptions): ServerJournal {
  const { drafts, read, onState, onIdsChanged } = options;
  const replacedIds = new Set(options.replacedIds);
  let draftId = randomId();
  let revision = 0;
  /** The server may have a text under the current id. */
  let isSent = false;
  /** The time of the first change that was not sent. */
  let changedAt: number | undefined;
  let blockedUntil = 0;
  let retryDelay = MIN_RETRY_DELAY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isStopped = false;

  function schedule(): void {
    clearTimeout(timer);
    if (isSending || isStopped || changedAt === undefined) return;
    const now = Date.now();
    const due = Math.min(now + IDLE_DELAY_MS, changedAt + MAX_DELAY_MS);
    timer = setTimeout(() => void send(), Math.max(due, blockedUntil) - now);
  }

  function useNewId(): void {
    draftId = randomId();
    revision = 0;
    isSent = false;
    onIdsChanged();
  }

  async function put(text: DraftText): Promise<void> {
    const draft_id = draftId;
    const time = Date.now();
    revision += 1;
    isSent = true;
    const { is_kept } = await drafts.put({ ...text, draft_id, revision });
    // A save has closed this draft in the meantime.
    if (draft_id !== draftId) return;
    if (is_kept) return onState({ kind: 'stored', time });
    // Another device has continued or discarded the draft; the text of this editor is kept under a new id.
    useNewId();
    changedAt ??= time;
  }

  /** Does not affect the state of the draft: a draft that remains is removed later. */
  async function removeReplaced(): Promise<void> {
    if (replacedIds.size === 0) return;
    try {
      for (const id of replacedIds) {
        await drafts.remove(id);
        replacedIds.delete(id);
      }
    } catch (error) {
      changedAt ??= Date.now();
      blockedUntil = retryTime(error);
    }
    onIdsChanged();
  }

  /** All text is saved: the draft is obsolete. */
  function withdraw(): void {
    if (isSent) {
      replacedIds.add(draftId);
      useNewId();
    }
    onState({ kind: 'none' });
  }

  async function send(): Promise<void> {
    clearTimeout(timer);
    if (isSending) return;
    isSending = true;
    const start = Date.now();
    const firstChange = changedAt ?? start;
    changedAt = undefined;
    let isDone = true;
    try {
      const text = read();
      if (text) await put(text);
      else withdraw();
      retryDelay = MIN_RETRY_DELAY_MS;
      blockedUntil = Date.now() + PAUSE_FACTOR * (Date.now() - start);
      // The text is stored under its own id now, or it is saved.
      if (isSent || changedAt === undefined) await removeReplaced();
    } catch (error) {
      isDone = false;
      changedAt = firstChange;
      blockedUntil = retryTime(error);
      if (read()) onState({ kind: 'failed' });
    }
    isSending = false;
    if (!isStopped) schedule();
    // The editor was closed during the request: its last change follows.
    else if (isDone && changedAt !== undefined && blockedUntil <= Date.now() + MIN_RETRY_DELAY_MS)
      void send();
  }

  function retryTime(error: unknown): number {
    if (isOverloaded(error)) return joinCountdown().end;
    const isTemporary =
      error instanceof NetworkError ||
      (error instanceof BusinessError && isTransientStatus(error.status));
    const delay = isTemporary ? retryDelay : MAX_RETRY_DELAY_MS;
    retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY_MS);
    return Date.now() + delay;
  }

  function touch(): void {
    changedAt ??= Date.now();
    schedule();
  }

  const onOnline = () => {
    blockedUntil = 0;
    if (changedAt !== undefined) void send();
  };
  const onHidden = () => {
    const isDue = changedAt !== undefined && blockedUntil <= Date.now();
    if (document.visibilityState === 'hidden' && isDue) void send();
  };

  return {
    ids: () => [draftId, ...replacedIds],
    touch,
    onSaved(closedId) {
      if (closedId === draftId) useNewId();
      onState({ kind: 'none' });
      if (isSent || replacedIds.size > 0 || read()) touch();
    },
    start() {
      isStopped = false;
      addEventListener('online', onOnline);
      document.addEventListener('visibilitychange', onHidden);
      if (read()) touch();
      return () => {
        isStopped = true;
        clearTimeout(timer);
        removeEventListener('online', onOnline);
        document.removeEventListener('visibilitychange', onHidden);
        if (changedAt !== undefined) void send();
      };
    },
  };
}
