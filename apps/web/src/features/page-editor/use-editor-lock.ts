import { useEffect, useState } from 'react';
import type { Autosave } from '../../shared/autosave/autosave.ts';
import { useAutosave } from '../../shared/autosave/use-autosave.ts';
import { createPageLock, type PageLock } from '../../shared/lock/page-lock.ts';
import type { EditorSession } from './editor-session.ts';

/** Holds the page lock while the editor is open; a new page is locked after its first save. */
export function useEditorLock(
  session: EditorSession,
  autosave: Autosave,
  onReopen: (page_id: number) => void,
): PageLock {
  const page_id = useAutosave(autosave, (state) => state.page_id);
  const save = useAutosave(autosave, (state) => state.save);
  const savedAt = useAutosave(autosave, (state) => state.savedAt);
  const [lock] = useState(() => createPageLock({ page_id: session.page_id, state: session.lock }));
  useEffect(() => lock.start(), [lock]);
  useEffect(() => lock.switchPage(page_id), [lock, page_id]);

  useEffect(() => {
    if (save.kind === 'locked') lock.report(save.rejection);
  }, [lock, save]);
  useEffect(() => {
    // The server accepted a save, so the other user no longer holds the lock.
    if (savedAt !== null && lock.getState().kind === 'other') void lock.poll();
  }, [lock, savedAt]);

  useEffect(() => {
    let wasLockedOut = false;
    return lock.subscribe(() => {
      const { kind } = lock.getState();
      if (kind === 'other' || kind === 'elsewhere') wasLockedOut = true;
      if (!wasLockedOut || (kind !== 'held' && kind !== 'released')) return;
      wasLockedOut = false;
      const { page_id: savedPageId, isChanged, save: last } = autosave.getState();
      if (last.kind === 'locked') autosave.dismiss();
      // The page may have changed in the meantime: reload it. Unsaved changes are merged by the next save instead.
      if (!isChanged && kind === 'held') onReopen(savedPageId);
    });
  }, [lock, autosave, onReopen]);
  return lock;
}
