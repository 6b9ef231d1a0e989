import type { ItemInfo } from '@octavo/contract/item.entities';
import { useEffect } from 'react';
import { pageAt } from './addresses.ts';
import type { PageLoader } from './page-loader.ts';
import { linkOf } from './use-navigation.ts';

/** A shorter hover is only a pointer that passes over the link. */
const REST = 65;

/** Prefetches a page on hover and on pointerdown. */
export function usePrefetch(item: ItemInfo, loader: PageLoader, shownId: number | undefined): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onMeant = (event: PointerEvent | FocusEvent, wait: number) => {
      clearTimeout(timer);
      const link = linkOf(event.target);
      const url = link && new URL(link.href);
      const pageId = url?.origin === location.origin ? pageAt(url, item) : undefined;
      if (pageId !== undefined && pageId !== shownId)
        timer = setTimeout(() => loader.prefetch(pageId), wait);
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') onMeant(event, REST);
    };
    const onDown = (event: PointerEvent) => onMeant(event, 0);
    document.addEventListener('pointerover', onOver);
    document.addEventListener('pointerdown', onDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onOver);
      document.removeEventListener('pointerdown', onDown);
    };
  }, [item, loader, shownId]);
}
