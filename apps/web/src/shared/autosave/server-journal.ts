import { MAX_CLOSED_DRAFTS } from '@octavo/contract/limits';
import { BusinessError, isOverloaded } from '../api/call-error.ts';
import { joinCountdown } from '../api/retry-countdown.ts';
import type { DraftRevision } from './draft.ts';
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
  /** It could not be sent and is sent again later. `reason` is set if the server has rejected it. */
  | { readonly kind: 'failed'; readonly reason: string | undefined };

export interface ServerJournal {
  /** The current draft on the server with its last sent revision, followed by those that it replaces. */
  drafts(): readonly DraftRevision[];
  /** True if the server has confirmed exactly this text. */
  hasStored(text: DraftText): boolean;
  /** Schedules a request after a change. */
  touch(): void;
  /** The page was saved, and the server has closed these drafts. */
  onSaved(closed: readonly DraftRevision[]): void;
  /** The returned function stops the requests; a pending change is sent once more. */
  start(): () => void;
}

interface ServerJournalOptions {
  readonly drafts: ServerDrafts;
  /** Drafts that this editor continues; they are removed when its own one is stored. */
  readonly replacedDrafts: readonly DraftRevision[];
  /** The text to store; null if everything is saved. */
  readonly read: () => DraftText | null;
  /**
   * A save of exactly this text is running. It closes the draft up to the revision before it, so a request now could
   * leave a draft of saved text.
   */
  readonly isBeingSaved: () => boolean;
  readonly onState: (state: ServerDraftState) => void;
  /** A text is sent while the page is hidden or the editor is closed: its confirmation may come too late. */
  readonly onLastSent: () => void;
  /** The server has confirmed a text, also after the editor was closed. */
  readonly onStored: () => void;
  /** Not called after the editor was closed. */
  readonly onDraftsChanged: () => void;
}

const isTemporary = (error: unknown) =>
  !(error instanceof BusinessError) || isTransientStatus(error.status);

/** Keeps the draft on the server while the user types. One request at a time; the newest text wins. */
export function createServerJournal(options: ServerJournalOptions): ServerJournal {
  const { drafts, read, isBeingSaved, onState, onStored } = options;
  const replacedDrafts = new Map(
    options.replacedDrafts.map(({ draft_id, revision }) => [draft_id, revision]),
  );
  let draftId = randomId();
  /** The last sent one; 0 if nothing was sent under the current id. */
  let revision = 0;
  /** The text that the server has under the current id. */
  let storedText: DraftText | undefined;
  /** The time of the first change that was not sent. */
  let changedAt: number | undefined;
  /** Until when a slow connection is left alone. */
  let pausedUntil = 0;
  /** Until when a failed request is not repeated. */
  let blockedUntil = 0;
  /** The server has rejected the text: it is sent again only after a change, a save or when the browser is online. */
  let isRejected = false;
  let retryDelay = MIN_RETRY_DELAY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let isStopping = false;
  let isStopped = false;

  function schedule(): void {
    clearTimeout(timer);
    if (isSending || isStopped || isRejected || changedAt === undefined) return;
    const now = Date.now();
    const due = Math.min(now + IDLE_DELAY_MS, changedAt + MAX_DELAY_MS);
    timer = setTimeout(sendWhenDue, Math.max(due, blockedUntil, pausedUntil) - now);
  }

  function sendWhenDue(): void {
    if (isBeingSaved()) timer = setTimeout(sendWhenDue, IDLE_DELAY_MS);
    else void send();
  }

  function onDraftsChanged(): void {
    // The draft on this device may belong to another editor by now.
    if (!isStopped) options.onDraftsChanged();
  }

  function startNewDraft(): void {
    draftId = randomId();
    revision = 0;
    storedText = undefined;
    onDraftsChanged();
  }

  const listReplaced = (): DraftRevision[] =>
    Array.from(replacedDrafts, ([draft_id, seen]) => ({ draft_id, revision: seen })).slice(
      0,
      MAX_CLOSED_DRAFTS - 1,
    );

  async function put(text: DraftText): Promise<void> {
    const draft_id = draftId;
    const time = Date.now();
    const replaced_drafts = listReplaced();
    revision += 1;
    if (!isStopped && (isStopping || document.visibilityState === 'hidden')) options.onLastSent();
    const { is_kept } = await drafts.put({ ...text, draft_id, revision, replaced_drafts });
    // A save has closed this draft in the meantime.
    if (draft_id !== draftId) return;
    if (is_kept) {
      for (const replaced of replaced_drafts) replacedDrafts.delete(replaced.draft_id);
      storedText = text;
      onStored();
      return onState({ kind: 'stored', time });
    }
    // Another device has continued or discarded the draft; the text of this editor is kept under a new id. A closed
    // editor has its text on this device.
    if (isStopped) return;
    startNewDraft();
    changedAt ??= time;
  }

  /** All text is saved: the drafts are obsolete. */
  async function withdraw(): Promise<void> {
    if (revision > 0) {
      replacedDrafts.set(draftId, revision);
      startNewDraft();
    }
    onState({ kind: 'none' });
    for (const replaced of listReplaced()) {
      await drafts.remove(replaced);
      replacedDrafts.delete(replaced.draft_id);
      onDraftsChanged();
    }
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
      await (text ? put(text) : withdraw());
      retryDelay = MIN_RETRY_DELAY_MS;
      pausedUntil = Date.now() + PAUSE_FACTOR * (Date.now() - start);
    } catch (error) {
      isDone = false;
      // A change during the request may be one that the server accepts.
      isRejected = !isTemporary(error) && changedAt === undefined;
      changedAt = firstChange;
      blockedUntil = retryTime(error);
      const reason = error instanceof BusinessError ? error.message : undefined;
      if (read()) onState({ kind: 'failed', reason });
    }
    isSending = false;
    if (!isStopped) schedule();
    // The editor was closed during the request: its last change follows.
    else if (isDone && changedAt !== undefined) void send();
  }

  function retryTime(error: unknown): number {
    if (isOverloaded(error)) return joinCountdown().end;
    const delay = isTemporary(error) ? retryDelay : MAX_RETRY_DELAY_MS;
    retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY_MS);
    return Date.now() + delay;
  }

  function touch(): void {
    changedAt ??= Date.now();
    isRejected = false;
    schedule();
  }

  const onOnline = () => {
    blockedUntil = 0;
    isRejected = false;
    if (changedAt !== undefined) void send();
  };
  const onHidden = () => {
    const isDue = changedAt !== undefined && !isRejected && blockedUntil <= Date.now();
    if (document.visibilityState === 'hidden' && isDue) void send();
  };

  return {
    drafts: () => [{ draft_id: draftId, revision }, ...listReplaced()],
    hasStored: (text) =>
      storedText !== undefined &&
      text.page_content === storedText.page_content &&
      text.page_title === storedText.page_title &&
      text.cat_id === storedText.cat_id &&
      text.base_version === storedText.base_version,
    touch,
    onSaved(closed) {
      for (const { draft_id, revision: seen } of closed)
        if ((replacedDrafts.get(draft_id) ?? Infinity) <= seen) replacedDrafts.delete(draft_id);
      if (closed.some((draft) => draft.draft_id === draftId && draft.revision >= revision))
        startNewDraft();
      onState({ kind: 'none' });
      blockedUntil = 0;
      if (revision > 0 || replacedDrafts.size > 0 || read()) touch();
    },
    start() {
      isStopped = false;
      isStopping = false;
      addEventListener('online', onOnline);
      document.addEventListener('visibilitychange', onHidden);
      if (read()) touch();
      return () => {
        isStopping = true;
        clearTimeout(timer);
        removeEventListener('online', onOnline);
        document.removeEventListener('visibilitychange', onHidden);
        if (changedAt !== undefined && !isBeingSaved()) void send();
        isStopped = true;
      };
    },
  };
}
