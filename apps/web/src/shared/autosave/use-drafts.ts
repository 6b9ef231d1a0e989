import { calls } from '@octavo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../api/call.ts';
import { draftStore } from './draft-store.ts';
import type { Draft, DraftRevision } from './draft.ts';
import { listDrafts, mergeDrafts, type FoundDraft } from './list-drafts.ts';
import { serverDraftsOf, type ListedDraft } from './server-drafts.ts';

const KEY = 'kept-texts';

/** A draft of the user on this device, on the server, or on both. */
export interface DraftSummary {
  readonly uid: number;
  /** The id on this device, else the id on the server. */
  readonly id: string;
  readonly item_id: number;
  /** Known if the server has the draft. */
  readonly item_name: string | undefined;
  readonly page_id: number;
  readonly title: string;
  readonly time: number;
  readonly state: Draft['state'];
  /** Undefined if the text is only on the server. */
  readonly content: string | undefined;
  /** Undefined while the drafts of the server are not loaded. */
  readonly isOnServer: boolean | undefined;
  readonly isOnDevice: boolean;
  readonly server_drafts: readonly DraftRevision[];
}

/** The user's drafts, newest first, each of them once. */
export function useDrafts(uid: number) {
  const queries = useQueryClient();
  const { data: lists } = useQuery({
    queryKey: [KEY, uid],
    queryFn: () => listDrafts(uid),
    staleTime: 0,
  });
  const drafts = useMemo(
    () => lists && mergeDrafts(lists).map((found) => toSummary(uid, found, lists.onServer)),
    [lists, uid],
  );
  const remove = useCallback(
    async ({ id, isOnDevice, server_drafts }: DraftSummary) => {
      // On the server first: if it fails, the user still sees the draft.
      for (const draft of server_drafts) await serverDraftsOf(uid).remove(draft);
      if (isOnDevice) await draftStore.remove(id);
      await queries.invalidateQueries({ queryKey: [KEY, uid] });
    },
    [queries, uid],
  );
  return {
    drafts,
    storageError: lists?.storageError,
    serverError: lists?.serverError,
    remove,
  };
}

function toSummary(
  uid: number,
  { local, newest, time }: FoundDraft,
  listed: readonly ListedDraft[] | undefined,
): DraftSummary {
  const known = local?.server_drafts ?? [];
  if ('draft_id' in newest) {
    const { draft_id, revision, item_id, item_name, page_id, page_title: title } = newest;
    return {
      uid,
      id: local?.id ?? draft_id,
      item_id,
      item_name,
      page_id,
      title,
      time,
      state: 'open',
      content: undefined,
      isOnServer: true,
      isOnDevice: local !== undefined,
      server_drafts: [{ draft_id, revision }, ...known.slice(1)],
    };
  }
  const { id, item_id, page_id, fields, state } = newest;
  const listedIds = new Set(listed?.map(({ draft_id }) => draft_id));
  const kept = listed?.find(({ draft_id }) => known.some((draft) => draft.draft_id === draft_id));
  return {
    uid,
    id,
    item_id,
    item_name: kept?.item_name,
    page_id,
    title: fields.title,
    time,
    state,
    content: fields.content,
    isOnServer: listed && kept !== undefined,
    isOnDevice: true,
    server_drafts: listed ? known.filter(({ draft_id }) => listedIds.has(draft_id)) : known,
  };
}

/** The whole text of a draft. */
export async function loadDraftContent(draft: DraftSummary): Promise<string> {
  const {
    uid,
    content,
    server_drafts: [own],
  } = draft;
  if (content !== undefined) return content;
  const input = { uid, draft_id: own?.draft_id ?? draft.id };
  const { page_content } = await call(calls.page.draftById, input, { silent: true });
  return page_content;
}
