import { calls } from '@octavo/contract';
import type { Account } from '@octavo/contract/entities';
import { errors } from '@octavo/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BusinessError } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/call.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { createKeeper, type Keeper } from '../../shared/keep/keeper.ts';
import type { Fields } from '../../shared/keep/kept-text.ts';
import { keptStore } from '../../shared/keep/kept-store.ts';
import { announceEditor, tellTaken } from '../../shared/keep/live-editors.ts';
import { useKeeper } from '../../shared/keep/use-keeper.ts';
import { presentAccount } from '../../shared/session/session.ts';
import { showToast } from '../../shared/ui/toast-store.ts';
import type { Opening } from './opening.ts';
import type { Written } from './written.ts';

/** The model of one editor with its autosave, for as long as the editor is mounted. */
export function usePageKeeper<W extends Pick<Written, 'read'>>(
  opening: Opening,
  writer: Account,
  createWritten: (fields: Fields) => W,
): { keeper: Keeper; written: W } {
  const { t } = useText();
  const queries = useQueryClient();
  const [made] = useState(() => {
    const written = createWritten(opening.fields);
    const keeper = createKeeper({
      ...opening,
      uid: writer.uid,
      read: written.read,
      store: keptStore,
      async send(input) {
        // Another user has logged in from another tab: do not save the text under that account.
        const present = presentAccount(queries);
        if (present && present.uid !== writer.uid) throw loginNeeded;
        return call(calls.page.save, input, { silent: true });
      },
    });
    return { keeper, written };
  });

  const { keeper } = made;
  useEffect(() => {
    const stop = keeper.start();
    const leave = announceEditor(opening.id, () => void keeper.flush());
    return () => {
      leave();
      stop();
    };
  }, [keeper, opening.id]);

  useEffect(() => {
    const { taken } = opening;
    if (taken === undefined) return;
    // Store the draft under the new id before removing the old one, so that it is never lost.
    void keeper.flush().then(async () => {
      if (keeper.getState().isUnkept) return;
      await keptStore.remove(taken);
      tellTaken(taken);
    });
  }, [keeper, opening]);

  const savedAt = useKeeper(keeper, (state) => state.savedAt);
  useEffect(() => {
    if (savedAt === null) return;
    showToast({ kind: 'done', text: t('editor.pageSaved') });
    for (const { path } of [calls.page.history, calls.catalog.getPagesBycat])
      void queries.invalidateQueries({ queryKey: [path] });
  }, [savedAt, queries, t]);
  return made;
}

const loginNeeded = new BusinessError({
  code: errors.loginNeeded.code,
  message: '',
  data: null,
  status: 200,
});
