import { useEffect, useState, type ComponentType } from 'react';

/** The note of who edits a page; only its editors need it, and only once the page stands there. */
export function useLockNote(isNeeded: boolean) {
  const [LockNote, setLockNote] = useState<ComponentType<{ pageId: number }>>();
  useEffect(() => {
    if (isNeeded)
      import('../layers/lock-note.tsx').then(
        (loaded) => setLockNote(() => loaded.LockNote),
        () => {},
      );
  }, [isNeeded]);
  return { LockNote: isNeeded ? LockNote : undefined };
}
