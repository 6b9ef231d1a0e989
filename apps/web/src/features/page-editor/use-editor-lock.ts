import { useEffect, useState } from 'react';
import type { Keeper } from '../../shared/keep/keeper.ts';
import { useKeeper } from '../../shared/keep/use-keeper.ts';
import { createPageLock, type PageLock } from '../../shared/lock/page-lock.ts';
import type { Opening } from './opening.ts';

/** Holds the page lock while the editor is open; a new page is locked after its first save. */
export function useEditorLock(opening: Opening, keeper: Keeper, onReopen: () => void): PageLock {
  const page_id = useKeeper(keeper, (state) => state.page_id);
  const save = useKeeper(keeper, (state) => state.save);
  const savedAt = useKeeper(keeper, (state) => state.savedAt);
  const [lock] = useState(() => createPageLock({ page_id: opening.page_id, state: opening.lock }));
  useEffect(() => lock.start(), [lock]);
  useEffect(() => lock.begin(page_id), [lock, page_id]);

  useEffect(() => {
    if (save.kind === 'locked') lock.report(save.refusal);
  }, [lock, save]);
  useEffect(() => {
    // The server accepted a save, so the other user no longer holds the lock.
    if (savedAt !== null && lock.getState().kind === 'other') void lock.look();
  }, [lock, savedAt]);

  useEffect(() => {
    let wasAway = false;
    return lock.subscribe(() => {
      const { kind } = lock.getState();
      if (kind === 'other' || kind === 'elsewhere') wasAway = true;
      if (!wasAway || (kind !== 'held' && kind !== 'released')) return;
      wasAway = false;
      const { isChanged, save: last } = keeper.getState();
      if (last.kind === 'locked') keeper.dismiss();
      // The page may have changed in the meantime: reload it. Unsaved changes are merged by the next save instead.
      if (!isChanged && kind === 'held') onReopen();
    });
  }, [lock, keeper, onReopen]);
  return lock;
}
