import type { ItemInfo } from '@octavo/contract/item.entities';
import { useEffect } from 'react';
import { linkedPageId } from './urls.ts';
import type { PageLoader } from './page-loader.ts';
import { closestLink } from './use-navigation.ts';

/** A shorter hover is only a pointer that passes over the link. */
const HOVER_DELAY_MS = 65;

/** Prefetches a page on hover and on pointerdown. */
export function usePrefetch(item: ItemInfo, loader: PageLoader, shownId: number | undefined): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const schedulePrefetch = (event: PointerEvent | FocusEvent, delay: number) => {
      clearTimeout(timer);
      const link = closestLink(event.target);
      const url = link && new URL(link.href);
      const pageId = url?.origin === location.origin ? linkedPageId(url, item) : undefined;
      if (pageId !== undefined && pageId !== shownId)
        timer = setTimeout(() => loader.prefetch(pageId), delay);
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') schedulePrefetch(event, HOVER_DELAY_MS);
    };
    const onDown = (event: PointerEvent) => schedulePrefetch(event, 0);
    document.addEventListener('pointerover', onOver);
    document.addEventListener('pointerdown', onDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('pointerdown', onDown);
    };
  }, [item, loader, shownId]);
}
