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

/** The text of one editor with its keeper, for as long as the editor is open. */
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
        // Somebody else has logged in from another tab: the text is not saved in their name.
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
    // Kept under the own name first, so that it is never nowhere.
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
