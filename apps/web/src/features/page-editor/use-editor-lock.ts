import { useEffect, useState } from 'react';
import { createPageLock, type PageLock } from '../../shared/lock/page-lock.ts';
import type { Opening } from './opening.ts';

/** The page is this editor's as long as it is open; a new one from its first save on. */
export function useEditorLock(opening: Opening, page_id: number): PageLock {
  const [lock] = useState(() => createPageLock({ page_id: opening.page_id, taken: opening.lock }));
  useEffect(() => lock.start(), [lock]);
  useEffect(() => {
    void lock.begin(page_id);
  }, [lock, page_id]);
  return lock;
}
