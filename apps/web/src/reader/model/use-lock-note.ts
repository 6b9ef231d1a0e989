import { useEffect, useState, type ComponentType } from 'react';

/** Lazy: only users who may edit the page need the note, and only after the page is shown. */
export function useLockNote(isNeeded: boolean) {
  const [LockNote, setLockNote] = useState<ComponentType<{ pageId: number }>>();
  useEffect(() => {
    if (isNeeded)
      import('../overlays/lock-note.tsx').then(
        (loaded) => setLockNote(() => loaded.LockNote),
        () => {},
      );
  }, [isNeeded]);
  return { LockNote: isNeeded ? LockNote : undefined };
}
