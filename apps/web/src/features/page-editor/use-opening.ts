import { useCallback, useEffect, useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { keptStore } from '../../shared/keep/kept-store.ts';
import { nextLockState } from '../../shared/lock/lock-state.ts';
import { open, takeOver, type Asked, type Opening } from './opening.ts';

interface Opened {
  readonly opening?: Opening;
  readonly error?: Error;
}

/** Loads the page once, without refetching: a later response must not overwrite the text being edited. */
export function useOpening(asked: Asked, uid: number) {
  const { t } = useText();
  const [first, setFirst] = useState({
    asked,
    uid,
    nameCopy: (title: string) => t('editor.copyOf', { title }),
  });
  const [opened, setOpened] = useState<Opened>({});

  useEffect(() => {
    let current = true;
    open(first.asked, first.uid, first.nameCopy).then(
      (opening) => current && setOpened({ opening }),
      (error: Error) => current && setOpened({ error }),
    );
    return () => {
      current = false;
    };
  }, [first]);

  const retry = useCallback(() => setFirst((again) => ({ ...again })), []);
  const { opening } = opened;
  /** `restore` and `discard` both close the draft dialog; a discarded draft can still be recovered. */
  const restore = useCallback(() => {
    if (!opening?.draft) return;
    // A new editor replaces the current one, which releases its lock when it unmounts.
    const lock = nextLockState({ kind: 'none' }, { kind: 'opened', page_id: opening.page_id });
    setOpened({ opening: { ...takeOver(opening, opening.draft), lock } });
  }, [opening]);
  const discard = useCallback(() => {
    if (!opening?.draft) return;
    void keptStore.put({ ...opening.draft, state: 'discarded', time: Date.now() });
    setOpened({ opening: { ...opening, draft: undefined } });
  }, [opening]);
  return { ...opened, retry, restore, discard };
}
