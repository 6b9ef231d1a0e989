import { calls } from '@octavo/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../api/call.ts';
import { useCall } from '../api/use-call.ts';
import { draftStore } from './draft-store.ts';
import type { Draft } from './draft.ts';
import { removeServerDraft, type ListedDraft } from './server-drafts.ts';

const KEY = 'kept-texts';

/** A draft of the user on this device, on the server, or on both. */
export interface DraftSummary {
  /** The id on this device, else the id on the server. */
  readonly id: string;
  readonly item_id: number;
  readonly page_id: number;
  readonly title: string;
  readonly time: number;
  readonly state: Draft['state'];
  /** Undefined if the text is only on the server. */
  readonly content: string | undefined;
  /** Undefined while the drafts of the server are not loaded. */
  readonly isOnServer: boolean | undefined;
  readonly server_ids: readonly string[];
}

/** The user's drafts, newest first, each of them once. */
export function useDrafts(uid: number) {
  const queries = useQueryClient();
  const { data: local, error: storageError } = useQuery({
    queryKey: [KEY, uid],
    queryFn: () => draftStore.listByUser(uid),
    staleTime: 0,
  });
  const onServer = useCall(calls.page.drafts, {}, { silent: true, staleTime: 0 });
  const isSettled = (local ?? storageError) && (onServer.data ?? onServer.error);
  const drafts = useMemo(
    () => (isSettled ? mergeDrafts(local ?? [], onServer.data) : undefined),
    [isSettled, local, onServer.data],
  );
  const remove = useCallback(
    async ({ id, content, server_ids }: DraftSummary) => {
      // On the server first: if it fails, the user still sees the draft.
      for (const draft_id of server_ids) await removeServerDraft(draft_id);
      if (content !== undefined) await draftStore.remove(id);
      await queries.invalidateQueries({ queryKey: [KEY, uid] });
      await queries.invalidateQueries({ queryKey: [calls.page.drafts.path] });
    },
    [queries, uid],
  );
  return { drafts, storageError, serverError: onServer.error, remove };
}

function mergeDrafts(
  local: readonly Draft[],
  onServer: readonly ListedDraft[] | undefined,
): DraftSummary[] {
  const serverIds = new Set(onServer?.map(({ draft_id }) => draft_id));
  const knownIds = new Set(local.flatMap(({ server_ids = [] }) => server_ids));
  const here = local.map(({ id, item_id, page_id, fields, time, state, server_ids = [] }) => ({
    id,
    item_id,
    page_id,
    title: fields.title,
    time,
    state,
    content: fields.content,
    isOnServer: onServer && server_ids.some((draft_id) => serverIds.has(draft_id)),
    server_ids: server_ids.filter((draft_id) => serverIds.has(draft_id)),
  }));
  const elsewhere = (onServer ?? [])
    .filter(({ draft_id }) => !knownIds.has(draft_id))
    .map(({ draft_id: id, item_id, page_id, page_title, addtime }) => ({
      id,
      item_id,
      page_id,
      title: page_title,
      time: Date.parse(addtime),
      state: 'open' as const,
      content: undefined,
      isOnServer: true,
      server_ids: [id],
    }));
  return [...here, ...elsewhere].toSorted((a, b) => b.time - a.time);
}

/** The whole text of a draft. */
export async function loadDraftContent({ id, content }: DraftSummary): Promise<string> {
  if (content !== undefined) return content;
  const draft = await call(calls.page.draftById, { draft_id: id }, { silent: true });
  return draft.page_content;
}
