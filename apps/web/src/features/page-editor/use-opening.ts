import { useCallback, useEffect, useState } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { keptStore } from '../../shared/keep/kept-store.ts';
import { nextLockState } from '../../shared/lock/lock-state.ts';
import { open, takeOver, type Asked, type Opening } from './opening.ts';

interface Opened {
  readonly opening?: Opening;
  readonly error?: Error;
}

/** Asked once: what is on the screen belongs to its writer, no later answer may change it. */
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
  /** Both answers close the question; a draft that is turned down can still be fetched back. */
  const restore = useCallback(() => {
    if (!opening?.draft) return;
    // Another editor takes the place of the first, whose lock is released with it.
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
