import { useCallback, useEffect, useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import type { Draft } from '../../shared/autosave/draft.ts';
import { draftStore } from '../../shared/autosave/draft-store.ts';
import { removeServerDraft } from '../../shared/autosave/server-drafts.ts';
import { nextLockState } from '../../shared/lock/lock-state.ts';
import {
  openSession,
  resumeDraft,
  type EditorParams,
  type EditorSession,
} from './editor-session.ts';

/** The draft stays on this device for a while; it is no longer offered on any device. */
async function discardDraft(draft: Draft): Promise<void> {
  await draftStore.put({ ...draft, state: 'discarded', time: Date.now() }).catch(() => {});
  for (const id of draft.server_ids ?? []) await removeServerDraft(id).catch(() => {});
}

interface SessionState {
  readonly session?: EditorSession;
  readonly error?: Error;
}

/** Loads the page once, without refetching: a later response must not overwrite the text being edited. */
export function useEditorSession(params: EditorParams, uid: number) {
  const { t } = useText();
  const [request, setRequest] = useState({
    params,
    uid,
    nameCopy: (title: string) => t('editor.copyOf', { title }),
  });
  const [state, setState] = useState<SessionState>({});

  useEffect(() => {
    let current = true;
    openSession(request.params, request.uid, request.nameCopy).then(
      (session) => current && setState({ session }),
      (error: Error) => current && setState({ error }),
    );
    return () => {
      current = false;
    };
  }, [request]);

  const retry = useCallback(() => setRequest((previous) => ({ ...previous })), []);
  /** Loads the page of the editor again. A new page has its own id since its first save, other than in the first URL. */
  const reopen = useCallback(
    (page_id: number) =>
      setRequest((previous) => ({
        ...previous,
        params: { ...previous.params, page_id, copy_page_id: 0, draft: undefined },
      })),
    [],
  );
  const { session } = state;
  /** `restore` and `discard` both close the draft dialog; a discarded draft can still be recovered. */
  const restore = useCallback(() => {
    if (!session?.draft) return;
    // A new editor replaces the current one, which releases its lock when it unmounts.
    const lock = nextLockState({ kind: 'none' }, { kind: 'opened', page_id: session.page_id });
    setState({ session: { ...resumeDraft(session, session.draft), lock } });
  }, [session]);
  const discard = useCallback(() => {
    if (!session?.draft) return;
    void discardDraft(session.draft);
    setState({ session: { ...session, draft: undefined } });
  }, [session]);
  return { ...state, retry, reopen, restore, discard };
}
