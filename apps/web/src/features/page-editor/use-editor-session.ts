import { useCallback, useEffect, useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import type { Draft } from '../../shared/autosave/draft.ts';
import { draftStore } from '../../shared/autosave/draft-store.ts';
import { randomId } from '../../shared/autosave/random-id.ts';
import { serverDraftsOf } from '../../shared/autosave/server-drafts.ts';
import { showToast } from '../../shared/ui/toast-store.ts';
import { nextLockState } from '../../shared/lock/lock-state.ts';
import {
  openSession,
  resumeDraft,
  type EditorParams,
  type EditorSession,
} from './editor-session.ts';

/**
 * The draft stays on this device for a while; it is no longer offered on any device. Rejects if this device cannot store
 * it: the server then keeps it.
 */
async function discardDraft(draft: Draft): Promise<void> {
  await draftStore.put({ ...draft, state: 'discarded', time: Date.now() });
  // `listDrafts` repeats a failed removal.
  for (const seen of draft.server_drafts ?? [])
    await serverDraftsOf(draft.uid)
      .remove(seen)
      .catch(() => {});
}

/** A new editor replaces the current one, which releases its lock when it unmounts. */
function withNewLock(session: EditorSession): EditorSession {
  const lock = nextLockState({ kind: 'none' }, { kind: 'opened', page_id: session.page_id });
  return { ...session, lock };
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
    setState({ session: withNewLock(resumeDraft(session, session.draft)) });
  }, [session]);
  const discard = useCallback(() => {
    if (!session?.draft) return;
    discardDraft(session.draft).catch(() =>
      showToast({ kind: 'error', text: t('editor.draftNotDiscarded') }),
    );
    // A new editor takes the focus, which was in the dialog.
    setState({ session: withNewLock({ ...session, id: randomId(), draft: undefined }) });
  }, [session, t]);
  return { ...state, retry, reopen, restore, discard };
}
