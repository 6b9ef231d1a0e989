import type { ItemInfo } from '@octavo/contract/item.entities';
import type { ReaderPage } from '@octavo/contract/reader';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { findHeading, shortHash } from '../../shared/markdown/heading-hash.ts';
import { linkedPageId, pageIdFromUrl, pageHref } from './urls.ts';
import type { PageLoader } from './page-loader.ts';

/** A skeleton is shown only if the page is not loaded within this time. */
const SKELETON_DELAY_MS = 200;

type ScrollTarget = { readonly hash: string } | { readonly scroll: number };

interface NavigationState {
  readonly page: ReaderPage | null;
  /** Where to scroll after the page is rendered; undefined to keep the position. */
  readonly target?: ScrollTarget;
  readonly state: 'ready' | 'slow';
  readonly failure?: { readonly error: unknown; readonly pageId: number };
}

/** Client-side navigation between the pages of one item, with URL, history and scroll position. */
export function useNavigation(item: ItemInfo, first: ReaderPage | null, loader: PageLoader) {
  const [shown, setShown] = useState<NavigationState>({ page: first, state: 'ready' });
  const visitCount = useRef(0);
  const open = useCallback(
    async (pageId: number, target: ScrollTarget) => {
      const visitId = ++visitCount.current;
      const isCurrent = () => visitId === visitCount.current;
      const timer = setTimeout(() => {
        if (isCurrent()) setShown((before) => ({ ...before, state: 'slow' }));
      }, SKELETON_DELAY_MS);
      try {
        const page = await loader.load(pageId);
        if (isCurrent()) setShown({ page, target, state: 'ready' });
      } catch (error) {
        if (isCurrent())
          setShown({ page: null, target, state: 'ready', failure: { error, pageId } });
      } finally {
        clearTimeout(timer);
      }
    },
    [loader],
  );

  const go = useCallback(
    (pageId: number, hash = '') => {
      saveScroll();
      history.pushState({ scroll: 0 }, '', pageHref(item, pageId) + shortHash(hash));
      void open(pageId, { hash });
    },
    [item, open],
  );

  useHistory(item, (pageId, scroll) => void open(pageId, { scroll }), shown.page?.page_id);
  useInterceptedLinks(item, go);
  useLayoutEffect(() => {
    if (shown.target) scrollToTarget(shown.target);
  }, [shown]);

  const set = useCallback((page: ReaderPage) => setShown({ page, state: 'ready' }), []);
  return { ...shown, go, open, set };
}

function saveScroll(): void {
  history.replaceState({ ...history.state, scroll: window.scrollY }, '');
}

function savedScroll(state: unknown): number {
  return (state as { scroll?: number } | null)?.scroll ?? 0;
}

/** After a reload or a return from another document, the scroll position is in the history state. */
function isReturning(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
  return type !== 'navigate' && history.state !== null;
}

function scrollToTarget(target: ScrollTarget): void {
  if ('scroll' in target) return window.scrollTo({ top: target.scroll, behavior: 'instant' });
  const heading = findHeading(target.hash);
  if (heading) heading.scrollIntoView({ behavior: 'instant' });
  else window.scrollTo({ top: 0, behavior: 'instant' });
}

/** Handles back and forward. The browser restores the scroll position only when it loads a document. */
function useHistory(
  item: ItemInfo,
  onVisit: (pageId: number, scroll: number) => void,
  shownId: number | undefined,
): void {
  const latest = useRef({ onVisit, shownId });
  useEffect(() => {
    latest.current = { onVisit, shownId };
  });
  useEffect(() => {
    history.scrollRestoration = 'manual';
    if (isReturning()) window.scrollTo({ top: savedScroll(history.state), behavior: 'instant' });
    let scrollTimer: ReturnType<typeof setTimeout>;
    const onPop = (event: PopStateEvent) => {
      // A pending save of the previous page's scroll position must not overwrite this entry.
      clearTimeout(scrollTimer);
      const requestedId = pageIdFromUrl(new URL(location.href), item) ?? item.default_page_id;
      const scroll = savedScroll(event.state);
      if (requestedId === latest.current.shownId)
        window.scrollTo({ top: scroll, behavior: 'instant' });
      else latest.current.onVisit(requestedId, scroll);
    };
    const onHide = () => {
      saveScroll();
      history.scrollRestoration = 'auto';
    };
    const onScroll = () => {
      clearTimeout(scrollTimer);
      scrollTimer = setTimeout(saveScroll, 150);
    };
    addEventListener('popstate', onPop);
    addEventListener('pagehide', onHide);
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(scrollTimer);
      removeEventListener('popstate', onPop);
      removeEventListener('pagehide', onHide);
      removeEventListener('scroll', onScroll);
    };
  }, [item]);
}

/** Turns plain clicks on links to pages of this item into client-side navigation. */
function useInterceptedLinks(item: ItemInfo, go: (pageId: number, hash: string) => void): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = closestLink(event.target);
      if (!link || event.button !== 0 || event.defaultPrevented) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return;
      const url = new URL(link.href);
      const pageId = url.origin === location.origin ? linkedPageId(url, item) : undefined;
      const isHere = url.pathname === location.pathname && url.hash !== '';
      // The browser scrolls to the heading itself; the current position is saved for the back button.
      if (isHere) saveScroll();
      if (pageId === undefined || isHere) return;
      event.preventDefault();
      go(pageId, url.hash);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [item, go]);
}

export function closestLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}
