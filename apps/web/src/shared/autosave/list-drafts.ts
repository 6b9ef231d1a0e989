import { calls } from '@octavo/contract';
import { DRAFT_RETENTION_DAYS } from '@octavo/contract/limits';
import { call } from '../api/call.ts';
import { draftStore } from './draft-store.ts';
import type { Draft, DraftRevision } from './draft.ts';
import { listOpenEditors } from './open-editors.ts';
import { serverDraftsOf, type ListedDraft } from './server-drafts.ts';

/** A draft of the server is deleted a day later than it counts as deleted here, because clocks differ. */
const SERVER_RETENTION_MS = (DRAFT_RETENTION_DAYS - 1) * 24 * 3_600_000;

/** A draft on this device, on the server, or on both. */
export interface FoundDraft {
  readonly local: Draft | undefined;
  /** The one with the newest text: that of this device or that of the server. */
  readonly newest: Draft | ListedDraft;
  readonly time: number;
}

export interface DraftLists {
  readonly local: readonly Draft[];
  /** Undefined if the drafts of the server could not be loaded. */
  readonly onServer: readonly ListedDraft[] | undefined;
  readonly storageError: Error | undefined;
  readonly serverError: Error | undefined;
}

/**
 * Loads the drafts of the user. A draft of this device that was saved, continued or discarded on another device becomes a
 * discarded one, and what the server still has of discarded drafts is removed.
 */
export async function listDrafts(uid: number): Promise<DraftLists> {
  let storageError: Error | undefined;
  let serverError: Error | undefined;
  const local = await draftStore.listByUser(uid).catch((error: Error) => {
    storageError = error;
    return [];
  });
  // After those of this device: each draft that the server had confirmed is in its list unless it was closed since.
  const onServer = await call(calls.page.drafts, { uid }, { silent: true }).catch(
    (error: Error) => {
      serverError = error;
      return undefined;
    },
  );
  if (!onServer) return { local, onServer, storageError, serverError };
  for (const draft of leftOnServer(local, onServer))
    void serverDraftsOf(uid)
      .remove(draft)
      .catch(() => {});
  const closed = await findClosed(local, onServer);
  const current = local.map((draft) => (closed.has(draft) ? toDiscarded(draft) : draft));
  return { local: current, onServer, storageError, serverError };
}

function toDiscarded(draft: Draft): Draft {
  const change = { state: 'discarded', time: Date.now() } as const;
  void draftStore.update(draft.id, (stored) => ({ ...stored, ...change })).catch(() => {});
  return { ...draft, ...change };
}

const findListed = (onServer: readonly ListedDraft[], { draft_id }: DraftRevision) =>
  onServer.find((listed) => listed.draft_id === draft_id);

/** What the server still has of discarded drafts: its removal has failed. A newer text is not theirs. */
const leftOnServer = (local: readonly Draft[], onServer: readonly ListedDraft[]) =>
  local
    .filter(({ state }) => state === 'discarded')
    .flatMap(({ server_drafts = [] }) => server_drafts)
    .filter((seen) => (findListed(onServer, seen)?.revision ?? Infinity) <= seen.revision);

/** Drafts whose exact text the server had and has no longer. */
async function findClosed(local: readonly Draft[], onServer: readonly ListedDraft[]) {
  const closed = local.filter(
    ({ state, time, unanswered, is_on_server, server_drafts: [own] = [] }) =>
      state === 'open' &&
      is_on_server &&
      unanswered === null &&
      time > Date.now() - SERVER_RETENTION_MS &&
      own &&
      !findListed(onServer, own),
  );
  if (closed.length === 0) return new Set<Draft>();
  const openEditors = await listOpenEditors().catch(() => new Set(closed.map(({ id }) => id)));
  return new Set(closed.filter(({ id }) => !openEditors.has(id)));
}

/**
 * The drafts of both lists, each of them once and newest first. The revision decides whether this device or the server
 * has the newer text of a draft.
 */
export function mergeDrafts({ local, onServer = [] }: DraftLists): FoundDraft[] {
  const here = local.map((draft) => {
    const { state, server_drafts: [own] = [], is_on_server, time } = draft;
    const copy = state === 'open' && own ? findListed(onServer, own) : undefined;
    const isNewer = copy && own && copy.revision > own.revision;
    return {
      local: draft,
      newest: isNewer ? copy : draft,
      // The clock of the server orders drafts of several devices.
      time: copy && (isNewer || is_on_server) ? Date.parse(copy.addtime) : time,
    };
  });
  const elsewhere = onServer
    .filter((listed) => !local.some((draft) => containsText(draft, listed)))
    .map((listed) => ({ local: undefined, newest: listed, time: Date.parse(listed.addtime) }));
  return [...here, ...elsewhere].toSorted((a, b) => b.time - a.time);
}

/** True if the draft of this device stands for a draft of the server: the same one, or one that it has continued. */
function containsText({ state, server_drafts = [] }: Draft, listed: ListedDraft): boolean {
  return server_drafts.some(
    ({ draft_id, revision }, index) =>
      draft_id === listed.draft_id &&
      (revision >= listed.revision || (index === 0 && state === 'open')),
  );
}
