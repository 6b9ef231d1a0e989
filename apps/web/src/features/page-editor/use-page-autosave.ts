import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { errors } from '@octavo/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BusinessError } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { createAutosave, type Autosave } from '../../shared/autosave/autosave.ts';
import type { PageFields } from '../../shared/autosave/draft.ts';
import { draftStore } from '../../shared/autosave/draft-store.ts';
import { serverDraftsOf } from '../../shared/autosave/server-drafts.ts';
import { announceEditor, announceTakeover } from '../../shared/autosave/open-editors.ts';
import { useAutosave } from '../../shared/autosave/use-autosave.ts';
import { cachedAccount } from '../../shared/session/session.ts';
import { showToast } from '../../shared/ui/toast-store.ts';
import type { EditorSession } from './editor-session.ts';
import type { EditorModel } from './editor-model.ts';

/** The files that the text of an editor waits for. */
export interface PageUploads {
  /** Resolves when the links of running uploads are in the text; undefined if there are none. */
  readonly settled: () => Promise<void> | undefined;
  /** The fields without the placeholders of files that could not be uploaded, which readers must not see. */
  readonly withoutFailed: (fields: PageFields) => PageFields;
  readonly countFailed: (fields: PageFields) => number;
}

/** The model of one editor with its autosave, for as long as the editor is mounted. */
export function usePageAutosave<Model extends Pick<EditorModel, 'read'>>(
  session: EditorSession,
  account: Account,
  createModel: (fields: PageFields) => Model,
  uploads?: PageUploads,
): { autosave: Autosave; model: Model } {
  const { t } = useText();
  const queries = useQueryClient();
  const [made] = useState(() => {
    const model = createModel(session.fields);
    const autosave = createAutosave({
      ...session,
      uid: account.uid,
      read: model.read,
      store: draftStore,
      drafts: serverDraftsOf(account.uid),
      ...(uploads && { pendingUploads: uploads.settled, toSaved: uploads.withoutFailed }),
      async send(input) {
        // Another user has logged in from another tab: do not save the text under that account.
        const currentAccount = cachedAccount(queries);
        if (currentAccount && currentAccount.uid !== account.uid) throw loginNeededError;
        return call(calls.page.save, input, { silent: true });
      },
    });
    return { autosave, model };
  });

  const { autosave } = made;
  useEffect(() => {
    const stop = autosave.start();
    const unregister = announceEditor(session.id, () => void autosave.flush());
    return () => {
      unregister();
      stop();
    };
  }, [autosave, session.id]);

  useEffect(() => {
    const { resumedDraftId } = session;
    if (resumedDraftId === undefined) return;
    // Store the draft under the new id before removing the old one, so that it is never lost.
    void autosave.flush().then(async () => {
      if (autosave.getState().storageFailed) return;
      await draftStore.remove(resumedDraftId);
      announceTakeover(resumedDraftId);
    });
  }, [autosave, session]);

  const savedAt = useAutosave(autosave, (state) => state.savedAt);
  useEffect(() => {
    if (savedAt === null) return;
    const count = uploads?.countFailed(made.model.read()) ?? 0;
    showToast(
      count > 0
        ? { kind: 'error', text: t('attachment.savedWithout', { count }) }
        : { kind: 'done', text: t('editor.pageSaved') },
    );
    // A save attaches the files that were uploaded before the page existed.
    const { history, uploadList } = calls.page;
    for (const { path } of [history, uploadList, calls.catalog.getPagesBycat])
      void queries.invalidateQueries({ queryKey: [path] });
  }, [savedAt, queries, t, made, uploads]);
  return made;
}

const loginNeededError = new BusinessError({
  code: errors.loginNeeded.code,
  message: '',
  data: null,
  status: 200,
});
